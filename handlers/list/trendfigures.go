package list

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"green500/handlers"
	"green500/store/lists"
	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lists/listing"
)

func sourceOf(trends []lists.Trend) string {
	first, last, graded := trends[0], trends[len(trends)-1], 0
	for _, trend := range trends {
		if trend.Kind == listing.Graded {
			graded++
		}
	}
	lists := fmt.Sprintf("lists %s to %s", first.Edition, last.Edition)
	if first.Edition == last.Edition {
		lists = "list " + first.Edition
	}
	return fmt.Sprintf("Source: %s, %d graded here and %d published elsewhere.", lists, graded, len(trends)-graded)
}

// Kept units in those of sums.
const (
	petaPerGiga = 1e-6
	megaPerWatt = 1e-6
)

func trendTable(trends []lists.Trend) chart.FigureTable {
	table := chart.FigureTable{Columns: []chart.FigureColumn{
		{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}, {Name: "published", Title: "Published"},
		handlers.MeasureColumn("systems", "Systems", ""), handlers.MeasureColumn("with_efficiency", "With efficiency",
			""), handlers.MeasureColumn("best", "Best", handlers.PerWatt), handlers.MeasureColumn("top_10_mean",
			"Top-10 mean", handlers.PerWatt), handlers.MeasureColumn("median", "Median", handlers.PerWatt),
		handlers.MeasureColumn("rmax", "Total Rmax", handlers.Petaflop), handlers.MeasureColumn("with_power",
			"With power", ""), handlers.MeasureColumn("power", "Total power", handlers.Megawatt),
		handlers.MeasureColumn("with_accelerators", "With accelerators", ""),
	}}
	for _, trend := range slices.Backward(trends) {
		rmax, power := float64(trend.Rmax)*petaPerGiga, float64(trend.Power)*megaPerWatt
		table.Rows = append(table.Rows, []chart.FigureCell{
			chart.Said(trend.Edition), chart.Linked(trend.List, "/lists/"+trend.List),
			chart.Said(publishedWhere(trend.Kind)), chart.Counted(trend.Systems), chart.Counted(trend.Measured),
			chart.Figured(trend.Best, 3), chart.Figured(trend.Top, 3), chart.Figured(trend.Median, 3),
			chart.Figured(&rmax, 2), chart.Counted(trend.Powered), chart.Figured(&power, 2),
			chart.Counted(trend.Fitted),
		})
	}
	return table
}

func courseFigure(trends []lists.Trend, figure chart.Figure, lines ...course) chart.Figure {
	figure.Kind, figure.X, figure.Table = chart.Courses, chart.Axis{Name: "edition"}, trendTable(trends)
	for _, trend := range trends {
		figure.Stages = append(figure.Stages, trend.Edition)
	}
	for _, line := range lines {
		series := chart.Series{Name: line.name}
		for i, trend := range trends {
			if v := line.of(trend); v != nil && (!figure.Y.Log || *v > 0) {
				series.Points = append(series.Points,
					chart.FigurePoint{Stage: i, Y: *v, Name: trend.List, Href: "/lists/" + trend.List})
			}
		}
		figure.Series = append(figure.Series, series)
	}
	return figure
}

type course struct {
	name string
	of   func(lists.Trend) *float64
}

func systemsFigure(trends []lists.Trend, source string) chart.Figure {
	newest := trends[len(trends)-1]
	says := fmt.Sprintf("Systems with an efficiency in %s: %d of %d", newest.Edition, newest.Measured, newest.Systems)
	return courseFigure(trends, chart.Figure{
		ID: "systems", Title: "Number of systems", Says: says, Source: source, Y: chart.Axis{Name: "systems"},
		Note: "A system without a listed power has no efficiency.",
	}, course{"all", func(t lists.Trend) *float64 { return new(float64(t.Systems)) }},
		course{"with an efficiency", func(t lists.Trend) *float64 { return new(float64(t.Measured)) }})
}

