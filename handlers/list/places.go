package list

import (
	"fmt"
	"slices"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	"green500/templates/chart"
	"green500/validation/listing"
)

// placing says how systems of a list are drawn over their ranks.
type placing struct {
	dividing
	rank  func(listing.Row) int
	href  func(listing.Row) string // of a point
	bands bool                     // of ranks that the measurements cannot distinguish
	rest  string                   // value of the part that the table leaves out
}

// placedFigure draws the efficiency of systems of a list over their ranks, with its uncertainty.
func placedFigure(lines []listing.Row, figure chart.Figure, by placing) chart.Figure {
	efficiency, _ := listing.ColumnOf("efficiency")
	figure.Kind, figure.Y = chart.Cloud, chart.Axis{Name: "efficiency", Unit: handlers.PerWatt}
	figure.Table.Columns = []chart.FigureColumn{{Name: "rank", Title: "Rank", Numeric: true}}
	if by.bands {
		figure.Table.Columns = append(figure.Table.Columns, chart.FigureColumn{Name: "band_first", Title: "Band from", Numeric: true}, chart.FigureColumn{Name: "band_last", Title: "to", Numeric: true})
	}
	figure.Table.Columns = append(figure.Table.Columns, chart.FigureColumn{Name: "system", Title: "System"}, handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt), handlers.MeasureColumn("half_width", "±", handlers.PerWatt))
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
		figure.Series[at].Points = append(figure.Series[at].Points, chart.FigurePoint{X: float64(rank), Y: *line.Efficiency, Half: line.Uncertainty, Name: named(line), Href: by.href(line), About: aboutLine(line)})
		if by.rest != "" && value == by.rest {
			continue
		}
		cells := []chart.FigureCell{chart.Counted(rank)}
		if by.bands {
			cells = append(cells, rankOr(line.BandFirst), rankOr(line.BandLast))
			figure.Bands = withBand(figure.Bands, line)
		}
		figure.Table.Rows = append(figure.Table.Rows, append(cells, chart.Linked(named(line), chart.SystemHref(line.SystemKey, line.SystemID)),
			chart.Figured(line.Efficiency, efficiency.Digits), chart.Figured(line.Uncertainty, efficiency.Digits)))
	}
	return figure
}

// placesFigure draws where some systems are among all systems of a list.
func placesFigure(list store.Catalogued, all, some []listing.Row, name string) chart.Figure {
	title := listTitle(list)
	const rest, these = "rest", "these"
	return placedFigure(all, chart.Figure{
		ID: "places", Title: "Efficiency of all systems of " + title, Says: placesSays(title, all, some, name), Source: sourceList(list),
		X: chart.Axis{Name: "rank"}, Note: "One point for each ranked system with an efficiency. A bar is the uncertainty, if the list states one.",
	}, placing{
		rank: func(line listing.Row) int { return line.Rank },
		href: func(line listing.Row) string { return chart.SystemHref(line.SystemKey, line.SystemID) },
		dividing: dividing{
			of: func(line listing.Row) string {
				if slices.ContainsFunc(some, func(one listing.Row) bool { return one.Rank == line.Rank && one.SystemID == line.SystemID }) {
					return these
				}
				return rest
			},
			parts: []part{{rest, "other systems", chart.OtherInk}, {value: these, name: name}},
		},
		rest: rest,
	})
}

// placesSays states how many of the systems of a list are some, and which of them is the most efficient.
func placesSays(title string, all, some []listing.Row, name string) string {
	text := fmt.Sprintf("%s: %d of %s in %s", name, len(some), templates.Plural(len(all), "system", "systems"), title)
	if best := bestOf(some); best >= 0 {
		text += fmt.Sprintf("; the most efficient, %s, has rank %d with %s GFlops/W", named(some[best]), some[best].Rank, templates.Efficiency(*some[best].Efficiency))
	}
	return text
}

// breaksWithin are the lists whose figures do not compare with those of the list before in trends of some systems: where whole lists do
// not compare, or a list between has no such system.
func breaksWithin(trends, whole []store.Trend) []int {
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
