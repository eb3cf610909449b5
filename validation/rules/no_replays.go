package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// noReplays: power does not repeat its own noise; a log that does was put together.
var noReplays = Rule{
	ID:       "no-replays",
	Title:    "No stretch of readings stands in a log twice",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Requires: "Readings are measured power. A stretch that was copied from another time is none.",
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "Give the log as the meter wrote it; say which readings were put in for others, and why.",
	How: "Parts of the core phase are searched in the rest of it by the changes from reading to reading, which must correlate by less than " +
		percent(methodology.SameReadings) + ".",
	Check: func(c Case) Result {
		const asked = "none twice"
		facts := c.facts()
		if len(facts.Instruments) == 0 {
			return worst(nil)
		}
		if len(facts.Replays) == 0 {
			return passed("No stretch of readings stands in a log twice.").seen(asked, asked)
		}
		return replayed(facts).seen(counted(len(facts.Replays), "instrument")+" with readings twice", asked)
	},
}

func replayed(facts *forensics.Facts) Result {
	places := make([]int, len(facts.Replays))
	for i, one := range facts.Replays {
		places[i] = one.Instrument
	}
	first := facts.Replays[0]
	return failed("%s: readings repeat themselves with their noise; those of %s to %s stand there again from %s on.", namesOf(facts, places),
		clock(first.At.Start.Time), clock(first.At.End.Time), clock(first.Again.Start.Time)).at(first.At, first.Again)
}
