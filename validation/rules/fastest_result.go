package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

var fastestResult = Rule{
	ID:       "fastest-result",
	Title:    "Of several results the fastest counts",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.result",
	Requires: "Power and performance must be those of one run.",
	Severity: May,
	Remedy:   "Say why this result counts, or name the fastest one (run: result) with readings of its time.",
	How: "The rate of the result that run: result names is compared with the highest rate in the output that is " +
		"marked PASSED. " +
		"The text lets the submitter choose a run, so this rule only warns.",
	Check: func(c Case) Result {
		if c.Output == nil || c.Output.Results <= 1 {
			return notApplicable("There is only one result, or none.")
		}
		which := fmt.Sprintf("result %d of %d", c.Output.Result, c.Output.Results)
		observed, fastest := which+", "+rate(c.Output.Rmax), rate(c.Output.Fastest)
		if c.Output.Rmax < c.Output.Fastest {
			return failed("In the output, %s counts, at %s; the fastest reached %s.", which, rate(c.Output.Rmax),
				fastest).seen(observed, fastest)
		}
		return passed("In the output, %s counts, which is the fastest.", which).seen(observed, fastest)
	},
}

func rate(g power.GFlops) string {
	if g > 0 && g < 1 {
		return fmt.Sprintf("%g GFlops", float64(g))
	}
	return number(float64(g)) + " GFlops"
}
