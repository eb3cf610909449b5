package submission

import (
	"strconv"
	"strings"

	"green500/templates"
	"green500/validation"
)

// numberRow is a derived number in the unit the lists print.
type numberRow struct {
	name, value, plusMinus, unit, formula string
	inputs                                []validation.Term
}

// listUnits are the units that figures are shown in, with what one of them is in the unit of the report.
var listUnits = map[string]struct {
	unit string
	size float64
}{
	"W":      {"kW", 1e3},
	"J":      {"MJ", 1e6},
	"GFlops": {"TFlop/s", 1e3},
}

// numberRows are the figures of an entry in the order in which one follows from another.
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
		return numberRow{name, templates.Missing, templates.Missing, templates.Missing, "cannot be calculated from the stated values", nil}
	}
	unit, size := n.Unit, 1.0
	if shown, ok := listUnits[n.Unit]; ok {
		unit, size = shown.unit, shown.size
	}
	return numberRow{name, templates.Significant(n.Value / size), figureText(n.Uncertainty, size), unit, n.Formula, n.Inputs}
}

// inputsWords counts what a formula was filled with.
func inputsWords(inputs []validation.Term) string {
	if len(inputs) == 1 {
		return "1 input"
	}
	return strconv.Itoa(len(inputs)) + " inputs"
}

// termWords is an input with all its digits, so that the figure can be recomputed from the page.
func termWords(t validation.Term) string {
	text := t.Name + " = " + strings.TrimRight(strconv.FormatFloat(t.Value, 'f', -1, 64)+" "+t.Unit, " ")
	if t.Source != "" {
		text += ", " + t.Source
	}
	return text
}
