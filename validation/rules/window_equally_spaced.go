package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var windowEquallySpaced = Rule{
	ID:       "window-equally-spaced",
	Title:    "Readings in the window are equally spaced, without gaps",
	Aspect:   methodology.Timing,
	Section:  methodology.Averages,
	Field:    "series[].file",
	During:   "Leave no gap in the log, and do not change the interval.",
	Requires: "The power is the mean of all measurements of the window, which are taken regularly.",
	Levels:   []power.Level{1},
	Until:    methodology.V12,
	Remedy:   "Check whether readings are missing there, and say why; readings must not be filled in.",
	How: "As for equally-spaced, over the window alone: the plain mean of uneven readings weighs times of many " +
		"readings more. The text names no tolerance for Level 1, so a longer interval is only reported.",
	Check: func(c Case) Result {
		span := c.AveragingSpan()
		return c.instruments(func(part power.Part, t *power.Trace) Result { return constant(span, part, t, "window") })
	},
}
