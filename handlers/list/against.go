package list

import (
	"math"
	"slices"

	"green500/handlers"
	"green500/store"
	"green500/templates/chart"
	"green500/validation/listing"
)

// dividing says how the systems of a figure are divided into series: by a value of each, into parts in their order.
type dividing struct {
	of    func(listing.Row) string
	parts []part
}

// part is a value with its name and colour.
type part struct{ value, name, ink string }

// scatterFigure draws the performance of the systems of a list against their power, in colours that stand for what divides them.
func scatterFigure(id string, list store.Catalogued, lines []listing.Row, colour string, by dividing) chart.Figure {
	figure := againstFigure(lines, chart.Figure{
		ID: id, Title: "Rmax and power of the systems of " + listTitle(list), Source: sourceList(list),
		Note: "One point for each system whose power is known, coloured by " + colour + ". Systems on a dashed line have the same efficiency. Both scales are logarithmic.",
	}, by)
	figure.Says = scatterSays(lines)
	return figure
}

// againstFigure draws performance against power, with lines of equal efficiency.
func againstFigure(lines []listing.Row, figure chart.Figure, by dividing) chart.Figure {
	rmax, _ := listing.ColumnOf("rmax")
	watts, _ := listing.ColumnOf("power")
	figure.Kind, figure.X, figure.Y = chart.Cloud, chart.Axis{Name: watts.Title, Unit: watts.Unit, Log: true}, chart.Axis{Name: rmax.Title, Unit: rmax.Unit, Log: true}
	figure.Table.Columns = []chart.FigureColumn{
		{Name: "system", Title: "System"}, {Name: "list", Title: "List"}, {Name: "rank", Title: "Rank", Numeric: true},
		handlers.MeasureColumn("rmax", rmax.Title, rmax.Unit), handlers.MeasureColumn("power", watts.Title, watts.Unit), handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt),
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
		figure.Series[at].Points = append(figure.Series[at].Points, chart.FigurePoint{X: *x, Y: *y, Name: named(line), Href: chart.SystemHref(line.SystemKey, line.SystemID), About: aboutLine(line)})
		figure.Table.Rows = append(figure.Table.Rows, []chart.FigureCell{
			chart.Linked(named(line), chart.SystemHref(line.SystemKey, line.SystemID)), chart.Said(line.List), rankOr(line.Ranked()),
			chart.Figured(y, rmax.Digits), chart.Figured(x, watts.Digits), chart.Figured(line.Efficiency, 3),
		})
	}
	figure.Series = slices.DeleteFunc(figure.Series, func(s chart.Series) bool { return len(s.Points) == 0 })
	figure.Guides = efficiencyGuides(least, most)
	return figure
}

// mostGuides are the lines of equal efficiency that can be told apart.
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
