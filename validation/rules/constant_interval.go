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
	ID:      "constant-interval",
	Title:   "The interval between readings is constant",
	Aspect:  methodology.Granularity,
	Section: methodology.Averages,
	Field:   "series[].file",
	Requires: "The interval between readings must be constant. " +
		"It may follow the mains frequency by at most one period; the readings are then weighted by their duration.",
	Since:  methodology.V20,
	Remedy: "Check whether readings are missing there, and say why; readings must not be filled in.",
	How: "For every instrument, the longest interval between readings is compared with the median interval: " +
		"at Level 1 in the core phase, at levels that report the " +
		"full run over the full run, if it is stated. The text says constant and names no tolerance. " +
		"Loggers that write whole seconds show intervals of two without losing " +
		"a reading, so a longer interval is only reported.",
	Check: func(c Case) Result {
		span, what := c.Core, "core phase"
		if c.Level > 1 {
			span, what = c.runOrCore()
		}
		return c.instruments(func(part power.Part, t *power.Trace) Result { return constant(span, part, t, what) })
	},
}

func constant(span power.Span, part power.Part, t *power.Trace, what string) Result {
	seen := t.Inspect(span)
	if seen.MedianStep == 0 {
		return unknown("%s has too few readings in the %s to compare intervals.", where(part, t), what).
			lacks(record(part, span, what))
	}
	limit := methodology.LongestStepOfInterval * seen.MedianStep.Seconds()
	r := atMost("The longest interval of "+where(part, t), seen.LongestStep.Seconds(), limit, seconds)
	if r.Outcome == Fail {
		return gaps(span, t, seen, what, r).lacks(fillGap(part, span, seen.Window))
	}
	return r
}

func gaps(span power.Span, t *power.Trace, seen power.Inspection, what string, r Result) Result {
	r.Message += fmt.Sprintf(" It has %s in the %s, in which %s are lost.", counted(seen.Gaps, "such gap"), what,
		seconds(seen.Lost.Seconds()))
	if t.Quantity == power.Energy {
		r.Message += " The energy total continues to count during the gap."
	}
	return r.at(forensics.Gaps(t, span, seen)...)
}
