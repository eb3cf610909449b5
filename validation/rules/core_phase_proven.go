package rules

import "green500/validation/methodology"

// corePhaseProven: power and performance are measured over the same time only if that time comes
// from the output that holds the performance.
var corePhaseProven = Rule{
	ID:       "core-phase-proven",
	Title:    "The core phase is read from the workload's output",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The core phase is the time used for the performance figure, which the program prints.",
	Remedy:   "Run HPL 2.1 or later, which prints start and end of HPL_pdgesv, and give its output (run: output).",
	How: "Start and end are read from the lines of HPL_pdgesv in the output, in the zone of run: timezone. " +
		"Edition 1.2 speaks of the section that runs in " +
		"parallel, 2.0 of the time that the performance is computed from. " +
		"The latter is used for both, because it can be proven.",
	Check: func(c Case) Result {
		if c.CoreProven {
			return passed("Start and end are printed in %s.", c.Entry.Run.Output).
				seen("from the output", "from the output").at(c.Core)
		}
		return unknown("Start and end of the core phase are stated by the submitter, not proven by an output.").
			seen("stated", "from the output").at(c.Core)
	},
}
