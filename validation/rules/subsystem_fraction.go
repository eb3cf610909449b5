package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

var subsystemFraction = Rule{
	ID:       "subsystem-fraction",
	Title:    "Enough of every other measured subsystem is measured",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "subsystems[].measured",
	Requires: "A minimum part of each measured subsystem must be measured.",
	Severity: Must,
	Remedy:   "Measure more units or feeds of that subsystem.",
	How: "The measured units over all units of each measured subsystem, without the compute nodes (subsystems: " +
		"units, measured); a subsystem without units counts as wholly measured. " +
		"The fraction is required of measured subsystems; other rules check estimated subsystems.",
	Check: func(c Case) Result {
		var results []Result
		for _, sub := range c.Entry.Subsystems {
			if sub.Name != power.Compute && sub.Treatment == power.Measured && c.Limits.SubsystemFraction > 0 {
				results = append(results, subsystemResult(c, sub))
			}
		}
		return worstOr("No fraction is required of any subsystem except the compute nodes.", results)
	},
}

func subsystemResult(c Case, sub power.Subsystem) Result {
	r := atLeast(fmt.Sprintf("The measured fraction of %s", sub.Name), sub.Fraction(),
		c.Limits.SubsystemFraction, percent)
	if sub.Units > 0 {
		r.Observed = fmt.Sprintf("%s: %d of %d", sub.Name, sub.Measured, sub.Units)
	}
	short := missing(sub.Units-sub.Measured,
		func(k int) bool { return float64(sub.Measured+k)/float64(sub.Units) >= c.Limits.SubsystemFraction })
	return r.needs("Measure %s of %s, for %d of %d", counted(short, "more unit"), named(sub.Name),
		sub.Measured+short, sub.Units)
}
