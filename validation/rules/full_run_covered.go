package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var fullRunCovered = Rule{
	ID:       "full-run-covered",
	Title:    "Readings cover the full run",
	Aspect:   methodology.Timing,
	Section:  methodology.Level2,
	Field:    "run.full_run.start",
	During:   "Record the whole job: start the log before it, and stop it after.",
	Requires: "The series of averages must cover the full run, from the start of the job to its end.",
	Levels:   []power.Level{2},
	Until:    methodology.V20,
	Severity: Must,
	Remedy: "State when the job started and ended (run: full_run), " +
		"and record from before its start until after its end.",
	How: "The full run (run: full_run) must contain the core phase, to a second, " +
		"and the readings must cover the full run: at either end, at most one interval may be " +
		"missing, for every instrument. HPL does not print when the job began and ended, so the document states it. " +
		"Edition 2.0 takes the whole set of readings " +
		"instead of a series of averages; the whole set of readings is submitted here.",
	Check: func(c Case) Result {
		run := c.Entry.Run.FullRun
		if wrong := wrongRun(c); wrong != nil {
			return wrong.seen(wrong.Observed, "the full run")
		}
		return c.instruments(
			func(part power.Part, t *power.Trace) Result { return c.covered(run, part, t, "full run") })
	},
}

func wrongRun(c Case) *Result {
	run := c.Entry.Run.FullRun
	if run.IsZero() {
		r := unknown("Start and end of the full run are not stated.").seen("not stated", "").lacks(stateRun())
		return &r
	}
	if !run.Trim(-methodology.ClocksApart, -methodology.ClocksApart).Contains(c.Core) {
		r := failed("The full run, %s to %s, does not contain the core phase, %s to %s.", clock(run.Start.Time), clock(
			run.End.Time), clock(c.Core.Start.Time), clock(c.Core.End.Time)).seen("without the core phase", "").at(run).
			needs("Correct start and end of the full run: the full run must contain the core phase, %s to %s",
				clock(c.Core.Start.Time), clock(c.Core.End.Time))
		return &r
	}
	return nil
}

func stateRun() Need { return Need{Text: "State when the job started and ended"} }
