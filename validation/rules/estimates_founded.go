package rules

import (
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

var estimatesFounded = Rule{
	ID:      "estimates-founded",
	Title:   "Every estimate names its specification and its formula",
	Aspect:  methodology.Subsystems,
	Section: methodology.Included,
	Field:   "subsystems[].basis",
	Requires: "An estimate must be an upper bound from the manufacturer's specification; " +
		"specification and formula must be submitted.",
	Levels:   []power.Level{1, 2},
	Severity: Must,
	Remedy:   "Give the maker's specification and the formula of the estimate (subsystems: basis, formula).",
	How: "Every estimated subsystem must name its specification and its formula (subsystems: basis, formula); " +
		"a basis that names a file needs the file. Edition 1.2 accepts an estimate from the maker's " +
		"specification, 2.0 an upper bound from the maximum power of all parts; " +
		"whether the figure is that bound is for the reviewer.",
	Check: func(c Case) Result {
		var results []Result
		for _, sub := range c.Entry.Subsystems {
			if sub.Treatment == power.Estimated {
				results = append(results, founded(c, sub))
			}
		}
		return worstOr("Nothing is estimated.", results)
	},
}

func founded(c Case, sub power.Subsystem) Result {
	const asked = "specification and formula"
	if describesNothing(sub.Basis) || describesNothing(sub.Formula) {
		return failed("The estimate of %s lacks its specification or its formula.", sub.Name).
			seen(sub.Name+": incomplete", asked).
			needs("Give the %s of the estimate of %s",
				lacking([]string{"specification", "formula"}, sub.Basis, sub.Formula), named(sub.Name))
	}
	if slices.Contains(c.Absent, sub.Basis) {
		return failed("The estimate of %s rests on %s, which is not in the submission.", sub.Name, sub.Basis).
			seen(sub.Name+": "+sub.Basis+" is missing", asked).
			needs("Add %s, the specification that the estimate of %s rests on", sub.Basis, named(sub.Name))
	}
	return passed("The estimate of %s is %s, by %s.", sub.Name, sub.Formula, sub.Basis).
		seen(sub.Name+": "+sub.Formula, asked)
}
