package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var selectionConfirmed = Rule{
	ID:      "selection-confirmed",
	Title:   "A reviewer confirms another way of choosing the nodes",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Fraction,
	Field:   "node_sets[].selection_method",
	Requires: "The measured part must be chosen at random. " +
		"Screening for parts of low power, or exchanging parts for them, is forbidden.",
	Levels: []power.Level{1, 2},
	Since:  methodology.V20,
	Remedy: "State the method (node_sets: selection_method) if the nodes were chosen at random; " +
		"otherwise a reviewer decides by your explanation.",
	How: "Every set of which not all nodes are measured, and whose nodes were chosen in another way than at random " +
		"(node_sets: selection_method other, or a selection that is not plainly random), " +
		"is shown to the reviewer with its explanation. The words are not judged.",
	Check: func(c Case) Result {
		for _, set := range c.Entry.NodeSets {
			if set.Measured < set.Nodes && selectionMethod(set) == power.SelectOther {
				return failed("The nodes of set %s were not plainly chosen at random, but so: %s.", set.Name,
					set.Selection).seen(set.Selection, "at random")
			}
		}
		return passed("No nodes were chosen in another way.").seen("no other way", "at random")
	},
}
