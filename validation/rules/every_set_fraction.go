package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// everySetFraction: a large enough power excuses from the fraction of the compute nodes. Whether it
// excuses from the fraction of each set the text does not say, so this warns and does not fail.
var everySetFraction = Rule{
	ID:       "every-set-fraction",
	Title:    "Enough of each set of nodes is measured even where the measured power alone suffices",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Heterogeneous,
	Levels:   []power.Level{1},
	Since:    methodology.V20,
	Severity: Should,
	Remedy:   "Measure nodes of every set (node_sets: measured), or be ready to say why the sets that are measured less stand for all of theirs.",
	How: "Where the power of the measured compute nodes suffices by itself, the fraction of each set is held to the limit here instead of in the rule on node sets. " +
		"The text is silent on whether the one excuses from the other.",
	Check: func(c Case) Result {
		if len(c.Entry.NodeSets) <= 1 || !c.enoughPower() {
			return notApplicable("No set is excused from its fraction.")
		}
		var results []Result
		for _, set := range c.Entry.NodeSets {
			results = append(results, setFraction(c, set))
		}
		return worst(results)
	},
}
