package rules

import (
	"fmt"

	"green500/validation/methodology"
)

var nodesFitProcesses = Rule{
	ID:       "nodes-fit-processes",
	Title:    "The processes of HPL divide evenly among the nodes",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "node_sets[].nodes",
	Requires: "The workload must run on all compute nodes of the system.",
	Remedy: "Check the number of nodes (node_sets: nodes) and whether the workload ran on all of them (run: " +
		"all_compute_nodes).",
	How: "P x Q of the result is compared with the nodes that the document states: " +
		"at least one process for each node, and on a single set of equal nodes the same number on each. " +
		"No more processes than cores. A run that is not said to be on all compute nodes is not judged.",
	Check: func(c Case) Result {
		nodes, _ := c.Entry.Nodes()
		if c.Output == nil || c.Output.Grid[0] <= 0 || nodes <= 0 || !c.Entry.Run.AllComputeNodes {
			return notApplicable("No output states the processes of a run on all nodes.")
		}
		processes, cores := c.Output.Grid[0]*c.Output.Grid[1], c.Entry.System.TotalCores
		observed, asked := fmt.Sprintf("%d processes", processes), fmt.Sprintf("a multiple of %d", nodes)
		switch {
		case processes < nodes:
			return failed("HPL ran %d processes, fewer than the %d nodes that it is stated to have run on.", processes,
				nodes).seen(observed, asked)
		case len(c.Entry.NodeSets) == 1 && processes%nodes != 0:
			return failed("HPL ran %d x %d = %d processes, which do not divide evenly among %d equal nodes.",
				c.Output.Grid[0], c.Output.Grid[1], processes, nodes).seen(observed, asked)
		case cores > 0 && processes > cores:
			return failed("HPL ran %d processes, more than the %d cores of the machine.", processes, cores).
				seen(observed, fmt.Sprintf("at most %d", cores))
		}
		return passed("HPL ran %d processes on %d nodes.", processes, nodes).seen(observed, asked)
	},
}
