package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var coreEdgesSmall = Rule{
	ID:       "core-edges-small",
	Title:    "First and last energy reading leave out a small part of the core phase",
	Aspect:   methodology.Timing,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "The text limits what the first and the last energy reading leave out in seconds only.",
	Levels:   []power.Level{3},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Remedy:   "Read the energy counters more often: power changes most at the ends of the core phase.",
	How: "What lies outside the first and last reading in the core phase, as a part of its length. " +
		"The text states a limit in seconds, even for a short core phase; this warning is not in the text.",
	Check: func(c Case) Result {
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			w := t.Window(c.Core)
			if w.Count == 0 {
				return unknown("%s has no readings in the core phase.", where(part, t)).
					seen("none", "at most "+percent(c.Limits.UncoveredOfCore)).at(c.Core)
			}
			uncovered := (c.Core.Duration() - w.Covered()).Seconds() / c.Core.Duration().Seconds()
			return atMost("The part of the core phase that "+where(part, t)+" leaves uncovered", uncovered,
				c.Limits.UncoveredOfCore, percent)
		})
	},
}
