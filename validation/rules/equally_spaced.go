package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// equallySpaced: under edition 1.2 every value the meter reported is used, and each averages over the whole space to
// the next, all through the run. The text gives no tolerance; ours is that of constantInterval.
var equallySpaced = Rule{
	ID:      "equally-spaced",
	Title:   "Readings are equally spaced, without gaps",
	Aspect:  methodology.Timing,
	Section: methodology.Averages,
	Field:   "series[].file",
	During:  "Leave no gap in the log, and do not change the interval.",
	Requires: "The averages must be equally spaced and each must cover the whole space to the next: " +
		"no reading of the meter may be left out.",
	Levels:   []power.Level{2, 3},
	Until:    methodology.V12,
	Severity: Must,
	Remedy:   "Give every reading of the meter; if some are lost, measure again.",
	How: "For every instrument, the longest interval is compared with the median interval, " +
		"over the full run if it is stated and contains the core phase, else over " +
		"the core phase, with the tolerance of a logger that writes whole seconds. " +
		"Two measurements in the text means that every reading between " +
		"them is used: none may be left out.",
	Check: func(c Case) Result {
		span, what := c.runOrCore()
		return c.instruments(func(part power.Part, t *power.Trace) Result { return constant(span, part, t, what) })
	},
}

// runOrCore is the full run if it is stated and holds the core phase, else the core phase, with its name.
func (c Case) runOrCore() (span power.Span, what string) {
	if run := c.Entry.Run.FullRun; !run.IsZero() && run.Contains(c.Core) {
		return run, "full run"
	}
	return c.Core, "core phase"
}
