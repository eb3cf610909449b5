package rules

import "green500/validation/methodology"

// tunablesComplete: what is reported of a tuned run shows what was changed. Leaving it out is
// allowed, so it cannot cost a level.
var tunablesComplete = Rule{
	ID:       "tunables-complete",
	Title:    "A tunable parameter is given with its default and its changed value",
	Aspect:   methodology.Measurements,
	Section:  methodology.Tunables,
	Field:    "tunables[].default",
	Requires: "Tunable parameters are optional. If one is reported, its default and its changed value are required.",
	Remedy:   "Give both values of the parameter (tunables: default, value).",
	How:      "Listing parameters is optional; a listed parameter must have both values.",
	Check: func(c Case) Result {
		const asked = "default and changed value"
		for _, tunable := range c.Entry.Tunables {
			if tunable.Default == "" || tunable.Value == "" {
				return failed("The default or the changed value of %q is missing.", tunable.Name).
					seen("not both", asked)
			}
		}
		if len(c.Entry.Tunables) == 0 {
			return notApplicable("No tunable parameters are listed.")
		}
		return passed("All listed parameters have both values.").seen("both", asked)
	},
}
