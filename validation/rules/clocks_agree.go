package rules

import (
	"slices"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// clocksAgree: instruments whose clocks differ see different parts of the run, some of them idle power.
var clocksAgree = Rule{
	ID:       "clocks-agree",
	Title:    "All instruments see the run at the same time",
	Aspect:   methodology.Measurements,
	Section:  methodology.Devices,
	Requires: "If several devices are used, their clocks must be synchronised; readings of one instant are summed.",
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "Compare the clocks of the meters, and correct the times or measure again.",
	How: "The power of every instrument of the compute nodes over the core phase, and as long before and after it, is laid over that of the others at all times. " +
		"Where it fits them only at another time, by more than " + seconds(methodology.EdgesApart.Seconds()) + " and two hundredths of the core phase, its clock is off.",
	Check: func(c Case) Result {
		const asked = "at the same time"
		facts := c.facts()
		switch {
		case len(facts.Instruments) == 0:
			return worst(nil)
		case len(facts.Offsets) > 0:
			return clocksOff(c, facts).seen(counted(len(facts.Offsets), "instrument")+" at another time", asked)
		case facts.Usual <= 1:
			return notApplicable("There are no two instruments that show the run rise and fall.")
		}
		return passed("All instruments see the run rise and fall at the same time.").seen(asked, asked)
	},
}

func clocksOff(c Case, facts *forensics.Facts) Result {
	by := facts.Offsets[0].By
	same := !slices.ContainsFunc(facts.Offsets, func(o forensics.Offset) bool { return o.By != by })
	first, last := by, by
	for _, o := range facts.Offsets {
		first, last = min(first, o.By), max(last, o.By)
	}
	when := lateBy(by.Seconds())
	if !same {
		when = lateBy(first.Seconds()) + " to " + lateBy(last.Seconds())
	}
	places := make([]int, len(facts.Offsets))
	for i, o := range facts.Offsets {
		places[i] = o.Instrument
	}
	return failed("%s: power rises and falls about %s than at %s; the clocks seem to differ.", namesOf(facts, places), when, others(facts.Usual, "instrument")).
		at(power.NewSpan(c.Core.Start.Time, c.Core.End.Time))
}
