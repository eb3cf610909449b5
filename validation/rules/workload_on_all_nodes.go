package rules

import "green500/validation/methodology"

var workloadOnAllNodes = Rule{
	ID:       "workload-on-all-nodes",
	Title:    "The workload ran on all compute nodes",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Workload,
	Field:    "run.all_compute_nodes",
	During:   "Run the workload on every compute node, including unmeasured ones.",
	Requires: "The workload must run on all compute nodes of the system.",
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Run on every compute node, and say so (run: all_compute_nodes).",
	How:      "The document must say so (run: all_compute_nodes); readings cannot show what the unmeasured nodes did.",
	Check: func(c Case) Result {
		if !c.Entry.Run.AllComputeNodes {
			return failed("The document does not say that the workload ran on all compute nodes.").
				seen("not all", "all compute nodes").
				needs("Run on every compute node, and say so")
		}
		return passed("The workload ran on all compute nodes.").seen("all compute nodes", "all compute nodes")
	},
}
