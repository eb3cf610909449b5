package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// fullRunCovered: the series of Level 2 spans the run from the start of the job to its end.
var fullRunCovered = Rule{
	ID:       "full-run-covered",
	Title:    "Readings cover the full run",
	Aspect:   methodology.Timing,
	Section:  methodology.Level2,
	Levels:   []power.Level{2},
	Severity: Must,
	Remedy:   "State when the job started and ended (run: full_run), and record from before its start until after its end.",
	Check: func(c Case) Result {
		run := c.Entry.Run.FullRun
		if run.IsZero() {
			return unknown("Start and end of the full run are not stated.").seen("not stated", "the full run")
		}
		return c.instruments(func(part power.Part, t *power.Trace) Result { return covered(run, part, t, "full run") })
	},
}
