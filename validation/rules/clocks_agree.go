package rules

import (
	"slices"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var clocksAgree = Rule{
	ID:       "clocks-agree",
	Title:    "All instruments see the run at the same time",
	Aspect:   methodology.Measurements,
	Section:  methodology.Devices,
	Field:    "run.clock.synchronised_by",
	Requires: "If several devices are used, their clocks must be synchronised; readings of one instant are summed.",
	Remedy:   "Compare the clocks of the meters, and correct the times or measure again.",
	How: "The power curve of each compute instrument is shifted in time against that of a typical one, " +
		"over the core phase and an equal time before and after it. " +
		"If the best match is at a shift of more than " + seconds(methodology.EdgesApart.Seconds()) +
		" and two hundredths of the core phase, its clock is off.",
	Check: shown(func(c Case, facts *forensics.Facts) Result {
		const asked = "at the same time"
		switch {
		case len(facts.Offsets) > 0:
			return clocksOff(c, facts).seen(counted(len(facts.Offsets), "instrument")+" at another time", asked)
		case facts.Usual <= 1:
			return notApplicable("There are no two instruments that show the run rise and fall.")
		}
		return passed("All instruments see the run rise and fall at the same time.").seen(asked, asked)
	}),
}

func clocksOff(c Case, facts *forensics.Facts) Result {
	var by []time.Duration
	var places []int
	for _, o := range facts.Offsets {
		by, places = append(by, o.By), append(places, o.Instrument)
	}
	first, last := slices.Min(by), slices.Max(by)
	when := lateBy(first.Seconds())
	if first != last {
		when += " to " + lateBy(last.Seconds())
	}
	return failed("%s: power rises and falls about %s than at %s; the clocks seem to differ.", namesOf(facts, places),
		when, others(facts.Usual, "instrument")).
		at(power.NewSpan(c.Core.Start.Time, c.Core.End.Time))
}
