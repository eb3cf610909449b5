package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var computeMeasured = Rule{
	ID:       "compute-measured",
	Title:    "The compute nodes are measured",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Field:    "subsystems[].treatment",
	After:    "List the compute nodes as measured.",
	Requires: "The compute nodes must be measured.",
	Severity: Must,
	Remedy:   "List the compute nodes as measured (subsystems) and name the series that covers them (series: covers).",
	How:      "The subsystem compute must be listed as measured; no level accepts an estimate for it.",
	Check: func(c Case) Result {
		sub := c.Entry.Subsystem(power.Compute)
		switch {
		case sub == nil:
			return failed("The compute nodes are not listed among the subsystems.").
				seen("not listed", string(power.Measured)).
				needs("List the compute nodes as measured and name the series that covers them")
		case sub.Treatment != power.Measured:
			return failed("The compute nodes are %s, not measured.", treatment(*sub)).
				seen(treatment(*sub), string(power.Measured)).lacks(meterOn(power.Compute))
		}
		return passed("The compute nodes are measured.").seen(string(power.Measured), string(power.Measured))
	},
}

func treatment(sub power.Subsystem) string {
	if sub.Treatment == power.LeftOut {
		return "left out"
	}
	return string(sub.Treatment)
}
