package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// corePhaseProven: power and performance are measured over the same time only if that time comes
// from the output that holds the performance.
var corePhaseProven = Rule{
	ID:       "core-phase-proven",
	Title:    "The core phase is read from the workload's output",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "Run HPL 2.1 or later, which prints start and end of HPL_pdgesv, and give its output (run: output).",
	Check: func(c Case) Result {
		if c.CoreProven {
			return passed("Start and end stand in %s.", c.Entry.Run.Output).seen("from the output", "from the output").at(c.Core)
		}
		return unknown("Start and end of the core phase are stated by the submitter, not proven by an output.").seen("stated", "from the output").at(c.Core)
	},
}
