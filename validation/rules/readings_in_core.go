package rules

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

var readingsInCore = Rule{
	ID:       "readings-in-core",
	Title:    "The core phase holds enough readings",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "The core phase must contain a minimum number of readings.",
	Levels:   []power.Level{2, 3},
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the meters more often, or run a problem that takes longer.",
	How: "For every instrument, the readings that are averaged are counted: " +
		"those whose own intervals lie completely in the core phase. At the longest " +
		"interval that 2.0 allows, one reading may be missing at the edges, " +
		"so readings must be slightly more frequent.",
	Check: func(c Case) Result {
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			count := float64(whole(part, t, c.Core).Count)
			// one of them may lie partly outside
			return atLeast("The number of readings of "+where(part, t)+" in the core phase", count,
				float64(c.Limits.ReadingsInCore), pieces).
				lacks(readEvery(part, c.Core.Duration()/time.Duration(c.Limits.ReadingsInCore+1))...)
		})
	},
}
