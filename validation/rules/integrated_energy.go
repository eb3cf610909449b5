package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var integratedEnergy = Rule{
	ID:       "integrated-energy",
	Title:    "Every series is a continuously integrated energy",
	Aspect:   methodology.Granularity,
	Section:  methodology.Level3,
	Field:    "series[].quantity",
	Before:   "Set every meter to integrate energy by itself, and log its running total, not power.",
	Requires: "The meter must integrate energy continuously itself; readings of power do not suffice.",
	Levels:   []power.Level{3},
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the meters' energy counters instead of their power values (series: quantity energy).",
	How: "Every series must have the quantity energy and come from a meter that measures energy. " +
		"Readings of power do not become an energy by adding them up " +
		"afterwards: the text requires integration inside the meter.",
	Check: func(c Case) Result {
		if len(c.Parts) == 0 {
			return unknown("The document has no series.").seen("none", "energy").
				needs("Give readings of the energy counters")
		}
		return worstOf(c.Parts, integrated)
	},
}

func integrated(part power.Part) Result {
	if part.Series.Quantity != power.Energy || part.Meter.Measures != power.Energy {
		return failed("%s contains readings of power; Level 3 requires a running total of energy.", part.Series.File).
			seen("power", "energy").
			needs("Read a running total of energy at meter %s instead of power", part.Meter.ID)
	}
	return passed("Every series is a running total of energy.").seen("energy", "energy")
}
