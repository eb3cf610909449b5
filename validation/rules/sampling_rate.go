package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var samplingRate = Rule{
	ID:      "sampling-rate",
	Title:   "The meter samples often enough",
	Aspect:  methodology.Granularity,
	Section: methodology.Sampling,
	Field:   "meters[].sampling_hz",
	Requires: "The meter must sample power inside at a constant rate, often enough, " +
		"and must use every sample of an interval for the reading of that interval.",
	Levels:   []power.Level{1, 2},
	Until:    methodology.V20,
	Severity: Must,
	Remedy: "Give the meter's internal sampling rate (meters: sampling_hz) from its data sheet, " +
		"or measure with a meter that samples often enough.",
	How: "The internal sampling rate of the meter, from its data sheet (meters: sampling_hz), " +
		"is compared with the minimum of the level; the slowest meter that " +
		"a series uses counts. The interval between readings is not meant.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			if m.SamplingHertz == 0 {
				return unknown("The sampling rate of meter %s is not stated.", m.ID).
					seen("not stated", "at least "+hertz(c.Limits.SamplingHertz)).
					needs("State the sampling rate of meter %s: at least %s is required", m.ID,
						hertz(c.Limits.SamplingHertz))
			}
			return atLeast("The sampling rate of meter "+m.ID, m.SamplingHertz, c.Limits.SamplingHertz, hertz).
				needs("Measure with a meter that samples at %s or faster instead of meter %s",
					hertz(c.Limits.SamplingHertz), m.ID)
		})
	},
}
