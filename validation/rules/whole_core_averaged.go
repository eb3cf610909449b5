package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// wholeCoreAveraged: only Level 1 of edition 1.2 may average a part of the core phase. Without this
// rule an illegal window would be excused by readings that cover the full run.
var wholeCoreAveraged = Rule{
	ID:       "whole-core-averaged",
	Title:    "The whole core phase is averaged",
	Aspect:   methodology.Timing,
	Section:  methodology.Level2,
	Field:    "run.averaging_window.start",
	After:    "Average the whole core phase: choose no window.",
	Requires: "From Level 2 on, the average must be that of the whole core phase.",
	Levels:   []power.Level{2, 3},
	Until:    methodology.V12,
	Severity: Must,
	Remedy:   "Leave out run: averaging_window; Levels 2 and 3 average all readings of the core phase.",
	How: "Without run: averaging_window, or with a window from start to end of the core phase, " +
		"the whole core phase is averaged. Only Level 1 of edition 1.2 may choose a part; " +
		"later editions average the whole core phase, even if the document of an older edition chose a part.",
	Check: func(c Case) Result {
		if window := c.AveragingSpan(); !same(window, c.Core) {
			return failed("Only %s of the core phase are averaged.", seconds(window.Duration().Seconds())).
				seen(seconds(window.Duration().Seconds()), "the whole core phase").at(window).
				needs("Average the whole core phase: leave the averaging window out")
		}
		return passed("The whole core phase is averaged.").seen("the whole core phase", "the whole core phase")
	},
}
