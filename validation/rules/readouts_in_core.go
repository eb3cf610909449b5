package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var readoutsInCore = Rule{
	ID:       "readouts-in-core",
	Title:    "The core phase holds enough readings of power",
	Aspect:   methodology.Granularity,
	Section:  methodology.Levels,
	Field:    "series[].file",
	Requires: "The core phase must contain a minimum number of readings of power.",
	Levels:   []power.Level{1},
	Since:    methodology.V30,
	Severity: Must,
	Remedy: "Read the meters more often, run a problem that takes longer, " +
		"or read energy that the meters integrate themselves.",
	How: "Readings of each instrument in the core phase are counted, except those that repeat the value before them: " +
		"they may be the same value read again. Not required of energy that the meter integrates.",
	Check: func(c Case) Result {
		return c.powerInstruments(func(part power.Part, t *power.Trace) Result {
			seen := t.Inspect(c.Core)
			count := seen.Count - seen.Repeats
			return atLeast("The number of values of "+where(part, t)+" in the core phase", float64(count),
				float64(c.Limits.ReadoutsInCore), pieces)
		})
	},
}
