package rules

import (
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

var samplingRateEnergy = Rule{
	ID:      "sampling-rate-energy",
	Title:   "The meter samples voltage and current often enough to integrate energy",
	Aspect:  methodology.Granularity,
	Section: methodology.Level3,
	Field:   "meters[].sampling_hz",
	Requires: "A meter that integrates energy must sample voltage and current at a minimum rate, " +
		"which differs between AC and DC and, in edition 1.2, between mains frequencies.",
	Levels:   []power.Level{3},
	Until:    methodology.V20,
	Severity: Must,
	Remedy: "Give current (AC or DC) and sampling_hz of the meter from its data sheet; " +
		"Level 3 needs an integrating meter of this rate.",
	How: "The stated rate of each meter is compared with the limit for AC or DC. " +
		"Edition 2.0 says should in one section and must in the Level 3 section and in " +
		"the table; must applies, because that section defines the level. Edition 1.2 accepts less if the mains have " +
		"50 Hz (site: mains_hz); if the " + "document does not state the mains, the higher figure is required.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			limit, known := map[string]float64{"AC": c.Limits.SamplingHertzAC,
				"DC": c.Limits.SamplingHertzDC}[strings.ToUpper(m.Current)]
			if !known {
				return unknown("The document does not state whether meter %s measures AC or DC.", m.ID).
					seen("not stated", "at least "+hertz(c.Limits.SamplingHertzAC)+" AC").
					needs("Say whether meter %s measures AC or DC", m.ID)
			}
			if c.Limits.SamplingHertz50 > 0 && c.Entry.Site.MainsHz == methodology.SlowMains {
				limit = c.Limits.SamplingHertz50
			}
			if m.SamplingHertz == 0 {
				return unknown("The sampling rate of meter %s is not stated.", m.ID).
					seen("not stated", "at least "+hertz(limit)).
					needs("State the sampling rate of meter %s: at least %s is required", m.ID, hertz(limit))
			}
			return atLeast("The sampling rate of meter "+m.ID, m.SamplingHertz, limit, hertz).
				needs("Measure with a meter that samples at %s or faster instead of meter %s", hertz(limit), m.ID)
		})
	},
}
