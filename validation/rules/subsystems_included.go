package rules

import (
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

var subsystemsIncluded = Rule{
	ID:       "subsystems-included",
	Title:    "All participating subsystems are measured or estimated",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].treatment",
	Requires: "All subsystems that take part in the workload must be measured or estimated, and included.",
	Levels:   []power.Level{2},
	Severity: Must,
	Remedy: "Measure or estimate the subsystem, or state that the run does not use it (subsystems: " +
		"participates: false).",
	How: "Each subsystem that the text names, and each that the document adds, must be measured, " +
		"or estimated with a power, or stated to take no part in the " +
		"run.",
	Check: func(c Case) Result { return c.subsystems(included) },
}

func (c Case) subsystems(check func(Case, string) Result) Result {
	names := power.SubsystemNames()
	for _, sub := range c.Entry.Subsystems {
		if !slices.Contains(names, sub.Name) {
			names = append(names, sub.Name)
		}
	}
	return worstOf(names, func(name string) Result { return check(c, name) })
}
