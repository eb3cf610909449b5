package submission

import (
	"math"
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/power"
)

type numberRow struct {
	name, value, plusMinus, unit, formula string
	inputs                                []validation.Term
}

var listUnits = map[string]struct {
	unit string
	size float64
}{
	"W":      {"kW", 1e3},
	"J":      {"MJ", 1e6},
	"GFlops": {"TFlop/s", 1e3},
}

func numberRows(n validation.Numbers) []numberRow {
	return []numberRow{
		newNumberRow("Efficiency", n.Efficiency),
		newNumberRow("Rmax", n.Rmax),
		newNumberRow("Average power, core phase", n.CoreAverage),
		newNumberRow("– as metered", n.MeteredCoreAverage),
		newNumberRow("– conversion loss", n.ConversionLoss),
		newNumberRow("– extrapolated", n.Extrapolated),
		newNumberRow("– estimated", n.Estimated),
		newNumberRow("– readings weighted by time", n.WeightedCoreAverage),
		newNumberRow("Average power, full run", n.FullRunAverage),
		newNumberRow("– as metered", n.MeteredFullRunAverage),
		newNumberRow("Idle power", n.Idle),
		newNumberRow("Energy, core phase", n.CoreEnergy),
		newNumberRow("Energy, full run", n.FullRunEnergy),
		newNumberRow("Energy, idle spans", n.IdleEnergy),
		newNumberRow("Duration, core phase", n.CoreDuration),
		newNumberRow("Duration, full run", n.FullRunDuration),
	}
}

func newNumberRow(name string, n *validation.Number) numberRow {
	if n == nil {
		return numberRow{name, templates.Missing, templates.Missing, templates.Missing,
			"cannot be calculated from the stated values", nil}
	}
	unit, size := n.Unit, 1.0
	if shown, ok := listUnits[n.Unit]; ok {
		unit, size = shown.unit, shown.size
	}
	return numberRow{name, templates.Significant(n.Value / size), figureText(n.Uncertainty, size), unit,
		n.Formula, n.Inputs}
}

// termWords is an input with all its digits, so that the figure can be recomputed from the page.
func termWords(t validation.Term) string {
	text := t.Name + " = " + strings.TrimRight(strconv.FormatFloat(t.Value, 'f', -1, 64)+" "+t.Unit, " ")
	if t.Source != "" {
		text += ", " + t.Source
	}
	return text
}

const stackWidth = 1000

type stackBar struct {
	part     validation.Part
	x, width string
}

func stack(parts []validation.Part) []stackBar {
	var bars []stackBar
	total, at := float64(stackSum(parts)), 0.0
	for _, kind := range kinds(parts) {
		for _, part := range parts {
			if part.Kind != kind.Kind || total <= 0 {
				continue
			}
			width := float64(part.Watts) / total * stackWidth
			bars = append(bars, stackBar{part, chart.Coordinate(at), chart.Coordinate(width)})
			at += width
		}
	}
	return bars
}

func (b stackBar) fill() string { return kindFill(b.part.Kind) }

func (b stackBar) title() string {
	return partName(b.part) + ", " + kindWord(b.part.Kind) + ": " +
		templates.Digits(b.part.Watts.Kilowatts(), 3) + " kW"
}

// kindFill is the pattern that marks extrapolated watts without colour.
func kindFill(k power.Kind) string {
	return templates.If(k == power.Extrapolated, "url(#extrapolated-hatch)")
}

func kinds(parts []validation.Part) []validation.Part {
	var sums []validation.Part
	for _, kind := range []power.Kind{power.Metered, power.Extrapolated, power.Estimate, power.ConversionLoss} {
		sum := validation.Part{Contribution: power.Contribution{Kind: kind}}
		for _, part := range parts {
			if part.Kind == kind {
				sum.Watts += part.Watts
			}
		}
		if sum.Watts != 0 {
			sums = append(sums, sum)
		}
	}
	return sums
}

func stackSum(parts []validation.Part) power.Watts {
	var sum power.Watts
	for _, part := range parts {
		sum += part.Watts
	}
	return sum
}

func share(w power.Watts, parts []validation.Part) float64 {
	if total := stackSum(parts); total > 0 {
		return float64(w) / float64(total) * 100
	}
	return 0
}

func stackWords(parts []validation.Part) string {
	var texts []string
	for _, kind := range kinds(parts) {
		texts = append(texts, kindWord(kind.Kind)+" "+templates.KilowattWords(kind.Watts)+" kW")
	}
	return strings.Join(texts, ", ") + "; together " + templates.Digits(stackSum(parts).Kilowatts(), 1) + " kW"
}

func partName(p validation.Part) string {
	return templates.Either(p.NodeSet == "", templates.Words(p.Subsystem), templates.Words(p.Subsystem)+", "+p.NodeSet)
}

type instrumentColumn struct {
	title, unit string
	figure      func(validation.InstrumentFacts) float64
	flagged     bool // any figure over zero deserves a look
}

func instrumentColumns() []instrumentColumn {
	type facts = validation.InstrumentFacts
	count := func(of func(facts) int) func(facts) float64 { return func(f facts) float64 { return float64(of(f)) } }
	return []instrumentColumn{
		{"Readings", "", count(func(f facts) int { return f.Readings }), false},
		{"Interval", "s", func(f facts) float64 { return f.Interval }, false},
		{"Update interval", "s", func(f facts) float64 { return f.Update }, false},
		{"Gaps", "", count(func(f facts) int { return f.Gaps }), true},
		{"Lost", "s", func(f facts) float64 { return f.Lost }, true},
		{"Repeated values", "", count(func(f facts) int { return f.Repeats }), false},
		{"Duplicate times", "", count(func(f facts) int { return f.Doubled }), true},
		{"Out of order", "", count(func(f facts) int { return f.Reversed }), true},
		{"Resolution", "W or J", func(f facts) float64 { return f.Resolution }, false},
		{"Resets", "", count(func(f facts) int { return f.Falls }), true},
		{"Missing values", "", count(func(f facts) int { return f.Sentinels }), true},
		{"Outliers", "", count(func(f facts) int { return f.Outliers }), true},
	}
}

func (c instrumentColumn) value(f validation.InstrumentFacts) string {
	figure := c.figure(f)
	if figure == math.Trunc(figure) {
		return templates.Digits(figure, 0)
	}
	return templates.Significant(figure)
}

func (c instrumentColumn) notable(f validation.InstrumentFacts) bool {
	return c.flagged && c.figure(f) > 0
}

func edgeWords(at power.Time, offset *float64, end string) string {
	if at.IsZero() || offset == nil {
		return "no edge found"
	}
	words := templates.Either(*offset < 0, " before the ", " after the ")
	return templates.Clock(at.Time) + ", " + templates.Seconds(secondsOf(math.Abs(*offset))) + words + end +
		" of the core phase"
}
