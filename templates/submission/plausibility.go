package submission

import (
	"cmp"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lab/model"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

func expected(p plausibility.Panel) chart.Figure {
	f := chart.Figure{
		ID: "expected", Title: "Power of the whole machine in the core phase", Kind: chart.Marks,
		Note: "Whiskers are " + templates.Whole(model.Beyond) +
			" times the error of a model: reviewers get a warning for values outside of them.",
		Y: chart.Axis{Name: "Power", Unit: "kW"}, Stages: []string{p.HeldName}, Series: []chart.Series{{Name: "Power"}},
	}
	f.Series[0].Points = append(f.Series[0].Points, chart.FigurePoint{Y: p.Held.Kilowatts(), Name: p.HeldName})
	for i, one := range p.Predictions {
		half := model.Beyond * one.Error.Kilowatts()
		f.Stages = append(f.Stages, one.Name)
		f.Series[0].Points = append(f.Series[0].Points,
			chart.FigurePoint{Stage: i + 1, Y: one.Power.Kilowatts(), Half: &half, Name: one.Name})
	}
	return f
}

func expectedTable(p plausibility.Panel) chart.FigureTable {
	t := chart.FigureTable{Columns: []chart.FigureColumn{
		{Title: "Figure"}, {Title: "Power", Unit: "kW", Numeric: true},
		{Title: "Error of the model", Unit: "kW", Numeric: true},
		{Title: "Deviation", Numeric: true}, {Title: "Smallest that is found", Numeric: true}, {Title: "Data"},
		{Title: "Within the error"},
	}}
	t.Rows = append(t.Rows, []chart.FigureCell{chart.Said(templates.Capital(p.HeldName)), kilowattCell(p.Held),
		chart.Said(templates.Missing), chart.Said(templates.Missing), chart.Said(templates.Missing),
		chart.Said(templates.Missing), chart.Said(templates.Missing)})
	for _, one := range p.Predictions {
		says, smallest := "explained", templates.Missing
		if one.Beyond {
			says = "not explained"
		}
		if one.Outside {
			smallest = percentWords(one.Smallest())
		}
		t.Rows = append(t.Rows, []chart.FigureCell{chart.Said(one.Name), kilowattCell(one.Power),
			kilowattCell(one.Error), chart.Said(change(one.Part())), chart.Said(smallest),
			chart.Said(templates.Either(one.Outside, "from outside the run", "the log of the run")), chart.Said(says)})
	}
	return t
}

func percentWords(part float64) string {
	percent := 100 * part
	if percent < 10 {
		return templates.Digits(percent, 1) + "%"
	}
	return templates.Digits(percent, 0) + "%"
}

// smallestWords say which error the data from outside the run would show; the log shows none that is common to all
// meters.
func smallestWords(p plausibility.Panel) string {
	sharpest, ok := p.Sharpest()
	if !ok {
		return "No data from outside the run: an error common to all meters cannot be noticed."
	}
	return "An error of the " + p.HeldName + " of " + percentWords(sharpest.Smallest()) +
		" or more would be noticed (" + sharpest.Name +
		"); a smaller one that is common to all meters cannot be noticed."
}

func kilowattCell(w power.Watts) chart.FigureCell {
	return chart.Figured(new(w.Kilowatts()), 2)
}

func setTable(sets []plausibility.Set) chart.FigureTable {
	t := chart.FigureTable{Columns: []chart.FigureColumn{
		{Title: "Nodes"}, {Title: "Measured", Numeric: true}, {Title: "Of", Numeric: true},
		{Title: "Static", Unit: "W", Numeric: true}, {Title: "Dynamic", Unit: "W", Numeric: true},
		{Title: "Idle, differ by", Unit: "%", Numeric: true}, {Title: "Loaded, by", Unit: "%", Numeric: true},
		{Title: "For ±1%", Numeric: true}, {Title: "For ±2%", Numeric: true},
	}}
	for _, s := range sets {
		static, dynamic := chart.Said(templates.Missing), chart.Said(templates.Missing)
		if s.Calibrated() {
			static, dynamic = chart.Figured(&s.Power.Static, 1), chart.Figured(&s.Power.Dynamic, 1)
		}
		t.Rows = append(t.Rows, []chart.FigureCell{
			chart.Said(setName(s)), chart.Counted(s.Measured), chart.Counted(s.Nodes), static, dynamic,
			partCell(s.Idle), partCell(&s.Variation), chart.Counted(s.ForOne), chart.Counted(s.ForTwo),
		})
	}
	return t
}

func setName(s plausibility.Set) string { return cmp.Or(s.Name, "compute nodes") }

func partCell(part *float64) chart.FigureCell {
	if part == nil {
		return chart.Said(templates.Missing)
	}
	return chart.Figured(new(100**part), 2)
}

func calibrationTable(s plausibility.Set) chart.FigureTable {
	t := chart.FigureTable{Columns: []chart.FigureColumn{
		{Title: "Instrument"}, {Title: "Static", Unit: "W", Numeric: true},
		{Title: "Dynamic", Unit: "W", Numeric: true},
		{Title: "R²", Numeric: true}, {Title: "Residual", Unit: "W", Numeric: true},
		{Title: "Steps used", Numeric: true}, {Title: "Left out", Numeric: true},
	}}
	for _, one := range s.Instruments {
		c := one.Calibration
		if c == nil {
			t.Rows = append(t.Rows, []chart.FigureCell{chart.Said(one.Name), chart.Said(templates.Missing),
				chart.Said(templates.Missing), chart.Said(templates.Missing), chart.Said(templates.Missing),
				chart.Said(templates.Missing), chart.Said(templates.Missing)})
			continue
		}
		node := c.Node()
		t.Rows = append(t.Rows, []chart.FigureCell{
			chart.Said(one.Name), chart.Figured(&node.Static, 1), chart.Figured(&node.Dynamic, 1),
			chart.Figured(&c.RSquared, 4), chart.Figured(&c.Residual, 1),
			chart.Counted(c.Readings), chart.Counted(c.Dropped + c.Rejected()),
		})
	}
	return t
}

func sinceWords(p plausibility.Panel, efficiencyNow float64) string {
	words := templates.KilowattWords(p.Earlier.Power) + " kW then"
	if p.Earlier.Power > 0 {
		words += ", " + change(float64(p.Held/p.Earlier.Power)-1) + " since"
	}
	if p.Earlier.Efficiency > 0 && efficiencyNow > 0 {
		words += "; " + templates.Efficiency(p.Earlier.Efficiency) + " GFlops/W then, " +
			change(efficiencyNow/p.Earlier.Efficiency-1) + " since"
	}
	return words
}

const mostNamed = 5

func againWords(p plausibility.Panel) string {
	limit := templates.Digits(100*model.SimGridAccuracy, 0) + "%"
	if len(p.Again) == 0 {
		return "none of " + templates.Plural(p.Compared, "instrument", "instruments") + " changed by more than " +
			limit + " since"
	}
	var named []string
	for _, one := range p.Again[:min(len(p.Again), mostNamed)] {
		named = append(named, one.Node+" "+change(float64(one.Change()/one.Earlier)))
	}
	if len(p.Again) > mostNamed {
		named = append(named, "and others")
	}
	return templates.Whole(len(p.Again)) + " of " + templates.Plural(p.Compared, "instrument", "instruments") +
		" changed by more than " + limit + " since: " +
		strings.Join(named, ", ") + ". The calibration of these is no longer valid."
}

func calibrationCaption(s plausibility.Set) string {
	which := "all " + templates.Plural(s.All, "instrument", "instruments")
	if len(s.Instruments) < s.All {
		which = templates.Whole(len(s.Instruments)) + " of " + templates.Plural(s.All, "instrument", "instruments")
	}
	return "Power of one node of " + setName(s) +
		": least squares through even steps of the idle time and of the core phase, " + which
}

func (p EntryPage) warned() bool { return p.Owner || p.Reviewed != nil }
