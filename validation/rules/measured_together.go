package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var measuredTogether = Rule{
	ID:       "measured-together",
	Title:    "A measured subsystem without a series names the one it is measured with",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].measured_with",
	Requires: "What is measured has readings, of its own or of the subsystem whose meters see it too.",
	Until:    methodology.V20,
	Remedy: "Name the subsystem whose meters see this one too (subsystems: measured_with), " +
		"give it a series of its own, or estimate it.",
	How: "Each subsystem that is listed as measured and has no series must name the subsystem that it is measured " +
		"with (subsystems: measured_with), or describe it (basis) for the reviewer. " +
		"Without either, its power may be missing.",
	Check: func(c Case) Result {
		for _, sub := range c.Entry.Subsystems {
			if sub.Treatment == power.Measured && !c.Covers(sub.Name) && !saysBehindWhat(sub) {
				return failed("%s is called measured, has no series, and nothing says which meters see it.", sub.Name).
					seen(sub.Name+": no series", "a series, or measured_with")
			}
		}
		return passed("Every measured subsystem has a series, or says which meters see it.").
			seen("stated", "a series, or measured_with")
	},
}
