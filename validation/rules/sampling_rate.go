package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// samplingRate: readings of power are formed inside the meter from samples taken at a constant rate.
var samplingRate = Rule{
	ID:       "sampling-rate",
	Title:    "The meter samples often enough",
	Aspect:   methodology.Granularity,
	Section:  methodology.Sampling,
	Levels:   []power.Level{1, 2},
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Give the meter's internal sampling rate (meters: sampling_hz) from its data sheet, or measure with a meter that samples often enough.",
	How: "The rate at which a meter samples inside, as its data sheet has it (meters: sampling_hz), is held against the level's minimum; the slowest meter that " +
		"a series uses counts. How often readings are written down is not meant.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			if m.SamplingHertz == 0 {
				return unknown("The sampling rate of meter %s is not stated.", m.ID).seen("not stated", "at least "+hertz(c.Limits.SamplingHertz)).
					needs("State how often meter %s samples: at least %s is asked", m.ID, hertz(c.Limits.SamplingHertz))
			}
			return atLeast("The sampling rate of meter "+m.ID, m.SamplingHertz, c.Limits.SamplingHertz, hertz).
				needs("Measure with a meter that samples at least at %s in place of meter %s", hertz(c.Limits.SamplingHertz), m.ID)
		})
	},
}
