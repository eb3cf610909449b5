package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var subsystemsMeasured = Rule{
	ID:       "subsystems-measured",
	Title:    "All participating subsystems are measured",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].treatment",
	Requires: "All subsystems that take part in the workload must be measured.",
	Levels:   []power.Level{3},
	Severity: Must,
	Remedy:   "Measure the subsystem, or state that the run does not use it (subsystems: participates: false).",
	How: "Each subsystem that the text names, and each that the document adds, must be measured, " +
		"or stated to take no part in the run.",
	Check: func(c Case) Result { return c.subsystems(measured) },
}

func measured(c Case, name string) Result {
	r := included(c, name)
	sub := c.Entry.Subsystem(name)
	r.Limit, r.Needs = string(power.Measured), nil
	if r.Outcome == Pass && sub.Treatment != power.Measured {
		return failed("%s is %s, not measured.", name, treatment(*sub)).
			seen(name+": "+treatment(*sub), string(power.Measured)).lacks(meterOn(name))
	}
	return r.lacks(meterOn(name))
}

func meterOn(name string) Need { return Need{Text: "Put a meter on " + named(name)} }
