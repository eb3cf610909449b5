package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
)

var measuredChanges = Rule{
	ID:       "measured-changes",
	Title:    "Measured power changes",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Field:    "subsystems[].treatment",
	Requires: "Readings are measured power, each the average of its interval.",
	Until:    methodology.V20,
	Remedy: "If the figure is an estimate, declare it as one (subsystems: treatment: estimated) with its basis; " +
		"if it was measured, give the readings.",
	How: "All readings of an instrument in the core phase are compared; " +
		"for an energy total, the differences between readings. " +
		"A file with a single reading counts as one that never changes.",
	Check: func(c Case) Result { return worstOf(c.facts().Instruments, changing) },
}

func changing(one forensics.Instrument) Result {
	const asked = "readings that change"
	switch {
	case one.Trace.Len() == 1:
		only := one.Trace.Reading(0)
		return failed("%s contains a single reading, %s of %s; that is an estimate, not a measurement.", one.Name(),
			reading(one.Trace.Quantity, only.Value), only.At.Format("2006-01-02 15:04:05")).seen("1 reading", asked)
	case one.Count < methodology.SuspectReadings:
		return passed("%s has too few readings to conclude anything if they are equal.", one.Name()).
			seen(counted(one.Count, "reading"), asked)
	case one.Min == one.Max:
		return failed("%s reads %s all through the core phase, %d times; that looks like an estimate or a stuck meter.",
			one.Name(), reading(one.Trace.Quantity, one.Min), one.Count).
			seen(fmt.Sprintf("always %s", reading(one.Trace.Quantity, one.Min)), asked)
	case one.Even():
		return failed("%s rises by exactly %s with each of %d readings; that looks computed, not counted.", one.Name(),
			reading(one.Trace.Quantity, one.Resolution), one.Count).
			seen(fmt.Sprintf("always %s more", reading(one.Trace.Quantity, one.Resolution)), asked)
	}
	return passed("Measured power changes.").seen("changes", asked)
}
