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

// placesFigure draws where some systems are among all systems of a list.
func placesFigure(list store.Catalogued, all, some []listing.Row, name string) chart.Figure {
	title := listTitle(list)
	figure := chart.Figure{
		ID: "places", Kind: chart.Cloud, Title: "Efficiency of all systems of " + title, Says: placesSays(title, all, some, name), Source: "Source: the list " + list.Name + ", " + gradedWhere(list.Kind) + ".",
		X: chart.Axis{Name: "rank"}, Y: chart.Axis{Name: "efficiency", Unit: handlers.PerWatt}, Note: "One point for each system with an efficiency. A bar is the uncertainty, if the list states one.",
		Table: chart.FigureTable{Columns: []chart.FigureColumn{
			{Name: "rank", Title: "Rank", Numeric: true}, {Name: "system", Title: "System"}, handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt), handlers.MeasureColumn("half_width", "±", handlers.PerWatt),
		}},
	}
	rest, these := chart.Series{Name: "other systems", Ink: chart.OtherInk}, chart.Series{Name: name}
	for _, line := range all {
		if line.Efficiency == nil {
			continue
		}
		into := &rest
		if slices.ContainsFunc(some, func(one listing.Row) bool { return one.Rank == line.Rank && one.SystemID == line.SystemID }) {
			into = &these
			figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
				chart.Counted(line.Rank), chart.Linked(named(line), chart.SystemHref(line.SystemKey, line.SystemID)), chart.Figured(line.Efficiency, 3), chart.Figured(line.Uncertainty, 3),
			})
		}
		into.Points = append(into.Points, chart.FigurePoint{X: float64(line.Rank), Y: *line.Efficiency, Half: line.Uncertainty, Name: named(line), Href: chart.SystemHref(line.SystemKey, line.SystemID), About: aboutLine(line)})
	}
	figure.Series = []chart.Series{rest, these}
	return figure
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