func rmaxFigure(trends []lists.Trend, source string) chart.Figure {
	newest := trends[len(trends)-1]
	says := fmt.Sprintf("In %s, the total Rmax of %s is %s %s", newest.Edition, templates.Plural(newest.Systems,
		"system", "systems"), templates.Significant(float64(newest.Rmax)*petaPerGiga), handlers.Petaflop)
	return courseFigure(trends, chart.Figure{
		ID: "rmax", Title: "Total Rmax", Says: says, Source: source, Y: chart.Axis{Name: "Rmax",
			Unit: handlers.Petaflop, Log: true}, Note: "Sum over all systems of the edition, on a logarithmic scale.",
	}, course{"Rmax", func(t lists.Trend) *float64 { return new(float64(t.Rmax) * petaPerGiga) }})
}

func powerFigure(trends []lists.Trend, source string) chart.Figure {
	newest := trends[len(trends)-1]
	says := fmt.Sprintf("In %s, the total power of %s is %s %s", newest.Edition, templates.Plural(newest.Powered,
		"system", "systems"), templates.Significant(float64(newest.Power)*megaPerWatt), handlers.Megawatt)
	return courseFigure(trends, chart.Figure{
		ID: "power", Title: "Total power", Says: says,
		Source: source, Y: chart.Axis{Name: "power", Unit: handlers.Megawatt},
		Note: "Sum over the systems whose power the list states; the table has their number.",
	}, course{"power", func(t lists.Trend) *float64 { return new(float64(t.Power) * megaPerWatt) }})
}

func fittedFigure(trends []lists.Trend, source string) chart.Figure {
	figure := courseFigure(trends, chart.Figure{
		ID: "accelerators", Title: "Share of systems with accelerators", Source: source, Y: chart.Axis{Name: "share",
			Unit: handlers.Percent}, Note: "A system has accelerators if its list names one, or counts their cores.",
	})
	figure.Kind = chart.Stacks
	newest := trends[len(trends)-1]
	figure.Says = fmt.Sprintf("In %s, %.0f%% of the systems have accelerators", newest.Edition,
		inPercent(newest.Fitted, newest.Systems))
	with, without := chart.Series{Name: "with accelerators"}, chart.Series{Name: "without", Ink: chart.UnsaidInk}
	for i, trend := range trends {
		share := inPercent(trend.Fitted, trend.Systems)
		with.Points = append(with.Points, chart.FigurePoint{Stage: i, Y: share})
		without.Points = append(without.Points,
			chart.FigurePoint{Stage: i, Y: inPercent(trend.Systems-trend.Fitted, trend.Systems)})
	}
	figure.Series = []chart.Series{with, without}
	return figure
}

func inPercent(part, of int) float64 { return 100 * float64(part) / float64(of) }

func (h *Handlers) sharesOfTrends(ctx context.Context, scope lists.Scope,
	trends []lists.Trend) ([]chart.Figure, error) {
	source := sourceOf(trends)
	levels, err := h.Store.Lists.Shares(ctx, scope, "level")
	if err != nil {
		return nil, err
	}
	figures := []chart.Figure{levelFigure(trends, levels, source)}
	for _, column := range []string{"country", "vendor", "accelerator"} {
		of, err := h.kindOf(ctx, column)
		if err != nil {
			return nil, err
		}
		shares, err := h.Store.Lists.Shares(ctx, scope, column)
		if err != nil {
			return nil, err
		}
		figures = append(figures, kindTrend(trends, shares, of, source))
	}
	return figures, nil
}

func levelFigure(trends []lists.Trend, shares []lists.Share, source string) chart.Figure {
	figure := chart.Figure{ID: "levels", Title: "Share of quality levels", Source: source,
		Note: "Of all systems of the edition. Lists before 2013 state no level, and later ones omit some."}
	figure = shareFigure(trends, shares, figure, levelShares())
	figure.Says = newestShare(trends, figure, "%[2]s of the systems have %[1]s")
	return figure
}

