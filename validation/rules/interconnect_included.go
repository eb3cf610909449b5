package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

var interconnectIncluded = Rule{
	ID:       "interconnect-included",
	Title:    "The interconnect is measured or estimated",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].treatment",
	Requires: "The interconnect must be measured or estimated, and included.",
	Levels:   []power.Level{1},
	Since:    methodology.V20,
	Severity: Must,
	Remedy: "Measure the switches, or estimate them by the maximum power of their specification (subsystems: " +
		"interconnect).",
	How: "The subsystem interconnect must be measured, or estimated with a power, or stated to take no part in the " +
		"run, which only a machine of one node can state. Edition 1.2 does not require it at Level " +
		"1. Edition 2.0 requires that the interconnect is measured or estimated, but states no minimum part. " +
		"The rule subsystem-fraction checks the measured part.",
	Check: func(c Case) Result { return included(c, power.Interconnect) },
}

func included(c Case, name string) Result {
	const asked = "measured or estimated"
	sub := c.Entry.Subsystem(name)
	switch nodes, _ := c.Entry.Nodes(); {
	case sub == nil:
		return unknown("The document does not say how %s was treated.", name).seen(name+": not listed", asked).
			lacks(include(name))
	case !sub.TakesPart() && name == power.Interconnect && nodes > 1: // several nodes take a network
		return failed("The run used several nodes, and the interconnect is stated to take no part in it.").
			seen(name+": takes no part", asked).lacks(include(name))
	case !sub.TakesPart():
		return notApplicable("%s takes no part in the run.", name)
	case sub.Treatment == power.LeftOut:
		return failed("%s is left out.", name).seen(name+": left out", asked).lacks(include(name))
	case sub.Treatment == power.Estimated && sub.PowerWatts <= 0:
		return unknown("%s is estimated, but no power is given.", name).seen(name+": no figure", asked).
			lacks(include(name))
	}
	return passed("%s is %s.", name, treatment(*sub)).seen(name+": "+treatment(*sub), asked)
}

func include(name string) Need {
	if name == power.Compute {
		return meterOn(name)
	}
	return Need{Text: fmt.Sprintf("Measure %s, or state an upper bound from the specification", named(name))}
}
