package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

var noLikelierRun = Rule{
	ID:      "no-likelier-run",
	Title:   "The log shows no other run of equal length with higher power",
	Aspect:  methodology.Timing,
	Section: methodology.CorePhase,
	Field:   "run.timezone",
	Requires: "The core phase is the time used for the performance figure; " +
		"power and performance must be those of one run.",
	Remedy: "Check run: timezone and the times of the output, and say which run reached the performance; " +
		"declare a run under a power cap (run: power_optimised).",
	How: "Stretches of load whose length is within " + percent(methodology.LikeRun) +
		" of that of the run are compared with it, by the summed power of the largest instruments. One that draws " +
		percent(methodology.MoreThanRun) + " more is reported, unless the run is declared as power-optimised. " +
		"Runs that are shifted by the difference of two zones are found by their edges.",
	Check: shown(func(c Case, facts *forensics.Facts) Result {
		if c.Entry.Run.PowerOptimised {
			return notApplicable("The run is declared as power-optimised.")
		}
		limit := "at most " + percent(methodology.MoreThanRun) + " more"
		for _, other := range facts.Others {
			if more := other.OfRun - 1; more > methodology.MoreThanRun {
				return failed("Another run of the same length, which starts at %s, draws %s more power than the one "+
					"with the core phase: the performance may be that of the other run.",
					clock(other.Start.In(c.Core.Start.Location())), percent(more)).seen(percent(more)+" more", limit).
					at(other.Span, c.Core)
			}
		}
		return passed("The log shows no other run of equal length with higher power.").seen("none", limit)
	}),
}