func kindTrend(trends []lists.Trend, shares []lists.Share, of kind, source string) chart.Figure {
	titles := map[string][2]string{"country": {"countries", "Share of countries"}, "vendor": {"vendors",
		"Share of vendors"}, "accelerator": {"generations", "Share of accelerator generations"}}[of.column]
	figure := chart.Figure{ID: titles[0], Title: titles[1],
		Source: source, Note: fmt.Sprintf("Of all systems of the edition: the %d most frequent values of all lists, "+
			"with the same colours on all pages, and all others.", mostKinds)}
	counted := slices.Clone(shares)
	for i := range counted {
		counted[i].Value = of.value(counted[i].Value)
		if of.ink(counted[i].Value) == chart.OtherInk {
			counted[i].Value = others
		}
	}
	var parts []part
	for _, value := range append(slices.Clone(of.order[:min(len(of.order), mostKinds)]), others, "",
		listing.NoAccelerator) {
		parts = append(parts, part{value, of.name(value), of.ink(value)})
	}
	figure = shareFigure(trends, counted, figure, parts)
	figure.Says = newestShare(trends, figure, map[string]string{"country": "%[1]s has %[2]s of the systems",
		"vendor": "%[1]s built %[2]s of the systems", "accelerator": "%[2]s of the systems have %[1]s"}[of.column])
	return figure
}

