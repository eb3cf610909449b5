package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// subsystemsIncluded: Level 2 counts everything that takes part in the run.
var subsystemsIncluded = Rule{
	ID:       "subsystems-included",
	Title:    "All participating subsystems are measured or estimated",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Levels:   []power.Level{2},
	Severity: Must,
	Remedy:   "Measure or estimate that subsystem, or say that the run does not use it (subsystems: participates false).",
	Check: func(c Case) Result {
		var results []Result
		for _, name := range subsystemsOf(c) {
			results = append(results, included(c, name))
		}
		return worst(results)
	},
}

// subsystemsOf lists the subsystems the methodology names and those the document adds.
func subsystemsOf(c Case) []string {
	names := power.SubsystemNames()
	for _, sub := range c.Entry.Subsystems {
		known := false
		for _, name := range names {
			known = known || name == sub.Name
		}
		if !known {
			names = append(names, sub.Name)
		}
	}
	return names
}
