package list

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/handlers"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
	"green500/validation/power"
)

func publishedWhere(kind listing.Kind) string {
	if kind == listing.Graded {
		return "graded here"
	}
	return "elsewhere, not graded here"
}

func sourceList(list lists.Catalogued) string {
	where := publishedWhere(list.Kind)
	if list.Kind != listing.Graded {
		where = "published " + where
	}
	return fmt.Sprintf("Source: the list %s, %s.", list.Name, where)
}

func systemHref(line listing.Row) string { return chart.SystemHref(line.SystemKey, line.SystemID) }

func shownIn(column listing.Column, cell listing.Cell) *float64 {
	if !cell.Known {
		return nil
	}
	return new(column.Shown(cell.Number))
}

// Texts of what is left of a whole.
const (
	notStated = "not stated"
	others    = "others"
)

const mostKinds = 5

// kind is what systems are divided by. A value has the same colour on all pages: by how often all lists have it.
type kind struct {
	column string
	value  func(listed string) string // what a list states, as the kind counts it
	order  []string
}

func (h *Handlers) kindOf(ctx context.Context, column string) (kind, error) {
	of := kind{column: column, value: func(listed string) string { return listed }}
	if column == "accelerator" {
		of.value = listing.KnownGenerations().Of
	}
	counts := map[string]int{}
	for _, scope := range []lists.Scope{{}, {Top500: true}} {
		shares, err := h.Store.Lists.Shares(ctx, scope, column)
		if err != nil {
			return of, err
		}
		for _, share := range shares {
			counts[of.value(share.Value)] += share.Count
		}
	}
	for _, whole := range []string{"", listing.NoAccelerator} {
		delete(counts, whole)
	}
	of.order = slices.SortedFunc(maps.Keys(counts),
		func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return of, nil
}

func (k kind) ink(value string) string {
	if value == "" || value == listing.NoAccelerator {
		return chart.UnsaidInk
	}
	return chart.KindInk(slices.Index(k.order, value))
}

func (k kind) name(value string) string {
	if value == "" {
		return notStated
	}
	if k.column == "country" {
		if name := published.CountryName(value); name != "" {
			return name
		}
	}
	return value
}

func (k kind) of(line listing.Row) string { return k.value(line.Cell(k.column).Text) }

func levelShares() []part {
	var all []part
	for _, level := range []power.Level{3, 2, 1, 0} {
		all = append(all, part{strconv.Itoa(int(level)), level.String(), chart.GradeInk(int(level))})
	}
	return append(all, part{"", notStated, chart.UnsaidInk})
}

type dividing struct {
	of    func(listing.Row) string
	parts []part
}

type part struct{ value, name, ink string }

func scatterFigure(id string, list lists.Catalogued, lines []listing.Row, colour string, by dividing) chart.Figure {
	figure := againstFigure(lines, chart.Figure{
		ID: id, Title: "Rmax and power of the systems of " + listTitle(list), Source: sourceList(list),
		Note: "One point for each system whose power is known, coloured by " + colour +
			". Systems on a dashed line have the same efficiency. Both scales are logarithmic.",
	}, by)
	figure.Says = scatterSays(lines)
	return figure
}

func againstFigure(lines []listing.Row, figure chart.Figure, by dividing) chart.Figure {
	rmax, _ := listing.ColumnOf("rmax")
	watts, _ := listing.ColumnOf("power")
	figure.Kind, figure.X, figure.Y = chart.Cloud, chart.Axis{Name: watts.Title, Unit: watts.Unit, Log: true},
		chart.Axis{Name: rmax.Title, Unit: rmax.Unit, Log: true}
	figure.Table.Columns = []chart.FigureColumn{
		{Name: "system", Title: "System"}, {Name: "list", Title: "List"}, {Name: "rank", Title: "Rank", Numeric: true},
		handlers.MeasureColumn("rmax", rmax.Title, rmax.Unit), handlers.MeasureColumn("power", watts.Title, watts.Unit),
		handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt),
	}
	for _, one := range by.parts {
		figure.Series = append(figure.Series, chart.Series{Name: one.name, Ink: one.ink})
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, line := range lines {
		x, y := shownIn(watts, line.Cell("power")), shownIn(rmax, line.Cell("rmax"))
		at := slices.IndexFunc(by.parts, func(p part) bool { return p.value == by.of(line) })
		if x == nil || y == nil || *x <= 0 || *y <= 0 || at < 0 {
			continue
		}
		least, most = min(least, *y / *x), max(most, *y / *x)
		figure.Series[at].Points = append(figure.Series[at].Points,
			chart.FigurePoint{X: *x, Y: *y, Name: named(line), Href: systemHref(line), About: aboutLine(line)})
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
			chart.Linked(named(line), systemHref(line)), chart.Said(line.List), rankOr(line.Ranked()),
			chart.Figured(y, rmax.Digits), chart.Figured(x, watts.Digits), chart.Figured(line.Efficiency, 3),
		})
	}
	figure.Series = slices.DeleteFunc(figure.Series, func(s chart.Series) bool { return len(s.Points) == 0 })
	figure.Guides = efficiencyGuides(least, most)
	return figure
}

