package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

var noReplays = Rule{
	ID:       "no-replays",
	Title:    "No part of a log is a copy of another part",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "Readings are measured power. A part that was copied from another time was not measured.",
	Remedy:   "Give the log as the meter wrote it; state which readings were replaced, and why.",
	How: "Parts of the core phase are searched in the rest of it by the changes from reading to reading, " +
		"which must correlate by less than " +
		percent(methodology.SameReadings) + ".",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		const asked = "none twice"
		if len(facts.Replays) == 0 {
			return passed("No part of a log is a copy of another part.").seen(asked, asked)
		}
		var places []int
		for _, one := range facts.Replays {
			places = append(places, one.Instrument)
		}
		first := facts.Replays[0]
		return failed("%s: readings repeat with their noise: those of %s to %s come again from %s on.", namesOf(facts,
			places), clock(first.At.Start.Time), clock(first.At.End.Time), clock(first.Again.Start.Time)).
			at(first.At, first.Again).
			seen(counted(len(facts.Replays), "instrument")+" with readings twice", asked)
	}),
}
