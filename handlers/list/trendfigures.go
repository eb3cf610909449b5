package list

import (
	"context"
	"fmt"
	"slices"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	"green500/templates/chart"
	"green500/validation/listing"
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
	newest := trends[len(trends)-1]
	says := fmt.Sprintf("Systems with an efficiency in %s: %d of %d", newest.Edition, newest.Measured, newest.Systems)
	return courseFigure(trends, chart.Figure{
		ID: "systems", Title: "Number of systems", Says: says, Source: source, Y: chart.Axis{Name: "systems"}, Note: "A system without a listed power has no efficiency.",
	}, course{"all", func(t store.Trend) *float64 { return new(float64(t.Systems)) }}, course{"with an efficiency", func(t store.Trend) *float64 { return new(float64(t.Measured)) }})
}

func rmaxFigure(trends []store.Trend, source string) chart.Figure {
	newest := trends[len(trends)-1]
	says := fmt.Sprintf("In %s, the total Rmax of %s is %s %s", newest.Edition, templates.Plural(newest.Systems, "system", "systems"), templates.Significant(float64(newest.Rmax)*petaPerGiga), handlers.Petaflop)
	return courseFigure(trends, chart.Figure{
		ID: "rmax", Title: "Total Rmax", Says: says, Source: source, Y: chart.Axis{Name: "Rmax", Unit: handlers.Petaflop, Log: true}, Note: "Sum over all systems of the edition, on a logarithmic scale.",
	}, course{"Rmax", func(t store.Trend) *float64 { return new(float64(t.Rmax) * petaPerGiga) }})
}

func powerFigure(trends []store.Trend, source string) chart.Figure {
	newest := trends[len(trends)-1]
	says := fmt.Sprintf("In %s, the total power of %s is %s %s", newest.Edition, templates.Plural(newest.Powered, "system", "systems"), templates.Significant(float64(newest.Power)*megaPerWatt), handlers.Megawatt)
	return courseFigure(trends, chart.Figure{
		ID: "power", Title: "Total power", Says: says, Source: source, Y: chart.Axis{Name: "power", Unit: handlers.Megawatt}, Note: "Sum over the systems whose power the list states; the table has their number.",
	}, course{"power", func(t store.Trend) *float64 { return new(float64(t.Power) * megaPerWatt) }})
}

func fittedFigure(trends []store.Trend, source string) chart.Figure {
	figure := courseFigure(trends, chart.Figure{
		ID: "accelerators", Title: "Share of systems with accelerators", Source: source, Y: chart.Axis{Name: "share", Unit: handlers.Percent}, Note: "A system has accelerators if its list names one, or counts their cores.",
	})
	figure.Kind = chart.Stacks
	newest := trends[len(trends)-1]
	figure.Says = fmt.Sprintf("In %s, %.0f%% of the systems have accelerators", newest.Edition, inPercent(newest.Fitted, newest.Systems))
	with, without := chart.Series{Name: "with accelerators"}, chart.Series{Name: "without", Ink: chart.UnsaidInk}
	for i, trend := range trends {
		share := inPercent(trend.Fitted, trend.Systems)
		with.Points = append(with.Points, chart.FigurePoint{Stage: i, Y: share})
		without.Points = append(without.Points, chart.FigurePoint{Stage: i, Y: inPercent(trend.Systems-trend.Fitted, trend.Systems)})
	}
	figure.Series = []chart.Series{with, without}
	return figure
}

func inPercent(part, of int) float64 { return 100 * float64(part) / float64(of) }

// sharesOfTrends draws which levels, countries, vendors and accelerators the systems of lists have.
func (h *Handlers) sharesOfTrends(ctx context.Context, scope store.Scope, trends []store.Trend) ([]chart.Figure, error) {
	source := "Source: " + sourceOf(trends) + "."
	levels, err := h.Store.Shares(ctx, scope, "level")
	if err != nil {
		return nil, err
	}
	figures := []chart.Figure{levelFigure(trends, levels, source)}
	for _, column := range []string{"country", "vendor", "accelerator"} {
		of, err := h.kindOf(ctx, column)
		if err != nil {
			return nil, err
		}
		shares, err := h.Store.Shares(ctx, scope, column)
		if err != nil {
			return nil, err
		}
		figures = append(figures, kindTrend(trends, shares, of, source))
	}
	return figures, nil
}

