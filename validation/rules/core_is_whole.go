package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

// coreIsWhole: who takes only the end of a core phase for it leaves out its plateau, and with it power.
var coreIsWhole = Rule{
	ID:       "core-is-whole",
	Title:    "The core phase is no part of a longer stretch of load",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The core phase is the whole time used for the performance figure, and all of it is averaged.",
	Remedy: "State the whole core phase, as the output prints it; " +
		"say what ran directly before or after it with the same power.",
	How: "The summed power of the compute nodes is followed from the ends of the core phase outwards, " +
		"as long as it has " + percent(methodology.SameLoad) +
		" of the power of the nearest twentieth of the core phase and more than the average of the core phase. " +
		"Such load that lasts as long as " +
		percent(methodology.LongerOfCore) + " of the core phase is reported: averaging it too would give more power.",
	Check: shown(func(c Case, facts *forensics.Facts) Result {
		const asked = "no load that goes on"
		f := facts.Flanks
		if f.Longer.IsZero() {
			return passed("No load of the power of the core phase goes on before or after it.").seen(asked, asked)
		}
		where := "before the core phase"
		if !f.Longer.Start.Before(c.Core.Start.Time) {
			where = "after the core phase"
		}
		long := seconds(f.Longer.Duration().Seconds())
		return failed("%s of load lie %s and go over into it without a step, with %s; "+
			"the core phase has %s on average. The core phase seems to be part of a longer one.",
			long, where, wholeWatts(f.LongerWatts), wholeWatts(f.CoreWatts)).seen(long+" "+where, asked).at(f.Longer)
	}),
}
