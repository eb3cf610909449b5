package rules

import (
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// randomSelection: a fraction chosen for its low power is off by several percent however large it is.
var randomSelection = Rule{
	ID:       "random-selection",
	Title:    "The measured nodes were chosen at random",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Severity: Must,
	Remedy:   "Choose the nodes or racks to measure at random and say how (node_sets: selection).",
	Check: func(c Case) Result {
		var results []Result
		for _, set := range c.Entry.NodeSets {
			results = append(results, selectionResult(set))
		}
		return worst(results)
	},
}

func selectionResult(set power.NodeSet) Result {
	switch {
	case set.Measured >= set.Nodes:
		return passed("All nodes of set %s are measured.", set.Name).seen("all", "at random")
	case set.Selection == "":
		return unknown("How the nodes of set %s were chosen is not stated.", set.Name).seen("not stated", "at random")
	case strings.Contains(strings.ToLower(set.Selection), "random"):
		return passed("The nodes of set %s were chosen at random.", set.Name).seen(set.Selection, "at random")
	}
	return failed("The nodes of set %s were chosen by %q, not at random.", set.Name, set.Selection).seen(set.Selection, "at random")
}
