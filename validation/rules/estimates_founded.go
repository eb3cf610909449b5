package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// estimatesFounded: an estimate is an upper bound from the maximum power of the parts, and shows it.
var estimatesFounded = Rule{
	ID:       "estimates-founded",
	Title:    "Every estimate names its specification and its formula",
	Aspect:   methodology.Subsystems,
	Section:  methodology.Included,
	Levels:   []power.Level{1, 2},
	Severity: Must,
	Remedy:   "Give the maker's specification and the formula of the estimate (subsystems: basis, formula).",
	How: "Every estimated subsystem must name its specification and its formula (subsystems: basis, formula). Edition 1.2 accepts an estimate from the maker's " +
		"specification, 2.0 an upper bound from the maximum power of all parts. The reviewer decides whether the figure is that bound.",
	Check: func(c Case) Result {
		var results []Result
		for _, sub := range c.Entry.Subsystems {
			if sub.Treatment == power.Estimated {
				results = append(results, founded(sub))
			}
		}
		if len(results) == 0 {
			return notApplicable("Nothing is estimated.")
		}
		return worst(results)
	},
}

func founded(sub power.Subsystem) Result {
	const asked = "specification and formula"
	if sub.Basis == "" || sub.Formula == "" {
		return failed("The specification or the formula of the estimate of %s is missing.", sub.Name).seen(sub.Name+": incomplete", asked).
			needs("Give the %s of the estimate of %s", lacking([]string{"specification", "formula"}, sub.Basis, sub.Formula), named(sub.Name))
	}
	return passed("The estimate of %s is %s, by %s.", sub.Name, sub.Formula, sub.Basis).seen(sub.Name+": "+sub.Formula, asked)
}