const mostGuides = 6

// efficiencyGuides are lines of equal efficiency among systems. TFlop/s for a kW is GFlops/W.
func efficiencyGuides(least, most float64) []chart.Guide {
	if least > most {
		return nil
	}
	for _, ratios := range [][]float64{{1, 2, 5}, {1, 5}, {1}} {
		var guides []chart.Guide
		for decade := math.Floor(math.Log10(least)); decade <= math.Ceil(math.Log10(most)); decade++ {
			for _, ratio := range ratios {
				if at := ratio * math.Pow(10, decade); at >= least/2 && at <= most*2 {
					guides = append(guides, chart.Guide{Ratio: at, Name: chart.AxisNumber(at)})
				}
			}
		}
		if len(guides) > 0 && len(guides) <= mostGuides {
			guides[len(guides)-1].Name += " " + handlers.PerWatt
			return guides
		}
	}
	return nil
}

type placing struct {
	dividing
	rank  func(listing.Row) int
	href  func(listing.Row) string
	bands bool   // of ranks that the measurements cannot distinguish
	rest  string // value of the part that the table leaves out
}

func placedFigure(lines []listing.Row, figure chart.Figure, by placing) chart.Figure {
	efficiency, _ := listing.ColumnOf("efficiency")
	figure.Kind, figure.Y = chart.Cloud, chart.Axis{Name: "efficiency", Unit: handlers.PerWatt}
	figure.Table.Columns = []chart.FigureColumn{{Name: "rank", Title: "Rank", Numeric: true}}
	if by.bands {
		figure.Table.Columns = append(figure.Table.Columns, chart.FigureColumn{Name: "band_first", Title: "Band from",
			Numeric: true}, chart.FigureColumn{Name: "band_last", Title: "to", Numeric: true})
	}
	figure.Table.Columns = append(figure.Table.Columns, chart.FigureColumn{Name: "system", Title: "System"},
		handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt),
		handlers.MeasureColumn("half_width", "±", handlers.PerWatt))
	for _, one := range by.parts {
		figure.Series = append(figure.Series, chart.Series{Name: one.name, Ink: one.ink})
	}
	for _, line := range lines {
		value := by.of(line)
		at := slices.IndexFunc(by.parts, func(p part) bool { return p.value == value })
		if line.Efficiency == nil || line.Unranked || at < 0 {
			continue
		}
		rank := by.rank(line)
		figure.Series[at].Points = append(figure.Series[at].Points,
			chart.FigurePoint{X: float64(rank), Y: *line.Efficiency, Half: line.Uncertainty, Name: named(line),
				Href: by.href(line), About: aboutLine(line)})
		if by.rest != "" && value == by.rest {
			continue
		}
		cells := []chart.FigureCell{chart.Counted(rank)}
		if by.bands {
			cells = append(cells, rankOr(line.BandFirst), rankOr(line.BandLast))
			if line.BandFirst != nil && line.BandLast != nil && *line.BandFirst != *line.BandLast &&
				*line.BandFirst == line.Rank {
				figure.Bands = append(figure.Bands,
					chart.RankBand{From: float64(*line.BandFirst) - halfRank, To: float64(*line.BandLast) + halfRank})
			}
		}
		figure.Table.Rows = append(figure.Table.Rows, append(cells, chart.Linked(named(line), systemHref(line)),
			chart.Figured(line.Efficiency, efficiency.Digits), chart.Figured(line.Uncertainty, efficiency.Digits)))
	}
	return figure
}

func placesFigure(list lists.Catalogued, all, some []listing.Row, name string) chart.Figure {
	title := listTitle(list)
	says := fmt.Sprintf("%s: %d of %s in %s", name, len(some), templates.Plural(len(all), "system", "systems"), title)
	if best := bestOf(some); best >= 0 {
		says += fmt.Sprintf("; the most efficient, %s, has rank %d with %s GFlops/W", named(some[best]),
			some[best].Rank, templates.Efficiency(*some[best].Efficiency))
	}
	const rest, these = "rest", "these"
	return placedFigure(all, chart.Figure{
		ID: "places", Title: "Efficiency of all systems of " + title, Says: says, Source: sourceList(list),
		X: chart.Axis{Name: "rank"}, Note: "One point for each ranked system with an efficiency. " +
			"A bar is the uncertainty, if the list states one.",
	}, placing{
		rank: func(line listing.Row) int { return line.Rank },
		href: systemHref,
		dividing: dividing{
			of: func(line listing.Row) string {
				if slices.ContainsFunc(some,
					func(one listing.Row) bool { return one.Rank == line.Rank && one.SystemID == line.SystemID }) {
					return these
				}
				return rest
			},
			parts: []part{{rest, "other systems", chart.OtherInk}, {value: these, name: name}},
		},
		rest: rest,
	})
}

