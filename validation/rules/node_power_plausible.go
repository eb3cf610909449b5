package rules

import "green500/validation/methodology"

var nodePowerPlausible = Rule{
	ID:       "node-power-plausible",
	Title:    "A compute node draws what a node can draw",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "series[].unit",
	Requires: "Power is measured in watts, of as many nodes as the document states.",
	Remedy:   "Check the unit of the series, and how many nodes they measure (node_sets: measured).",
	How: "The average power of the compute series in the core phase is divided by the measured nodes and compared " +
		"with data sheets: the minimum is that of a board " +
		"computer, the most that of a rack that counts as one node. No text states such limits. " +
		"If another unit gives a plausible node and a plausible efficiency, the finding names that unit.",
	Check: func(c Case) Result {
		node, known := c.perNode()
		if !known {
			return notApplicable("The power of a compute node is not known.")
		}
		return c.probableUnit(within("The power of a compute node", node, methodology.NodeWatts(c.accelerated()),
			func(v float64) string { return figures(v) + " W" }))
	},
}
