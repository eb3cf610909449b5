package rules

import "green500/validation/methodology"

var coolingDescribed = Rule{
	ID:       "cooling-described",
	Title:    "The cooling is described",
	Aspect:   methodology.Measurements,
	Section:  methodology.Environment,
	Field:    "environment.cooling",
	Requires: "A description of the cooling is requested.",
	Since:    methodology.V20,
	Severity: May,
	Remedy:   "Say how the machine is cooled and where the temperature was measured (environment).",
	How: "The document must say how the machine is cooled (environment: cooling). " +
		"Edition 2.0 only requests it, and accepts it without temperatures.",
	Check: func(c Case) Result {
		if c.Entry.Environment.Cooling == "" {
			return failed("The document does not say how the machine is cooled.").seen("not described", "a description")
		}
		return passed("The machine is cooled by %s.", c.Entry.Environment.Cooling).seen(c.Entry.Environment.Cooling,
			"a description")
	},
}
