package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var readingsBeyondRun = Rule{
	ID:       "readings-beyond-run",
	Title:    "Readings begin before the run and last until it has finished",
	Aspect:   methodology.Timing,
	Section:  methodology.Level3,
	Field:    "run.full_run.start",
	During:   "Continue the log past the end of the job: a reading before the job and one after it are required.",
	Requires: "Readings must begin before the run starts and continue until it has finished.",
	Levels:   []power.Level{3},
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "State the full run (run: full_run), start recording before the job and stop after it.",
	How: "Every instrument must have a reading within one interval before the full run starts, " +
		"and one within an interval after it ends. An energy reading at " +
		"the very start or end counts as one beyond it.",
	Check: func(c Case) Result {
		run := c.Entry.Run.FullRun
		if wrong := wrongRun(c); wrong != nil {
			return wrong.seen(wrong.Observed, "beyond the full run")
		}
		return c.instruments(func(part power.Part, t *power.Trace) Result { return beyond(run, part, t) })
	},
}

func beyond(run power.Span, part power.Part, t *power.Trace) Result {
	interval := part.Interval(t, run)
	before := t.Window(power.NewSpan(run.Start.Add(-longestUsual(t, run.Start.Time, interval)), run.Start.Time))
	after := t.Window(power.NewSpan(run.End.Time, run.End.Add(longestUsual(t, run.End.Time, interval))))
	switch {
	case before.Count == 0:
		return failed("%s has no reading just before the run starts at %s.", where(part, t), clock(run.Start.Time)).
			seen("none before the start", "a reading before the start").at(run).lacks(beyondNeed(run, part))
	case after.Count == 0:
		return failed("%s has no reading just after the run ends at %s.", where(part, t), clock(run.End.Time)).
			seen("none after the end", "a reading after the end").at(run).lacks(beyondNeed(run, part))
	}
	return passed("Readings begin before the run starts and last until it has finished.").seen("before and after",
		"before and after")
}

func beyondNeed(run power.Span, part power.Part) Need {
	need := record(part, run, "full run")
	need.Text += ", with one before and one after it"
	return need
}
