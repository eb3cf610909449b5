package validation

import (
	"maps"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// VariationOf reads from instruments with names how much nodes differ.
func VariationOf(watts map[string]float64, nodes int) (variation float64, seen bool) {
	return RackVariationOf(watts, nodes, 1)
}

// RackVariationOf is VariationOf if whole racks of so many nodes were drawn.
func RackVariationOf(watts map[string]float64, nodes, rack int) (variation float64, seen bool) {
	var all []instrument
	for _, name := range slices.Sorted(maps.Keys(watts)) {
		all = append(all, instrument{name: name, watts: watts[name]})
	}
	variation, _, seen = variationOf(all, nodes, rack)
	return variation, seen
}

// LevelOf is the level that a measurement is granted, found the short way.
func LevelOf(m *power.Measurement, edition methodology.Edition) power.Level {
	return levelOf(m, rules.For(edition), edition)
}

// Thriftiest returns ends of the window of least power, in seconds, for energies at whole instants.
func Thriftiest(at []int64, energy []power.Joules, shortest time.Duration) power.Span {
	return energyCurve{at, energy, time.UTC}.thriftiest(shortest)
}

// CoreTimes returns by how many seconds the core phase may begin later than stated, by how many it may end later at
// most, and whether both go together.
func CoreTimes(m *power.Measurement) (from, to, endTo float64, tied bool) {
	times := coreTimesOf(m)
	return times.Start.From, times.Start.To, times.End.To, times.Tied
}