// levelFigure draws which levels the measurements of lists have.
func levelFigure(trends []store.Trend, shares []store.Share, source string) chart.Figure {
	figure := chart.Figure{ID: "levels", Title: "Share of quality levels", Source: source, Note: "Of all systems of the edition. Lists before 2013 state no level, and later ones omit some."}
	var parts []part
	for _, level := range levelShares() {
		parts = append(parts, part(level))
	}
	figure = shareFigure(trends, shares, figure, parts)
	figure.Says = newestShare(trends, figure, "%[2]s of the systems have %[1]s")
	return figure
}

// kindTrend draws which values of a kind the systems of lists have: those with a colour of their own, and all others.
func kindTrend(trends []store.Trend, shares []store.Share, of kind, source string) chart.Figure {
	titles := map[string][2]string{"country": {"countries", "Share of countries"}, "vendor": {"vendors", "Share of vendors"}, "accelerator": {"generations", "Share of accelerator generations"}}[of.column]
	figure := chart.Figure{ID: titles[0], Title: titles[1], Source: source, Note: fmt.Sprintf("Of all systems of the edition: the %d most frequent values of all lists, with the same colours on all pages, and all others.", mostKinds)}
	counted := slices.Clone(shares)
	for i := range counted {
		counted[i].Value = of.value(counted[i].Value)
		if of.ink(counted[i].Value) == chart.OtherInk {
			counted[i].Value = others
		}
	}
	var parts []part
	for _, value := range append(slices.Clone(of.order[:min(len(of.order), mostKinds)]), others, "", listing.NoAccelerator) {
		parts = append(parts, part{value, of.name(value), of.ink(value)})
	}
	figure = shareFigure(trends, counted, figure, parts)
	figure.Says = newestShare(trends, figure, map[string]string{"country": "%[1]s has %[2]s of the systems", "vendor": "%[1]s built %[2]s of the systems", "accelerator": "%[2]s of the systems have %[1]s"}[of.column])
	return figure
}

// newestShare states the largest part of the newest edition that has a name of its own, in words for its name and its percentage.
func newestShare(trends []store.Trend, figure chart.Figure, words string) string {
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

// shareFigure draws which part of each edition holds which of some values, in their order.
func shareFigure(trends []store.Trend, shares []store.Share, figure chart.Figure, parts []part) chart.Figure {
	figure.Kind, figure.X, figure.Y = chart.Stacks, chart.Axis{Name: "edition"}, chart.Axis{Name: "share", Unit: handlers.Percent}
	figure.Table.Columns = []chart.FigureColumn{{Name: "edition", Title: "Edition"}, {Name: "list", Title: "List"}}
	counts := map[store.Share]int{}
	for _, share := range shares {
		counts[store.Share{List: share.List, Value: share.Value}] += share.Count
	}
	var drawn []part
	for _, one := range parts {
		series := chart.Series{Name: one.name, Ink: one.ink}
		for i, trend := range trends {
			if count := counts[store.Share{List: trend.List, Value: one.value}]; count > 0 {
				series.Points = append(series.Points, chart.FigurePoint{Stage: i, Y: inPercent(count, trend.Systems), Name: trend.List})
			}
		}
		if len(series.Points) > 0 {
			drawn = append(drawn, one)
			figure.Series = append(figure.Series, series)
			figure.Table.Columns = append(figure.Table.Columns, chart.FigureColumn{Name: one.name, Title: one.name, Unit: "systems", Numeric: true})
		}
	}
	for _, trend := range trends {
		figure.Stages = append(figure.Stages, trend.Edition)
	}
	for _, trend := range slices.Backward(trends) {
		row := []chart.FigureCell{chart.Said(trend.Edition), chart.Linked(trend.List, "/lists/"+trend.List)}
		for _, one := range drawn {
			row = append(row, chart.Counted(counts[store.Share{List: trend.List, Value: one.value}]))
		}
		figure.Table.Rows = append(figure.Table.Rows, row)
	}
	return figure
}
