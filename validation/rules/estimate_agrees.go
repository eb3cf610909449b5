package rules

import (
	"strings"
	"unicode"

	"green500/validation/methodology"
	"green500/validation/power"
)

var estimateAgrees = Rule{
	ID:      "estimate-agrees",
	Title:   "Every estimate is what its formula comes to",
	Aspect:  methodology.Subsystems,
	Section: methodology.Included,
	Field:   "subsystems[].formula",
	Requires: "An estimate must be an upper bound from the maximum power of all parts, " +
		"and its formula must be submitted.",
	Levels: []power.Level{1, 2},
	Remedy: "Write the formula as numbers, such as 20 x 520 W, and the power that it comes to (subsystems: " +
		"formula, power_w).",
	How: "A formula in numbers is evaluated, with x, +, -, / and brackets; words in it do not count. " +
		"The estimate may lie a little above its result. A formula in words is left to " +
		"the reviewer, but one without a single number bounds nothing. The power of a network is also compared with " +
		"the minimum power of its ports. The tolerances are not in the text.",
	Check: func(c Case) Result {
		var results []Result
		for _, sub := range c.Entry.Subsystems {
			if sub.Treatment == power.Estimated && sub.PowerWatts > 0 {
				results = append(results, formulaResult(c, sub), leastResult(c, sub))
			}
		}
		return worstOr("Nothing is estimated.", results)
	},
}

func formulaResult(c Case, sub power.Subsystem) Result {
	if !strings.ContainsFunc(sub.Formula, unicode.IsDigit) {
		return failed("The formula of the estimate of %s has no number: %q.", sub.Name, sub.Formula).
			seen(sub.Name+": no number", "a formula in numbers")
	}
	value, err := evaluate(sub.Formula)
	if err != nil || !(value > 0) {
		return notApplicable("The formula of the estimate of %s is in words: %q.", sub.Name, sub.Formula)
	}
	least, most := value*(1-methodology.EstimateBelowFormula), value*(1+methodology.EstimateAboveFormula)
	if sub.PowerWatts < least {
		return c.adding(value-sub.PowerWatts, atLeast("The estimate of "+sub.Name, sub.PowerWatts, value, watts))
	}
	return atMost("The estimate of "+sub.Name, sub.PowerWatts, most, watts)
}

func leastResult(c Case, sub power.Subsystem) Result {
	nodes, _ := c.Entry.Nodes()
	if sub.Name != power.Interconnect || nodes <= 1 {
		return notApplicable("There is no least power of %s.", sub.Name)
	}
	return atLeast("The estimate of "+sub.Name+" for each node", sub.PowerWatts/float64(nodes),
		methodology.LeastNetworkWatts, watts)
}
