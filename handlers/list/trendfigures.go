package list

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"green500/handlers"
	"green500/store"
	"green500/templates/chart"
	"green500/validation/listing"
	"green500/validation/published"
)

// sourceOf names the lists that trends are told of.
func sourceOf(trends []store.Trend) string {
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
	return fmt.Sprintf("%s, %d graded here and %d published elsewhere", lists, graded, len(trends)-graded)
}

// trendColumns are the columns of the table that goes with each figure of trends.
func trendColumns() []chart.FigureColumn {
	return []chart.FigureColumn{
		{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}, {Name: "published", Title: "Published"},
		handlers.MeasureColumn("systems", "Systems", ""), handlers.MeasureColumn("with_efficiency", "With efficiency", ""),
		handlers.MeasureColumn("best", "Best", handlers.PerWatt), handlers.MeasureColumn("top_10_mean", "Top-10 mean", handlers.PerWatt), handlers.MeasureColumn("median", "Median", handlers.PerWatt),
		handlers.MeasureColumn("rmax", "Total Rmax", handlers.Petaflop), handlers.MeasureColumn("with_power", "With power", ""), handlers.MeasureColumn("power", "Total power", handlers.Megawatt),
		handlers.MeasureColumn("with_accelerators", "With accelerators", ""),
	}
}

// Kept units in those of sums.
const (
	petaPerGiga = 1e-6
	megaPerWatt = 1e-6
)

func trendTable(trends []store.Trend) chart.FigureTable {
	table := chart.FigureTable{Columns: trendColumns()}
	for _, trend := range slices.Backward(trends) {
		rmax, power := float64(trend.Rmax)*petaPerGiga, float64(trend.Power)*megaPerWatt
		table.Rows = append(table.Rows, []chart.FigureCell{
			chart.Said(trend.Edition), chart.Linked(trend.List, "/lists/"+trend.List), chart.Said(publishedWhere(trend.Kind)),
			chart.Counted(trend.Systems), chart.Counted(trend.Measured),
			chart.Figured(trend.Best, 3), chart.Figured(trend.Top, 3), chart.Figured(trend.Median, 3),
			chart.Figured(&rmax, 2), chart.Counted(trend.Powered), chart.Figured(&power, 2), chart.Counted(trend.Fitted),
		})
	}
	return table
}

// courseFigure draws figures of trends over the editions, a line each.
func courseFigure(trends []store.Trend, figure chart.Figure, lines ...course) chart.Figure {
	figure.Kind, figure.X, figure.Table = chart.Courses, chart.Axis{Name: "edition"}, trendTable(trends)
	for _, trend := range trends {
		figure.Stages = append(figure.Stages, trend.Edition)
	}
	for _, line := range lines {
		series := chart.Series{Name: line.name}
		for i, trend := range trends {
			if v := line.of(trend); v != nil && (!figure.Y.Log || *v > 0) {
				series.Points = append(series.Points, chart.FigurePoint{Stage: i, Y: *v, Name: trend.List, Href: "/lists/" + trend.List})
			}
		}
		figure.Series = append(figure.Series, series)
	}
	return figure
}

// course is a line of a figure.
type course struct {
	name string
	of   func(store.Trend) *float64
}

func systemsFigure(trends []store.Trend, source string) chart.Figure {
	return courseFigure(trends, chart.Figure{
		ID: "systems", Title: "Number of systems", Source: source, Y: chart.Axis{Name: "systems"}, Note: "A system without a listed power has no efficiency.",
	}, course{"all", func(t store.Trend) *float64 { return new(float64(t.Systems)) }}, course{"with an efficiency", func(t store.Trend) *float64 { return new(float64(t.Measured)) }})
}

func rmaxFigure(trends []store.Trend, source string) chart.Figure {
	return courseFigure(trends, chart.Figure{
		ID: "rmax", Title: "Total Rmax", Source: source, Y: chart.Axis{Name: "Rmax", Unit: handlers.Petaflop, Log: true}, Note: "Sum over all systems of the edition, on a logarithmic scale.",
	}, course{"Rmax", func(t store.Trend) *float64 { return new(float64(t.Rmax) * petaPerGiga) }})
}

func powerFigure(trends []store.Trend, source string) chart.Figure {
	return courseFigure(trends, chart.Figure{
		ID: "power", Title: "Total power", Source: source, Y: chart.Axis{Name: "power", Unit: handlers.Megawatt}, Note: "Sum over the systems whose power the list states; the table has their number.",
	}, course{"power", func(t store.Trend) *float64 { return new(float64(t.Power) * megaPerWatt) }})
}

