package templates

import "green500/validation"

// numberRow is a derived figure in the unit the lists print.
type numberRow struct {
	name, value, plusMinus, unit, formula string
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
		newNumberRow("Average power, full run", n.FullRunAverage),
		newNumberRow("– as metered", n.MeteredFullRunAverage),
		newNumberRow("Idle power", n.Idle),
		newNumberRow("Energy, core phase", n.CoreEnergy),
		newNumberRow("Duration, core phase", n.CoreDuration),
	}
}

func newNumberRow(name string, n *validation.Number) numberRow {
	if n == nil {
		return numberRow{name, missing, missing, missing, "cannot be formed from what was given"}
	}
	unit, size := n.Unit, 1.0
	if shown, ok := listUnits[n.Unit]; ok {
		unit, size = shown.unit, shown.size
	}
	row := numberRow{name, significant(n.Value / size), missing, unit, n.Formula}
	if n.Uncertainty != nil {
		row.plusMinus = significant(*n.Uncertainty / size)
	}
	return row
}
