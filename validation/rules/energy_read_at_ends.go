package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var energyReadAtEnds = Rule{
	ID:       "energy-read-at-ends",
	Title:    "Integrated energy is read close to both ends of the core phase",
	Aspect:   methodology.Timing,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "Energy must be read within a stated time of the start and of the end of the core phase.",
	Since:    methodology.V30,
	Severity: Must,
	Remedy:   "Read the energy counters more often, or right at the start and the end of the core phase.",
	How: "The average power is computed between the first and the last reading inside the core phase. " +
		"Their distances to the ends of the core phase are compared with the limit. " +
		"If the core phase is given in whole seconds, half a second more is accepted, " +
		"because the draft lets its ends be moved by that. Not required of readings of power.",
	Check: func(c Case) Result {
		within := c.Limits.EnergyReadWithin
		if c.Core.Start.Nanosecond() == 0 && c.Core.End.Nanosecond() == 0 {
			within += methodology.TruncatedTime
		}
		limit := within.Seconds()
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			if t.Quantity != power.Energy {
				return notApplicable("%s contains power.", where(part, t))
			}
			w := t.Window(c.Core)
			if w.Count <= 1 {
				return failed("%s has fewer than two readings in the core phase.", where(part, t)).
					seen("too few", "at most "+seconds(limit)).at(c.Core)
			}
			atStart, atEnd := power.NewSpan(c.Core.Start.Time, w.First.At), power.NewSpan(w.Last.At, c.Core.End.Time)
			return worst(
				atMost("The time from the start of the core phase to the first reading of "+where(part, t),
					atStart.Duration().Seconds(), limit, seconds).at(atStart),
				atMost("The time from the last reading of "+where(part, t)+" to the end of the core phase",
					atEnd.Duration().Seconds(), limit, seconds).at(atEnd),
			)
		})
	},
}
