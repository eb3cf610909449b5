package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var othersListed = Rule{
	ID:       "others-listed",
	Title:    "All participating subsystems are listed",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].name",
	After:    "List every other subsystem as left out: unmeasured subsystems are named, not estimated.",
	Requires: "The subsystems that take part in the workload must be listed.",
	Levels:   []power.Level{1},
	Until:    methodology.V12,
	Severity: Must,
	Remedy: "List the subsystem (subsystems): as left out, as measured if its power is in the readings, " +
		"or as one that the run does not use.",
	How: "Each subsystem that the text names must be listed in the document, with any treatment.",
	Check: func(c Case) Result {
		const asked = "every subsystem"
		for _, name := range power.SubsystemNames() {
			if c.Entry.Subsystem(name) == nil {
				return failed("The document does not list %s.", name).seen(name+": not listed", asked)
			}
		}
		return passed("All subsystems that the text names are listed.").seen("listed", asked)
	},
}
