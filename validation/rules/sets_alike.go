package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
)

var setsAlike = Rule{
	ID:      "sets-alike",
	Title:   "The nodes of a set draw about the same power",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Heterogeneous,
	Field:   "node_sets[].name",
	Requires: "A set consists of identical nodes. " +
		"Nodes of another kind are a set of their own, which is scaled by itself.",
	Remedy: "Declare each kind of node as a set of its own (node_sets), " +
		"with how many there are and how many were measured.",
	How: "If each instrument sees one node of a set, or one chassis, " +
		"their averages are split so that two levels explain them best. The set is mixed if the upper level is " +
		percent(methodology.GroupsApart) +
		" above the lower one, several times what the nodes of a group differ by, and no node lies between.",
	Check: shown(func(_ Case, facts *forensics.Facts) Result {
		const asked = "one group"
		if len(facts.Groups) == 0 {
			return passed("No node set falls into groups of different power.").seen(asked, asked)
		}
		return worstOf(facts.Groups, func(g forensics.Groups) Result {
			return failed("Set %s falls into two groups: %s of about %s (%s), and %s of about %s (%s). "+
				"A set consists of identical nodes.", g.Set,
				counted(len(g.Lower), "instrument"), wholeWatts(g.LowMean), namesOf(facts, g.Lower),
				counted(len(g.Upper), "instrument"), wholeWatts(g.UpMean), namesOf(facts, g.Upper)).
				seen("two groups", asked)
		})
	}),
}
