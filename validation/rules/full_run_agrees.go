package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

var fullRunAgrees = Rule{
	ID:       "full-run-agrees",
	Title:    "Power rises and falls within the full run",
	Aspect:   methodology.Timing,
	Section:  methodology.WholeRun,
	Field:    "run.full_run.start",
	Requires: "The full run is the time from the start of the job to its end.",
	Remedy: "State when the job started and ended (run: full_run), by the same clock as the readings; " +
		"say what else ran before or after it.",
	How: "Idle power is the power of the compute nodes outside the full run. Power of more than " +
		percent(methodology.LoadOfContrast) +
		" of the way from idle to load belongs to a run. " +
		"Such power that goes on from the start or the end of the full run to outside of it, for longer than " +
		seconds(methodology.EdgesApart.Seconds()) +
		" and two hundredths of the core phase, is no part of the run that is stated.",
	Check: shown(func(c Case, facts *forensics.Facts) Result {
		const asked = "no load beyond the full run"
		f, run := facts.Flanks, c.Entry.Run.FullRun
		before, after := seconds(f.Before.Duration().Seconds()), seconds(f.After.Duration().Seconds())
		switch {
		case run.IsZero():
			return notApplicable("The full run is not stated.")
		case !f.Shown:
			return notApplicable("The readings do not show both idle and load power.")
		case !f.Before.IsZero() && !f.After.IsZero():
			return failed("Power rises %s before the full run is stated to start at %s, "+
				"and falls %s after it is stated to end at %s.", before,
				clock(run.Start.Time), after, clock(run.End.Time)).seen("load before and after it", asked).
				at(f.Before, f.After)
		case !f.Before.IsZero():
			return failed("Power rises %s before the full run is stated to start at %s.", before,
				clock(run.Start.Time)).
				seen(before+" of load before it", asked).at(f.Before)
		case !f.After.IsZero():
			return failed("Power falls %s after the full run is stated to end at %s.", after, clock(run.End.Time)).
				seen(after+" of load after it", asked).at(f.After)
		}
		return passed("Power rises and falls within the full run.").seen(asked, asked)
	}),
}
