package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var timestampsRise = Rule{
	ID:       "timestamps-rise",
	Title:    "Every reading is later than the one before",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "Readings follow each other at a constant interval.",
	Remedy: "Say why timestamps repeat or go back: whole seconds of a faster logger, a clock that was set, " +
		"or combined files.",
	How: "Counts readings in the core phase with the same timestamp as the one before, " +
		"and readings anywhere in the file that follow a later one. " +
		"All readings stay in the average as the meter gave them.",
	Check: func(c Case) Result {
		return c.readings(func(one forensics.Instrument) Result {
			const asked = "none repeated or reversed"
			if one.Doubled == 0 && one.Reversed == 0 {
				return passed("Every reading is later than the one before.").seen(asked, asked)
			}
			r := failed("%s has %s in the core phase with the same timestamp as the one before, and %d in the whole "+
				"file that follow a later one.", one.Name(), counted(one.Doubled, "reading"), one.Reversed)
			if one.Doubled > 0 {
				r = r.at(power.NewSpan(one.FirstDoubled, one.FirstDoubled))
			}
			return r.seen(fmt.Sprintf("%d repeated, %d reversed", one.Doubled, one.Reversed), asked)
		})
	},
}