func newestShare(trends []lists.Trend, figure chart.Figure, words string) string {
	newest, best, name := len(trends)-1, 0.0, ""
	for _, s := range figure.Series {
		if s.Ink == chart.UnsaidInk || s.Ink == chart.OtherInk {
			continue
		}
		for _, p := range s.Points {
			if p.Stage == newest && p.Y > best {
				best, name = p.Y, s.Name
			}
		}
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("In %s, ", trends[newest].Edition) + fmt.Sprintf(words, name, fmt.Sprintf("%.0f%%", best))
}

func shareFigure(trends []lists.Trend, shares []lists.Share, figure chart.Figure, parts []part) chart.Figure {
	figure.Kind, figure.X, figure.Y = chart.Stacks, chart.Axis{Name: "edition"},
		chart.Axis{Name: "share", Unit: handlers.Percent}
	figure.Table.Columns = []chart.FigureColumn{{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}}
	counts := map[lists.Share]int{}
	for _, share := range shares {
		counts[lists.Share{List: share.List, Value: share.Value}] += share.Count
	}
	var drawn []part
	for _, one := range parts {
		series := chart.Series{Name: one.name, Ink: one.ink}
		for i, trend := range trends {
			if count := counts[lists.Share{List: trend.List, Value: one.value}]; count > 0 {
				series.Points = append(series.Points,
					chart.FigurePoint{Stage: i, Y: inPercent(count, trend.Systems), Name: trend.List})
			}
		}
		if len(series.Points) > 0 {
			drawn = append(drawn, one)
			figure.Series = append(figure.Series, series)
			figure.Table.Columns = append(figure.Table.Columns,
				chart.FigureColumn{Name: one.name, Title: one.name, Unit: "systems", Numeric: true})
		}
	}
	for _, trend := range trends {
		figure.Stages = append(figure.Stages, trend.Edition)
	}
	for _, trend := range slices.Backward(trends) {
		row := []chart.FigureCell{chart.Said(trend.Edition), chart.Linked(trend.List, "/lists/"+trend.List)}
		for _, one := range drawn {
			row = append(row, chart.Counted(counts[lists.Share{List: trend.List, Value: one.value}]))
		}
		figure.Table.Rows = append(figure.Table.Rows, row)
	}
	return figure
}

// Efficiency returns the efficiency of Green500 lists from a year on, with the address of its data; it is empty if
// there is no such list.
func (h *Handlers) Efficiency(ctx context.Context, year int) (chart.Figure, error) {
	trends, err := h.Store.Lists.Trends(ctx, lists.Scope{From: strconv.Itoa(year)})
	if err != nil || len(trends) == 0 {
		return chart.Figure{}, err
	}
	query := url.Values{fromParameter: {trends[0].Edition}}
	figures := []chart.Figure{efficiencyFigure(trends, sourceOf(trends))}
	markBreaks(figures, trends, breaks(trends), coverageNote)
	figures[0].Says = efficiencySays(trends, breaks(trends))
	return h.Illustrated(figures, "/trends", "/trends", query)[0], nil
}

func efficiencyFigure(trends []lists.Trend, source string) chart.Figure {
	return courseFigure(trends, chart.Figure{
		ID: "efficiency", Title: "Efficiency: best, top-10 mean, median", Source: source,
		Y: chart.Axis{Name: "efficiency", Unit: handlers.PerWatt, Log: true},
		Note: "Logarithmic scale. Systems without a known efficiency or a rank are left out. " +
			"If fewer than ten have one, the mean is of those.",
	}, course{"best", func(t lists.Trend) *float64 { return t.Best }},
		course{"top-10 mean", func(t lists.Trend) *float64 { return t.Top }},
		course{"median", func(t lists.Trend) *float64 { return t.Median }})
}

// coverageFactor is how many times as many systems with an efficiency a list may have as the one before, or the other
// way round.
const coverageFactor = 2

// breaks are the lists that do not compare with the one before: far more, or far fewer, of their systems are measured.
func breaks(trends []lists.Trend) []int {
	var at []int
	for i := 1; i < len(trends); i++ {
		a, b := trends[i-1].Measured, trends[i].Measured
		if max(a, b) > coverageFactor*min(a, b) {
			at = append(at, i)
		}
	}
	return at
}

func markBreaks(figures []chart.Figure, trends []lists.Trend, at []int, because string) {
	if len(at) == 0 {
		return
	}
	editions := make([]string, len(at))
	for i, stage := range at {
		editions[i] = trends[stage].Edition
	}
	note := fmt.Sprintf(" %s: %s.", because, strings.Join(editions, ", "))
	for i := range figures {
		switch figures[i].Kind {
		case chart.Courses:
			figures[i].Breaks, figures[i].Note = at, figures[i].Note+note
		case chart.Stacks:
			figures[i].Breaks = at
		}
	}
}

const coverageNote = "Lines are broken where the number of systems with an efficiency changes by more than " +
	"a factor of 2"

// The least that a rate of growth is stated of.
const (
	leastLists = 4
	leastYears = 3
	leastRate  = 0.05 // doublings a year
)

func efficiencySays(trends []lists.Trend, at []int) string {
	first, last := 0, 0
	begin := 0
	for _, end := range append(at[:len(at):len(at)], len(trends)) {
		if end-begin > last-first {
			first, last = begin, end
		}
		begin = end
	}
	run := trends[first:last]
	if rate, ok := doublings(run); ok {
		return fmt.Sprintf("Efficiency of the best system doubled every %.1f years from %s to %s", 1/rate,
			run[0].Edition, run[len(run)-1].Edition)
	}
	newest := trends[len(trends)-1]
	if newest.Best == nil || newest.Median == nil {
		return ""
	}
	if newest.Measured == 1 {
		return fmt.Sprintf("In %s the only system with an efficiency reaches %s GFlops/W", newest.Edition,
			templates.Efficiency(*newest.Best))
	}
	return fmt.Sprintf("In %s the best system reaches %s GFlops/W, the median %s", newest.Edition,
		templates.Efficiency(*newest.Best), templates.Efficiency(*newest.Median))
}

// doublings is how often a year the best efficiency doubles, by least squares of its logarithm.
func doublings(run []lists.Trend) (rate float64, ok bool) {
	var years, logs []float64
	for _, trend := range run {
		released, err := time.Parse("2006-01", trend.Edition)
		if err == nil && trend.Best != nil && *trend.Best > 0 {
			years, logs = append(years, float64(released.Year())+float64(released.Month())/12),
				append(logs, math.Log2(*trend.Best))
		}
	}
	if len(years) < leastLists || years[len(years)-1]-years[0] < leastYears {
		return 0, false
	}
	_, rate = stat.LinearRegression(years, logs, nil, false)
	return rate, rate >= leastRate
}
