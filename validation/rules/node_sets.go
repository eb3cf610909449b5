package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

// nodeSets: in a heterogeneous machine enough of each set is measured. Whether 40 kW at Level 1
// excuse from this the text does not say: here they leave one node of each set to ask for, and
// everySetFraction warns.
var nodeSets = Rule{
	ID:       "node-sets",
	Title:    "Enough of each set of identical nodes is measured",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Heterogeneous,
	Levels:   []power.Level{1, 2},
	Severity: Must,
	Remedy:   "Measure nodes of every set (node_sets: measured).",
	How: "For each set of identical nodes the measured ones over all, or under 1.2 their number, are held against the level; a machine of one set is left to the " +
		"rule about the whole. Whether 40 kW at Level 1 excuse a machine from the fraction of each set 2.0 does not say: here one node of each then suffices, and another rule warns.",
	Check: func(c Case) Result {
		if len(c.Entry.NodeSets) <= 1 {
			return notApplicable("All compute nodes are of one kind.")
		}
		var results []Result
		for _, set := range c.Entry.NodeSets {
			results = append(results, setResult(c, set))
		}
		return worst(results)
	},
}

func setResult(c Case, set power.NodeSet) Result {
	if set.Nodes == 0 {
		return unknownNodes(set)
	}
	r, what := setShare(c, set)
	if r.Outcome == Pass {
		return r
	}
	return r.lacks(moreNodes(set, c.missingOfSet(set), what)...)
}

func unknownNodes(set power.NodeSet) Result {
	return unknown("The document does not say how many nodes set %s has.", set.Name).needs("State how many nodes set %s has", set.Name)
}

// setShare holds a set to the level, and says what it asks: a number of nodes where the edition, or
// the power that is measured, leaves the fraction free.
func setShare(c Case, set power.NodeSet) (r Result, asked string) {
	if least := max(1, c.Limits.SetNodes); c.Limits.SetNodes > 0 || c.enoughPower() {
		return atLeast(fmt.Sprintf("The number of measured nodes of set %s", set.Name), float64(set.Measured), float64(least), pieces), counted(least, "node")
	}
	return setFraction(c, set), percent(c.Limits.SetFraction) + " of it"
}

// setFraction holds the measured fraction of a set to the level's.
func setFraction(c Case, set power.NodeSet) Result {
	if set.Nodes == 0 {
		return unknownNodes(set)
	}
	return atLeast(fmt.Sprintf("The measured fraction of set %s", set.Name), float64(set.Measured)/float64(set.Nodes), c.Limits.SetFraction, percent)
}

// enoughPower reports whether the measured compute nodes draw so much that no fraction of them is asked.
func (c Case) enoughPower() bool {
	return c.Limits.Compute.EnoughPower > 0 && c.ComputePower() >= c.Limits.Compute.EnoughPower
}
