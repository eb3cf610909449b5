package listing

import (
	"testing"

	"green500/validation/power"
)

// TestOfOptimisedRun: a row says that its efficiency is of the run tuned for power if that run gives it, or if it is
// the only one.
func TestOfOptimisedRun(t *testing.T) {
	rmax, tuned, drawn, less := power.GFlops(92e6), power.GFlops(80e6), power.Watts(1.42e6), power.Watts(1e6)
	row := func(efficiency float64, optimised bool, run *power.GFlops, used *power.Watts) Row {
		return Row{Rmax: &rmax, Power: &drawn, Efficiency: &efficiency, Optimised: optimised, OptimisedRmax: run,
			OptimisedPower: used}
	}
	for name, c := range map[string]struct {
		row  Row
		want bool
	}{
		"of the ranked run":               {row(64.79, true, &tuned, &less), false},
		"of the tuned run":                {row(80, true, &tuned, &less), true},
		"of the tuned rate":               {row(56.34, true, &tuned, nil), true},
		"of the tuned power":              {row(92, true, nil, &less), true},
		"of the tuned run, rounded":       {row(80.2, true, &tuned, &less), true},
		"with no other run":               {row(64.79, true, nil, nil), true},
		"not tuned":                       {row(80, false, nil, nil), false},
		"without an efficiency":           {Row{Rmax: &rmax, Optimised: true}, false},
		"of a tuned run without a figure": {row(80, true, &tuned, new(power.Watts)), false},
	} {
		if got := c.row.OfOptimisedRun(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestOfAnotherRun: a row says that its efficiency is not of the run whose Rmax and power it shows, and that numbers
// disagree.
func TestOfAnotherRun(t *testing.T) {
	rmax, tuned, drawn, less := power.GFlops(92e6), power.GFlops(80e6), power.Watts(1.42e6), power.Watts(1e6)
	row := func(efficiency float64, power *power.Watts) Row {
		return Row{Rmax: &rmax, Power: power, Efficiency: &efficiency, Optimised: true, OptimisedRmax: &tuned,
			OptimisedPower: &less}
	}
	for name, c := range map[string]struct {
		row               Row
		another, disagree bool
	}{
		"of the ranked run":               {row(64.79, &drawn), false, false},
		"of the tuned run":                {row(80, &drawn), true, false},
		"of the tuned run, without power": {row(80, nil), true, false},
		"of no run":                       {row(70, &drawn), false, true},
		"of no run, without power":        {row(70, nil), false, false},
		"of the only run": {Row{Rmax: &rmax, Power: &drawn, Efficiency: new(64.79), Optimised: true},
			false, false},
	} {
		if another, disagree := c.row.OfAnotherRun(), c.row.Disagrees(); another != c.another ||
			disagree != c.disagree {
			t.Errorf("%s: %v, %v", name, another, disagree)
		}
	}
}
