package rules

import (
	"fmt"

	"green500/validation/forensics"
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
		return gaps(forensics.Look(c.Measurement, part, t), r).lacks(c.fillGap(part, w))
	}
	return r
}

// gaps adds to a result how many gaps there are and what they take.
func gaps(one forensics.Instrument, r Result) Result {
	r.Message += fmt.Sprintf(" It has %s in the core phase, in which %s are lost.", counted(one.Inspection.Gaps, "such gap"), seconds(one.Lost.Seconds()))
	if one.Trace.Quantity == power.Energy {
		r.Message += " The energy total counts on meanwhile."
	}
	return r.at(one.Gaps...)
}
