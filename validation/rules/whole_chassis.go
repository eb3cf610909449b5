package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

var wholeChassis = Rule{
	ID:      "whole-chassis",
	Title:   "Nodes that share a chassis are measured together",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Fraction,
	Field:   "node_sets[].nodes_per_chassis",
	Before:  "Measure whole chassis with all their power supplies, and note how many nodes share one.",
	Requires: "The measured part must consist of whole units, such as a chassis with all of its power supplies, " +
		"which counts as all of its nodes.",
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Severity: Must,
	Remedy: "Say how many nodes share a chassis (node_sets: nodes_per_chassis), " +
		"and measure whole chassis with all their power supplies.",
	How: "The number of measured nodes of each set must be a multiple of the nodes in a chassis. " +
		"The text requires that the subsystem is a multiple of the fraction, " +
		"and explains this with whole chassis; the explanation is checked here. Standalone nodes have one node per " +
		"chassis. A reviewer must decide whether a feed supplies a whole chassis.",
	Check: func(c Case) Result { return worstOf(c.Entry.NodeSets, chassisResult) },
}

func chassisResult(set power.NodeSet) Result {
	asked := fmt.Sprintf("a multiple of %d nodes", set.PerChassis)
	switch {
	case set.Measured >= set.Nodes:
		return passed("All nodes of set %s are measured.", set.Name).seen("all", "whole chassis")
	case set.PerChassis == 0:
		return unknown("How many nodes of set %s share a chassis is not stated.", set.Name).
			seen("not stated", "whole chassis").
			needs("Say how many nodes of set %s share a chassis; 1 if each stands alone", set.Name)
	case set.Measured%set.PerChassis != 0:
		return failed("%d nodes of set %s were measured, and %d share a chassis.", set.Measured, set.Name,
			set.PerChassis).seen(pieces(float64(set.Measured)), asked).
			needs("Measure whole chassis of set %s", set.Name)
	}
	return passed("%d nodes of set %s were measured, and %d share a chassis.", set.Measured, set.Name, set.PerChassis).
		seen(pieces(float64(set.Measured)), asked)
}