// breaksWithin are the breaks in trends of some systems: if whole lists do not compare, or a list between has no such
// system.
func breaksWithin(trends, whole []lists.Trend) []int {
	place := map[string]int{}
	for i, trend := range whole {
		place[trend.List] = i
	}
	uneven := breaks(whole)
	var at []int
	for i := 1; i < len(trends); i++ {
		from, to := place[trends[i-1].List], place[trends[i].List]
		if to != from+1 || slices.ContainsFunc(uneven, func(stage int) bool { return from < stage && stage <= to }) {
			at = append(at, i)
		}
	}
	return at
}

func shareBars(figure chart.Figure, of int, shares []share) chart.Figure {
	figure.Kind, figure.X = chart.Bars, chart.Axis{Name: "share of systems", Unit: handlers.Percent}
	figure.Table.Columns = []chart.FigureColumn{{Name: "value", Title: templates.Capital(figure.ID)},
		handlers.MeasureColumn("systems", "Systems", ""), handlers.MeasureColumn("share", "Share", handlers.Percent)}
	for i, one := range shares {
		percent := inPercent(one.count, of)
		figure.Stages = append(figure.Stages, one.name)
		digits := 0
		if percent < 1 {
			digits = 1
		}
		label := fmt.Sprintf("%s%% (%d)", strconv.FormatFloat(percent, 'f', digits, 64), one.count)
		figure.Series = append(figure.Series, chart.Series{Name: one.name, Ink: one.ink, Points: []chart.FigurePoint{
			{Stage: i, X: percent, Name: templates.Plural(one.count, "system", "systems"), Label: label}}})
		figure.Table.Rows = append(figure.Table.Rows,
			[]chart.FigureCell{chart.Said(one.name), chart.Counted(one.count), chart.Figured(&percent, 1)})
	}
	return figure
}

func levelsOfList(lines []listing.Row, source string) chart.Figure {
	by := levelSeries(lines)
	var shares []share
	most := 0
	for i, one := range by.parts {
		count := 0
		for _, line := range lines {
			if by.of(line) == one.value {
				count++
			}
		}
		shares = append(shares, share{one, count})
		if one.value != "" && (count > shares[most].count || shares[most].value == "") {
			most = i
		}
	}
	figure := chart.Figure{ID: "levels", Title: "Systems by quality level", Source: source,
		Note: "Of all systems of the list. The level states how thorough a measurement was."}
	if shares[most].value != "" {
		figure.Says = fmt.Sprintf("%s is the most frequent level: %s of %s", templates.Capital(shares[most].name),
			strconv.Itoa(shares[most].count), templates.Plural(len(lines), "system", "systems"))
	}
	return shareBars(figure, len(lines), shares)
}

const mostBars = 10

func kindFigure(lines []listing.Row, of kind, source string) chart.Figure {
	column, _ := listing.ColumnOf(of.column)
	figure := chart.Figure{ID: map[string]string{"accelerator": "accelerators", "vendor": "vendors",
		"country": "countries"}[of.column], Source: source}
	figure.Title = "Systems by " + map[string]string{"accelerator": "accelerator generation"}[of.column]
	if of.column != "accelerator" {
		figure.Title = "Systems by " + strings.ToLower(column.Title)
	}
	figure.Note = "Of all systems of the list. A value has the same colour on all pages; rarer ones share grey."
	counts := map[string]int{}
	for _, line := range lines {
		counts[of.of(line)]++
	}
	shares := rankedShares(counts, of)
	first := slices.IndexFunc(shares, func(s share) bool { return s.ink != chart.UnsaidInk && s.name != others })
	if first >= 0 {
		figure.Says = kindSays(of, shares[first], len(lines), len(lines)-counts[listing.NoAccelerator])
	}
	return shareBars(figure, len(lines), shares)
}

func kindSays(of kind, first share, all, fitted int) string {
	if of.column == "accelerator" {
		return fmt.Sprintf("%d of %s have accelerators, most often %s (%d)", fitted,
			templates.Plural(all, "system", "systems"), first.name, first.count)
	}
	words := map[string]string{"vendor": "%s built the most systems: %d of %d (%s%%)",
		"country": "%s has the most systems: %d of %d (%s%%)"}[of.column]
	return fmt.Sprintf(words, first.name, first.count, all,
		strconv.FormatFloat(math.Round(inPercent(first.count, all)), 'f', 0, 64))
}

func rankedShares(counts map[string]int, of kind) []share {
	var shares, unsaid []share
	for value, count := range counts {
		one := share{part{value, of.name(value), of.ink(value)}, count}
		if one.ink == chart.UnsaidInk {
			unsaid = append(unsaid, one)
		} else {
			shares = append(shares, one)
		}
	}
	slices.SortFunc(shares,
		func(a, b share) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name)) })
	if len(shares) > mostBars {
		rest := share{part{others, others, chart.OtherInk}, 0}
		for _, one := range shares[mostBars:] {
			rest.count += one.count
		}
		rest.name = fmt.Sprintf("%d others", len(shares)-mostBars)
		shares = append(shares[:mostBars], rest)
	}
	return append(shares, unsaid...)
}
