package rules

import (
	"fmt"

	"green500/validation/methodology"
	"green500/validation/power"
)

// wholeChassis: nodes that share power supplies are measured together, with the supplies.
var wholeChassis = Rule{
	ID:       "whole-chassis",
	Title:    "Nodes that share a chassis are measured together",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Severity: Should,
	Remedy:   "State how many nodes share a chassis (node_sets: nodes_per_chassis), and measure whole chassis with all their power supplies.",
	How: "The number of measured nodes of each set must be a multiple of the nodes in a chassis. The text requires that the subsystem is a multiple of the fraction, " +
		"and explains this with whole chassis; the explanation is checked here. The rule only warns, because a reviewer must decide whether a feed supplies a whole chassis.",
	Check: func(c Case) Result {
		var results []Result
		for _, set := range c.Entry.NodeSets {
			results = append(results, chassisResult(set))
		}
		return worst(results)
	},
}

func chassisResult(set power.NodeSet) Result {
	asked := fmt.Sprintf("a multiple of %d nodes", set.PerChassis)
	switch {
	case set.Measured >= set.Nodes:
		return passed("All nodes of set %s are measured.", set.Name).seen("all", "whole chassis")
	case set.PerChassis == 0:
		return unknown("The document does not state how many nodes of set %s share a chassis.", set.Name).seen("not stated", "whole chassis")
	case set.Measured%set.PerChassis != 0:
		return failed("%d nodes of set %s were measured, and %d share a chassis.", set.Measured, set.Name, set.PerChassis).seen(pieces(float64(set.Measured)), asked)
	}
	return passed("%d nodes of set %s were measured, and %d share a chassis.", set.Measured, set.Name, set.PerChassis).seen(pieces(float64(set.Measured)), asked)
}
