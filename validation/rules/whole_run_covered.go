package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var wholeRunCovered = Rule{
	ID:       "whole-run-covered",
	Title:    "The average of the full run is computed from readings of the whole run",
	Aspect:   methodology.Timing,
	Section:  methodology.WholeRun,
	Field:    "run.full_run.start",
	Requires: "The average power of the full run, from the start of the job to its end, is reported.",
	Levels:   []power.Level{2, 3},
	Since:    methodology.V30,
	Severity: Must,
	Remedy: "State when the job started and ended (run: full_run), " +
		"and record from before its start until after its end.",
	How: "The readings of each instrument may miss at most one interval at either end of the full run. " +
		"Older parts of the draft still require a series of the full run; " +
		"its new section on readings only encourages one.",
	Check: func(c Case) Result {
		if wrong := wrongRun(c); wrong != nil {
			return wrong.seen(wrong.Observed, "the full run")
		}
		run := c.Entry.Run.FullRun
		return c.instruments(
			func(part power.Part, t *power.Trace) Result { return c.covered(run, part, t, "full run") })
	},
}
