package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var noEstimates = Rule{
	ID:       "no-estimates",
	Title:    "Other subsystems are listed without an estimate",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].treatment",
	After:    "List every other subsystem as left out: unmeasured subsystems are named, not estimated.",
	Requires: "Subsystems other than the compute nodes are listed, and no estimate is given for them.",
	Levels:   []power.Level{1},
	Until:    methodology.V12,
	Severity: Must,
	Remedy:   "List the subsystem as left out, without a power; Level 2 accepts estimates.",
	How: "No subsystem may be listed as estimated: at Level 1, edition 1.2 requires that the others are listed and " +
		"nothing is added for them. Edition 2.0 reversed this for " +
		"the interconnect.",
	Check: func(c Case) Result {
		for _, sub := range c.Entry.Subsystems {
			if sub.Treatment == power.Estimated {
				return failed("%s is estimated; Level 1 accepts no estimates.", sub.Name).
					seen(sub.Name+": estimated", "no estimate").
					needs("List %s as left out, without an estimate", named(sub.Name))
			}
		}
		return passed("Nothing is estimated.").seen("no estimate", "no estimate")
	},
}
