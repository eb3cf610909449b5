package templates

import (
	"strings"

	"green500/validation/model"
	"green500/validation/plausibility"
	"green500/validation/power"
)

// expected draws what models make of the machine beside what it is held against, each with three times its error.
func expected(p plausibility.Panel) Figure {
	f := Figure{
		ID: "expected", Title: "Power of the whole machine in the core phase", Kind: Marks,
		Note: "Whiskers are " + whole(model.Beyond) + " times the error of a model: outside of them a reviewer is told.",
		Y:    Axis{Name: "Power", Unit: "kW"}, Stages: []string{p.HeldName}, Series: []Series{{Name: "Power"}},
	}
	f.Series[0].Points = append(f.Series[0].Points, FigurePoint{Y: p.Held.Kilowatts(), Name: p.HeldName})
	for i, one := range p.Predictions {
		half := model.Beyond * one.Error.Kilowatts()
		f.Stages = append(f.Stages, one.Name)
		f.Series[0].Points = append(f.Series[0].Points, FigurePoint{Stage: i + 1, Y: one.Power.Kilowatts(), Half: &half, Name: one.Name})
	}
	return f
}

// expectedTable is the same in numbers.
func expectedTable(p plausibility.Panel) FigureTable {
	t := FigureTable{Columns: []FigureColumn{
		{Title: "Figure"}, {Title: "Power", Unit: "kW", Numeric: true}, {Title: "Error of the model", Unit: "kW", Numeric: true},
		{Title: "Off by", Numeric: true}, {Title: "By the error"},
	}}
	t.Rows = append(t.Rows, []FigureCell{Said(capital(p.HeldName)), kilowattCell(p.Held), Said(missing), Said(missing), Said(missing)})
	for _, one := range p.Predictions {
		says := "explained"
		if one.Beyond {
			says = "not explained"
		}
		t.Rows = append(t.Rows, []FigureCell{Said(one.Name), kilowattCell(one.Power), kilowattCell(one.Error), Said(change(one.Part())), Said(says)})
	}
	return t
}

func kilowattCell(w power.Watts) FigureCell {
	kilowatts := w.Kilowatts()
	return Figured(&kilowatts, 2)
}

// setTable are the node models, a row for each set of nodes.
func setTable(sets []plausibility.Set) FigureTable {
	t := FigureTable{Columns: []FigureColumn{
		{Title: "Nodes"}, {Title: "Measured", Numeric: true}, {Title: "Of", Numeric: true},
		{Title: "Static", Unit: "W", Numeric: true}, {Title: "Dynamic", Unit: "W", Numeric: true},
		{Title: "Idle, differ by", Unit: "%", Numeric: true}, {Title: "Loaded, by", Unit: "%", Numeric: true},
		{Title: "For ±1%", Numeric: true}, {Title: "For ±2%", Numeric: true},
	}}
	for _, s := range sets {
		static, dynamic := Said(missing), Said(missing)
		if s.Calibrated() {
			static, dynamic = Figured(&s.Power.Static, 1), Figured(&s.Power.Dynamic, 1)
		}
		t.Rows = append(t.Rows, []FigureCell{
			Said(setName(s)), Counted(s.Measured), Counted(s.Nodes), static, dynamic,
			partCell(s.Idle), partCell(&s.Variation), Counted(s.ForOne), Counted(s.ForTwo),
		})
	}
	return t
}

func setName(s plausibility.Set) string {
	if s.Name == "" {
		return "compute nodes"
	}
	return s.Name
}

// partCell is a part of one in percent; nil is not known.
func partCell(part *float64) FigureCell {
	if part == nil {
		return Said(missing)
	}
	percent := 100 * *part
	return Figured(&percent, 2)
}

// calibrationTable are the instruments that node models were found of.
func calibrationTable(s plausibility.Set) FigureTable {
	t := FigureTable{Columns: []FigureColumn{
		{Title: "Instrument"}, {Title: "Static", Unit: "W", Numeric: true}, {Title: "Dynamic", Unit: "W", Numeric: true},
		{Title: "R²", Numeric: true}, {Title: "Residual", Unit: "W", Numeric: true}, {Title: "Steps used", Numeric: true}, {Title: "Left out", Numeric: true},
	}}
	for _, one := range s.Instruments {
		c := one.Calibration
		if c == nil {
			t.Rows = append(t.Rows, []FigureCell{Said(one.Name), Said(missing), Said(missing), Said(missing), Said(missing), Said(missing), Said(missing)})
			continue
		}
		t.Rows = append(t.Rows, []FigureCell{
			Said(one.Name), Figured(&c.Power.Static, 1), Figured(&c.Power.Dynamic, 1), Figured(&c.RSquared, 4), Figured(&c.Residual, 1),
			Counted(c.Readings), Counted(c.Dropped + c.Rejected),
		})
	}
	return t
}

// sinceWords say how the machine changed since it was on a list before.
func sinceWords(p plausibility.Panel, efficiencyNow float64) string {
	words := kilowattWords(p.Earlier.Power) + " kW then"
	if p.Earlier.Power > 0 {
		words += ", " + change(float64(p.Held/p.Earlier.Power)-1) + " since"
	}
	if p.Earlier.Efficiency > 0 && efficiencyNow > 0 {
		words += "; " + efficiency(p.Earlier.Efficiency) + " GFlops/W then, " + change(efficiencyNow/p.Earlier.Efficiency-1) + " since"
	}
	return words
}

// mostNamed is how many nodes are named that changed.
const mostNamed = 5

// againWords say which nodes draw another idle power than in the edition before.
func againWords(p plausibility.Panel) string {
	limit := digits(100*model.SimGridAccuracy, 0) + "%"
	if len(p.Again) == 0 {
		return "none of " + plural(p.Compared, "instrument", "instruments") + " changed by more than " + limit + " since"
	}
	var named []string
	for _, one := range p.Again[:min(len(p.Again), mostNamed)] {
		named = append(named, one.Node+" "+change(float64(one.Change()/one.Earlier)))
	}
	if len(p.Again) > mostNamed {
		named = append(named, "and others")
	}
	return whole(len(p.Again)) + " of " + plural(p.Compared, "instrument", "instruments") + " changed by more than " + limit + " since: " +
		strings.Join(named, ", ") + ". What was calibrated then doesn't hold for these any more."
}

// calibrationCaption says what the table of instruments holds.
func calibrationCaption(s plausibility.Set) string {
	which := "all " + plural(s.All, "instrument", "instruments")
	if len(s.Instruments) < s.All {
		which = whole(len(s.Instruments)) + " of " + plural(s.All, "instrument", "instruments")
	}
	return "Watts of one node of " + setName(s) + ": least squares through even steps of the idle time and of the core phase, " + which
}

// remarked reports whether whoever reads the page is told what models find odd.
func (p EntryPage) remarked() bool { return p.Owner || p.Reviewed != nil }
