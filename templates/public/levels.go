package public

import (
	"fmt"
	"slices"

	"green500/templates"
	"green500/validation/methodology"
	"green500/validation/power"
)

// levelsUp are the levels, the lowest first.
func levelsUp() []power.Level {
	levels := levelsDown()
	slices.Reverse(levels)
	return levels
}

// need is a requirement that differs between levels.
type need struct {
	name string
	of   func(methodology.Limits) string
}

func needs() []need {
	return []need{
		{"Compute nodes measured", computeWords},
		{"Other subsystems", func(l methodology.Limits) string {
			if l.Compute.Whole {
				return "all of each"
			}
			return "at least " + templates.InPercent(l.SubsystemFraction) + " of each that is measured"
		}},
		{"Core phase", func(l methodology.Limits) string { return "all of it, at least " + templates.Lasting(l.CoreMinimum) }},
		{"Meter error", func(l methodology.Limits) string { return "at most " + templates.InPercent(l.Accuracy) }},
		{"Idle power", func(l methodology.Limits) string {
			if l.IdleMeasurements == 0 {
				return "not required"
			}
			return "measured"
		}},
	}
}

func computeWords(l methodology.Limits) string {
	c := l.Compute
	if c.Whole {
		return "all"
	}
	words := fmt.Sprintf("at least %s, %s kW and %s", templates.InPercent(c.Fraction), templates.KilowattWords(c.Power), templates.Plural(c.Nodes, "node", "nodes"))
	if c.EnoughPower > 0 {
		words += fmt.Sprintf("; or %s kW", templates.KilowattWords(c.EnoughPower))
	}
	return words + "; or all"
}
