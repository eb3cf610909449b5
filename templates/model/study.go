package model

import (
	"cmp"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lab"
	"green500/validation/study"
	"green500/validation/studyfile"
)

// LogStudyFields are the fields of the form besides logs.
func LogStudyFields() []string {
	return append([]string{"times", "idle", "lower", "higher", "slower"}, lab.ImportFields()...)
}

func importStated(values map[string]string, wrong templates.FieldErrors) bool {
	for _, name := range lab.ImportFields() {
		if values[name] != "" || wrong[name] != "" {
			return true
		}
	}
	return false
}

func primitiveTitle(p study.Part) string { return cmp.Or(p.Primitive, "Runs") }

func primitiveID(p study.Part) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(primitiveTitle(p)))
}

func logFigures(p study.Part) []chart.Figure {
	var figures []chart.Figure
	for _, one := range []struct {
		id, title string
		of        func(study.Comparison) float64
	}{
		{"latency", "Latency over the baseline’s", func(a study.Comparison) float64 { return a.Latency }},
		{"power", "Power over the baseline’s", func(a study.Comparison) float64 { return a.Power }},
		{"energy", "Energy over the baseline’s", func(a study.Comparison) float64 { return a.Energy }},
	} {
		f := chart.Figure{
			ID: one.id + "-" + primitiveID(p), Title: primitiveTitle(p) + ": " + one.title, Kind: chart.Courses, X: chart.Axis{Name: "size"}, Y: chart.Axis{Name: "over the baseline’s"},
			Note: "Hollow marks are not to be relied on.",
		}
		for _, b := range p.Baseline.Points {
			f.Stages = append(f.Stages, studyfile.SizeText(p.Size, b.Size))
		}
		for _, v := range p.All() {
			series := chart.Series{Name: v.Settings}
			for stage, b := range p.Baseline.Points {
				if against, found := v.At(b.Size); found && one.of(against) > 0 {
					series.Points = append(series.Points, chart.FigurePoint{Stage: stage, Y: one.of(against), Name: v.Settings, Doubt: against.Unreliable()})
				}
			}
			f.Series = append(f.Series, series)
		}
		figures = append(figures, f)
	}
	return figures
}

func logTable(p study.Part) chart.FigureTable {
	t := chart.FigureTable{Columns: []chart.FigureColumn{
		{Title: "Settings"}, {Title: "Size"}, {Title: "Duration", Unit: "s", Numeric: true}, {Title: "Mean power", Unit: "W", Numeric: true}, {Title: "Energy", Unit: "kJ", Numeric: true},
		{Title: "Readings", Numeric: true}, {Title: "Latency", Numeric: true}, {Title: "Power", Numeric: true}, {Title: "Energy", Numeric: true}, {Title: "Doubt"},
	}}
	const kilo = 1e3
	for _, v := range p.All() {
		for _, point := range v.Points {
			against, _ := v.At(point.Size)
			seconds, watts := point.Latency.Seconds(), float64(point.Power)
			energy := seconds * watts / kilo
			t.Rows = append(t.Rows, []chart.FigureCell{
				chart.Said(v.Settings), chart.Said(studyfile.SizeText(p.Size, point.Size)), chart.Figured(&seconds, 1), chart.Figured(&watts, 1), chart.Figured(&energy, 1),
				chart.Counted(point.Readings), ratioCell(against.Latency), ratioCell(against.Power), ratioCell(against.Energy), chart.Said(studyfile.Doubt(against)),
			})
		}
	}
	return t
}

func ratioCell(ratio float64) chart.FigureCell {
	if ratio <= 0 {
		return chart.Said(templates.Missing)
	}
	return chart.Figured(&ratio, 3)
}