func fittedFigure(trends []store.Trend, source string) chart.Figure {
	figure := courseFigure(trends, chart.Figure{
		ID: "accelerators", Title: "Share of systems with accelerators", Source: source, Y: chart.Axis{Name: "share", Unit: handlers.Percent}, Note: "A system has accelerators if its list names one, or counts their cores.",
	})
	figure.Kind = chart.Stacks
	with, without := chart.Series{Name: "with accelerators"}, chart.Series{Name: "without"}
	for i, trend := range trends {
		share := inPercent(trend.Fitted, trend.Systems)
		with.Points = append(with.Points, chart.FigurePoint{Stage: i, Y: share})
		without.Points = append(without.Points, chart.FigurePoint{Stage: i, Y: inPercent(trend.Systems-trend.Fitted, trend.Systems)})
	}
	figure.Series = []chart.Series{with, without}
	return figure
}

func inPercent(part, of int) float64 { return 100 * float64(part) / float64(of) }

// levelFigure draws which levels the measurements of lists have.
func levelFigure(trends []store.Trend, shares []store.Share, source string) chart.Figure {
	figure := chart.Figure{ID: "levels", Title: "Share of quality levels", Source: source, Note: "Of all systems of the edition. Lists before 2013 state no level, and later ones omit some."}
	return shareFigure(trends, shares, figure, func(value string) string {
		switch value {
		case "":
			return "not said"
		case "0":
			return "none"
		}
		return "Level " + value
	}, []string{"3", "2", "1", "0", ""})
}

// mostCountries are drawn by themselves; six colours can be told apart.
const mostCountries = 5

func countryFigure(trends []store.Trend, shares []store.Share, source string) chart.Figure {
	figure := chart.Figure{ID: "countries", Title: "Share of countries", Source: source, Note: fmt.Sprintf("Of all systems of the edition: the %d countries with the most systems, and all others.", mostCountries)}
	counts := map[string]int{}
	for _, share := range shares {
		counts[share.Value] += share.Count
	}
	most := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	most = most[:min(len(most), mostCountries)]
	const others = "others"
	for i, share := range shares {
		if !slices.Contains(most, share.Value) {
			shares[i].Value = others
		}
	}
	return shareFigure(trends, shares, figure, func(value string) string {
		switch name := published.CountryName(value); {
		case value == "":
			return "not said"
		case name != "":
			return name
		}
		return value
	}, append(most, others))
}

// shareFigure draws which part of each edition holds which of some values, in their order.
func shareFigure(trends []store.Trend, shares []store.Share, figure chart.Figure, name func(value string) string, values []string) chart.Figure {
	figure.Kind, figure.X, figure.Y = chart.Stacks, chart.Axis{Name: "edition"}, chart.Axis{Name: "share", Unit: handlers.Percent}
	figure.Table.Columns = []chart.FigureColumn{{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}}
	counts := map[store.Share]int{}
	for _, share := range shares {
		counts[store.Share{List: share.List, Value: share.Value}] += share.Count
	}
	for _, value := range values {
		series := chart.Series{Name: name(value)}
		for i, trend := range trends {
			if count := counts[store.Share{List: trend.List, Value: value}]; count > 0 {
				series.Points = append(series.Points, chart.FigurePoint{Stage: i, Y: inPercent(count, trend.Systems), Name: trend.List})
			}
		}
		if len(series.Points) > 0 {
			figure.Series = append(figure.Series, series)
			figure.Table.Columns = append(figure.Table.Columns, chart.FigureColumn{Name: name(value), Title: name(value), Unit: "systems", Numeric: true})
		}
	}
	for _, trend := range trends {
		figure.Stages = append(figure.Stages, trend.Edition)
	}
	for _, trend := range slices.Backward(trends) {
		row := []chart.FigureCell{chart.Said(trend.Edition), chart.Linked(trend.List, "/lists/"+trend.List)}
		for _, value := range values {
			if slices.ContainsFunc(figure.Series, func(s chart.Series) bool { return s.Name == name(value) }) {
				row = append(row, chart.Counted(counts[store.Share{List: trend.List, Value: value}]))
			}
		}
		figure.Table.Rows = append(figure.Table.Rows, row)
	}
	return figure
}
