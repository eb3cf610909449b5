package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// constantInterval: the text asks for a constant interval without a tolerance. Loggers that write
// whole seconds jitter by one without losing a reading, so a longer step is reported, not failed.
var constantInterval = Rule{
	ID:       "constant-interval",
	Title:    "The interval between readings is constant",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Levels:   []power.Level{1, 2, 3},
	Since:    methodology.V20,
	Severity: Should,
	Remedy:   "Look whether readings are missing there, and say why; readings must not be filled in.",
	How: "For every instrument the longest step between readings in the core phase is held against its usual one, the median. The text says constant and names " +
		"no tolerance; loggers that write whole seconds show steps of two without losing a reading, so a longer one is said and fails nothing.",
	Check: func(c Case) Result { return c.instruments(c.constant) },
}

// constant holds the longest step of an instrument in the core phase to its usual one.
func (c Case) constant(part power.Part, t *power.Trace) Result {
	w := t.Window(c.Core)
	if w.MedianStep == 0 {
		return unknown("%s has too few readings in the core phase to tell.", where(part, t)).lacks(record(part, c.Core, "core phase"))
	}
	limit := methodology.LongestStepOfInterval * w.MedianStep.Seconds()
	r := atMost("The longest step of "+where(part, t), w.LongestStep.Seconds(), limit, seconds)
	if r.Outcome == Fail {
		return r.at(power.NewSpan(w.LongestAfter, w.LongestAfter.Add(w.LongestStep))).lacks(c.fillGap(part, w))
	}
	return r
}
