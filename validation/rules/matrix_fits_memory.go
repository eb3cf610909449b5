package rules

import "green500/validation/methodology"

var matrixFitsMemory = Rule{
	ID:       "matrix-fits-memory",
	Title:    "The matrix fits into the memory of the nodes",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "node_sets[].memory_gb",
	Requires: "The performance figure is that of a run on the nodes of the system, whose memory holds the matrix.",
	Remedy: "Check the memory of a node in gigabytes (node_sets: memory_gb), the number of nodes, " +
		"and N of the output.",
	How: "The matrix of order N needs 8 N² bytes. " +
		"This is compared with the memory of all nodes, if the document states it for each node set. " +
		"The methodology does not require the memory size.",
	Check: func(c Case) Result {
		order, bytes := c.Entry.Run.Order, float64(0)
		if c.Output != nil {
			order = c.Output.Order
		}
		for _, set := range c.Entry.NodeSets {
			if set.MemoryGB <= 0 {
				return notApplicable("The memory of the nodes is not stated.")
			}
			if set.MemoryGB > methodology.NodeMemory {
				return failed("A node of %s is stated to have %s GB of memory, more than any has.", set.Name,
					number(set.MemoryGB)).
					seen(number(set.MemoryGB)+" GB", "at most "+number(methodology.NodeMemory)+" GB").
					needs("State the memory of a node in gigabytes")
			}
			bytes += set.MemoryGB * float64(set.Nodes)
		}
		if order <= 0 || bytes <= 0 {
			return notApplicable("N is not known.")
		}
		needed := methodology.MatrixEntry * float64(order) * float64(order) / bytesOfGB
		return atMost("The matrix of order "+number(float64(order)), needed, bytes,
			func(v float64) string { return number(v) + " GB" })
	},
}
