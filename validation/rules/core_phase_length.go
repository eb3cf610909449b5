package rules

import (
	"fmt"
	"time"

	"green500/validation/methodology"
)

var corePhaseLength = Rule{
	ID:       "core-phase-length",
	Title:    "The core phase is long enough",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The core phase must last a minimum time.",
	Since:    methodology.V20,
	Severity: Must,
	Remedy:   "Run a larger problem.",
	How: "The end minus the start of the core phase, as the output prints them or else as the document states " +
		"them; or the time that the output states, if that is shorter: printed ends may have lost parts of a second. " +
		"Edition 1.2 has no such limit.",
	Check: func(c Case) Result {
		took := c.Core.Duration()
		if c.Output != nil && c.CoreProven && c.Output.Time > 0 {
			took = min(took, c.Output.Time)
		}
		return atLeast("The core phase", took.Seconds(), c.Limits.CoreMinimum.Seconds(), seconds).
			at(c.Core).
			lacks(longerCore(c.Limits.CoreMinimum - took))
	},
}

func longerCore(by time.Duration) Need {
	return Need{Text: fmt.Sprintf("Run a problem whose core phase takes %s longer", seconds(by.Seconds()))}
}
