package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var level1WindowOfRun = Rule{
	ID:      "level-1-window-of-run",
	Title:   "The averaged window is also long enough compared with the full run",
	Aspect:  methodology.Timing,
	Section: methodology.Averages,
	Field:   "run.averaging_window.start",
	Requires: "The table and one section of the text measure the length of the window by the run, " +
		"not by the core phase.",
	Levels: []power.Level{1},
	Until:  methodology.V12,
	Remedy: "Average a longer window: the table and section 3.2.2 of the text measure it by the whole run.",
	How: "The averaged window is compared with a part of the full run, if the document states the full run. " +
		"The text contradicts itself here: " +
		"the limit by the core phase is more specific and decides the level, so this rule only warns.",
	Check: func(c Case) Result {
		run := c.Entry.Run.FullRun
		if run.IsZero() {
			return notApplicable("The full run is not stated. Level 1 does not require it.")
		}
		window := c.AveragingSpan()
		switch {
		case same(window, c.Core):
			return notApplicable("The whole core phase is averaged, and no window may be longer.")
		case window.Duration() < c.Limits.ShortestWindow(c.Core):
			return notApplicable("The averaged window is already too short compared with the core phase.")
		}
		return atLeast("The averaged window", window.Duration().Seconds(), c.Limits.ShortestWindow(run).Seconds(),
			seconds).at(window)
	},
}
