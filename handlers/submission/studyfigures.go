package submission

import (
	"fmt"

	"green500/handlers"
	"green500/templates"
	"green500/templates/chart"
	submissionpage "green500/templates/submission"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
)

// mostVariants are drawn beside the baseline; six colours can be told apart.
const mostVariants = 5

// studyFigures draw a study as figures 3 to 14 of PASCoL do, and the efficiency if operations are known.
func studyFigures(s study.Study) []chart.Figure {
	if !s.Known() {
		return nil
	}
	unit := submissionpage.EnergyUnit(s.Amount)
	inFile := map[study.Quantity]string{study.Operations: "energy_j_per_gflop", study.Moved: "energy_j_per_mb",
		study.Whole: "energy_j"}[s.Amount]
	figures := []chart.Figure{
		overFigure(s, chart.Figure{ID: "latency", Title: "Run time over the baseline’s"},
			measured{chart.FigureColumn{Name: "duration_s", Title: "Run time", Unit: "s", Numeric: true},
				func(p study.Point) float64 { return p.Latency.Seconds() },
				func(a study.Comparison) float64 { return a.Latency }}),
		overFigure(s, chart.Figure{ID: "power", Title: "Average power over the baseline’s"},
			measured{chart.FigureColumn{Name: "power_w", Title: "Average power", Unit: "W", Numeric: true},
				func(p study.Point) float64 { return float64(p.Power) },
				func(a study.Comparison) float64 { return a.Power }}),
		overFigure(s, chart.Figure{ID: "energy", Title: "Energy over the baseline’s"},
			measured{chart.FigureColumn{Name: inFile, Title: "Energy", Unit: unit, Numeric: true},
				func(p study.Point) float64 { return float64(p.PerAmount()) },
				func(a study.Comparison) float64 { return a.Energy }}),
	}
	if s.Amount == study.Operations {
		figures = append(figures, perWattFigure(s))
	}
	return figures
}

type measured struct {
	column chart.FigureColumn
	of     func(study.Point) float64
	over   func(study.Comparison) float64
}

func overFigure(s study.Study, figure chart.Figure, m measured) chart.Figure {
	figure = ofStudy(s, figure, func(_ study.Point, a study.Comparison) float64 { return m.over(a) })
	figure.Y = chart.Axis{Name: "over the baseline’s"}
	figure.Table = studyTable(s, m.column, m.of,
		chart.FigureColumn{Name: "ratio", Title: "Over the baseline’s", Numeric: true}, m.over)
	return figure
}

func perWattFigure(s study.Study) chart.Figure {
	figure := ofStudy(s, chart.Figure{ID: "efficiency", Title: "Efficiency", Y: chart.Axis{Name: "efficiency",
		Unit: handlers.PerWatt}}, func(p study.Point, _ study.Comparison) float64 { return p.PerWatt() })
	figure.Table = studyTable(s, handlers.MeasureColumn("efficiency", "Efficiency", handlers.PerWatt),
		study.Point.PerWatt, chart.FigureColumn{Name: "rate_gflops", Title: "Rate", Unit: "GFlop/s", Numeric: true},
		nil)
	return figure
}

func ofStudy(s study.Study, figure chart.Figure, value func(study.Point, study.Comparison) float64) chart.Figure {
	figure.Kind, figure.X = chart.Courses, submissionpage.SizeAxis(s.Size)
	figure.Source = "Source: the runs that the site gives. They were not graded."
	by := figure.X.Name
	if figure.X.Unit != "" {
		by += " in " + figure.X.Unit
	}
	figure.Note = fmt.Sprintf("By %s. Hollow marks are not to be relied on: "+
		"their average has fewer than %d readings, or they save more than there is.", by, model.FewReadings)
	for _, p := range s.Baseline.Points {
		figure.Stages = append(figure.Stages, submissionpage.SizeWords(s.Size, p.Size))
	}
	drawn := s.All()
	if len(drawn) > 1+mostVariants {
		figure.Note += fmt.Sprintf(" The first %d settings are drawn; the table has them all.", mostVariants)
		drawn = drawn[:1+mostVariants]
	}
	for _, v := range drawn {
		series := chart.Series{Name: v.Settings}
		for stage, b := range s.Baseline.Points {
			for _, p := range v.Points {
				if against, found := v.At(b.Size); found && p.Size == b.Size && value(p, against) > 0 {
					series.Points = append(series.Points, chart.FigurePoint{Stage: stage, Y: value(p, against),
						Name: v.Settings, Doubt: against.Unreliable()})
				}
			}
		}
		figure.Series = append(figure.Series, series)
	}
	return figure
}

func studyTable(s study.Study, column chart.FigureColumn, of func(study.Point) float64, further chart.FigureColumn,
	over func(study.Comparison) float64) chart.FigureTable {
	axis := submissionpage.SizeAxis(s.Size)
	table := chart.FigureTable{Columns: []chart.FigureColumn{
		{Name: "settings", Title: "Settings"}, {Name: "size", Title: axis.Name, Unit: axis.Unit, Numeric: true},
		{Name: "runs", Title: "Runs", Numeric: true},
		{Name: "readings", Title: "Readings", Numeric: true}, column, further, {Name: "doubt", Title: "Doubt"},
	}}
	for _, v := range s.All() {
		for _, p := range v.Points {
			against, found := v.At(p.Size)
			if !found {
				continue
			}
			value, size, second := of(p), p.Size, float64(p.Rate())
			decimals := 0
			if over != nil {
				second, decimals = over(against), 3
			}
			table.Rows = append(table.Rows, []chart.FigureCell{
				chart.Said(v.Settings), {Text: submissionpage.SizeWords(s.Size, size), Number: &size},
				chart.Counted(p.Runs), readingsCell(p.Readings),
				significantCell(value), chart.Figured(&second, decimals),
				chart.Said(submissionpage.UncertainWords(against)),
			})
		}
	}
	return table
}

// significantCell is a value with four significant digits, so that small energies can be told apart.
func significantCell(value float64) chart.FigureCell {
	return chart.FigureCell{Text: templates.Significant(value), Number: &value}
}

func readingsCell(readings int) chart.FigureCell {
	if readings == 0 {
		return chart.Figured[float64](nil, 0)
	}
	return chart.Counted(readings)
}
