package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

var nodeSets = Rule{
	ID:      "node-sets",
	Title:   "Enough of each set of identical nodes is measured",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Heterogeneous,
	Field:   "node_sets[].measured",
	Requires: "If a system consists of several sets of identical nodes, a minimum part of each set must be measured, " +
		"and each set is scaled by itself.",
	Levels:   []power.Level{1, 2},
	Severity: Must,
	Remedy:   "Measure nodes of every set (node_sets: measured).",
	How: "For each set of identical nodes, the measured fraction, or under 1.2 the number, " +
		"is compared with the limit of the level; a machine of one set is left to the " +
		"rule about the whole machine. Edition 2.0 does not say whether 40 kW at Level 1 replace the fraction of " +
		"each set: here one node of each set then suffices, and another rule warns.",
	Check: func(c Case) Result {
		if len(c.Entry.NodeSets) <= 1 {
			return notApplicable("All compute nodes are of one kind.")
		}
		return c.lackNodesOfSets(worstOf(c.Entry.NodeSets, func(set power.NodeSet) Result {
			if set.Nodes == 0 {
				return unknownNodes(set)
			}
			return c.setShare(set, c.enoughPower())
		}))
	},
}

func unknownNodes(set power.NodeSet) Result {
	return unknown("The document does not say how many nodes set %s has.", set.Name).
		needs("State how many nodes set %s has", set.Name)
}

func (c Case) setShare(set power.NodeSet, enoughPower bool) Result {
	if c.Limits.SetNodes > 0 || enoughPower {
		return atLeast(fmt.Sprintf("The number of measured nodes of set %s", set.Name), float64(set.Measured),
			float64(max(1, c.Limits.SetNodes)), pieces)
	}
	return setFraction(c, set)
}

// lackNodesOfSets adds the nodes that sets lack, by the same way as the whole machine: power that is
// enough for it excuses them.
func (c Case) lackNodesOfSets(r Result) Result {
	if r.Outcome != Fail {
		return r
	}
	plan := c.nodePlan()
	route := plan.shortest()
	for i, set := range c.Entry.NodeSets {
		what := plan.way(route.further)
		if !route.byPower && route.further[i] == route.short[i] {
			if what = percent(c.Limits.SetFraction) + " of it"; c.Limits.SetNodes > 0 || c.Limits.SetFraction == 0 {
				what = counted(max(1, c.Limits.SetNodes), "node")
			}
		}
		if route.byPower || route.short[i] > 0 {
			r = r.lacks(moreNodes(set, route.further[i], what)...)
		}
	}
	return r
}

func setFraction(c Case, set power.NodeSet) Result {
	if set.Nodes == 0 {
		return unknownNodes(set)
	}
	return atLeast(fmt.Sprintf("The measured fraction of set %s", set.Name), float64(set.Measured)/float64(set.Nodes),
		c.Limits.SetFraction, percent)
}

func (c Case) enoughPower() bool {
	return c.Limits.Compute.EnoughPower > 0 && c.ComputePower() >= c.Limits.Compute.EnoughPower
}
