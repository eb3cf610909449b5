package rules

import (
	"fmt"

	"green500/validation/methodology"
)

var nodesFitCores = Rule{
	ID:       "nodes-fit-cores",
	Title:    "The cores divide evenly among the nodes",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "system.total_cores",
	Requires: "The measured part is a fraction of all compute nodes of the system, so their number must be right.",
	Remedy: "Check the number of nodes (node_sets: nodes) and of cores (system: total_cores, accelerator_cores): " +
		"they are those of the machine that ran the workload.",
	How: "The cores of accelerators, or all cores of a machine without, " +
		"are divided by the nodes of a single set of equal nodes. Several sets need at least one core for each node. " +
		"The cores of head nodes are often counted with those of processors, " +
		"so processors of accelerated machines are not judged. The methodology requires identical nodes in a set.",
	Check: func(c Case) Result {
		nodes, _ := c.Entry.Nodes()
		system := c.Entry.System
		if system.TotalCores <= 0 || nodes <= 0 {
			return notApplicable("The number of cores is not stated.")
		}
		asked := fmt.Sprintf("a multiple of %d", nodes)
		if system.AcceleratorCores > system.TotalCores {
			return failed("Of %d cores, %d are stated to be those of accelerators.", system.TotalCores,
				system.AcceleratorCores).
				seen(counted(system.AcceleratorCores, "core"), fmt.Sprintf("at most %d", system.TotalCores))
		}
		cores, of := system.TotalCores, "cores"
		if system.AcceleratorCores > 0 {
			cores, of = system.AcceleratorCores, "cores of accelerators"
		}
		if cores < nodes || len(c.Entry.NodeSets) == 1 && cores%nodes != 0 {
			return failed("The machine has %d %s, which do not divide evenly among %d nodes.", cores, of, nodes).
				seen(counted(cores, "core"), asked)
		}
		return passed("The machine has %d %s on %d nodes.", cores, of, nodes).seen(counted(cores, "core"), asked)
	},
}
