package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// fullRunAgrees: a full run that is shorter than the load leaves out start-up and end, or its clock is another.
var fullRunAgrees = Rule{
	ID:       "full-run-agrees",
	Title:    "Power rises and falls within the full run",
	Aspect:   methodology.Timing,
	Section:  methodology.WholeRun,
	Requires: "The full run is the time from the start of the job to its end.",
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "State when the job started and ended (run: full_run), by the same clock as the readings; say what else ran before or after it.",
	How: "Rest is the power that the readings of the compute nodes show outside of the full run. Power of more than " + percent(methodology.LoadOfContrast) +
		" of the way from rest to load belongs to a run. Such power that goes on from the start or the end of the full run to outside of it, for longer than " +
		seconds(methodology.EdgesApart.Seconds()) + " and two hundredths of the core phase, is no part of the run that is stated.",
	Check: func(c Case) Result {
		const asked = "no load beyond the full run"
		facts := c.facts()
		f := facts.Flanks
		run := c.Entry.Run.FullRun
		switch {
		case len(facts.Instruments) == 0:
			return worst(nil)
		case run.IsZero():
			return notApplicable("The full run is not stated.")
		case !f.Shown:
			return notApplicable("The readings do not show both rest and load.")
		case !f.Before.IsZero() && !f.After.IsZero():
			return failed("Power rises %s before the full run is said to start at %s, and falls %s after it is said to end at %s.", seconds(f.Before.Duration().Seconds()),
				clock(run.Start.Time), seconds(f.After.Duration().Seconds()), clock(run.End.Time)).seen("load before and after it", asked).at(f.Before, f.After)
		case !f.Before.IsZero():
			return failed("Power rises %s before the full run is said to start at %s.", seconds(f.Before.Duration().Seconds()), clock(run.Start.Time)).
				seen(seconds(f.Before.Duration().Seconds())+" of load before it", asked).at(f.Before)
		case !f.After.IsZero():
			return failed("Power falls %s after the full run is said to end at %s.", seconds(f.After.Duration().Seconds()), clock(run.End.Time)).
				seen(seconds(f.After.Duration().Seconds())+" of load after it", asked).at(f.After)
		}
		return passed("Power rises and falls within the full run.").seen(asked, asked)
	},
}
