package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var everySetFraction = Rule{
	ID:      "every-set-fraction",
	Title:   "Enough of each set of nodes is measured even if the measured power alone suffices",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Heterogeneous,
	Field:   "node_sets[].measured",
	Requires: "The text does not say whether a large measured power also excuses from the minimum part of each " +
		"set of nodes.",
	Levels: []power.Level{1},
	Since:  methodology.V20,
	Remedy: "Measure nodes of every set (node_sets: measured), " +
		"or be ready to explain why the measured nodes represent the others of their set.",
	How: "If the power of the measured compute nodes alone suffices, " +
		"this rule compares the fraction of each set with the limit, instead of the rule on node sets. " +
		"The text does not say whether enough power replaces the fraction.",
	Check: func(c Case) Result {
		if len(c.Entry.NodeSets) <= 1 || !c.enoughPower() {
			return notApplicable("The fraction of every set is required by the rule on node sets.")
		}
		return worstOf(c.Entry.NodeSets, func(set power.NodeSet) Result { return setFraction(c, set) })
	},
}
