package validation

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// What tests of single figures need of the inside.
var (
	UnitsFor    = unitsFor
	VariationOf = variationOf
)

// LevelOf is the level that a measurement is granted, found the short way.
func LevelOf(m *power.Measurement, edition methodology.Edition) power.Level {
	return levelOf(m, rules.For(edition), edition)
}

// Thriftiest returns ends of the window of least power, in seconds, for energies at whole instants.
func Thriftiest(at []int64, energy []power.Joules, shortest time.Duration) power.Span {
	return energyCurve{at, energy, time.UTC}.thriftiest(shortest)
}
