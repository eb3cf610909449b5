package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var runTimePlausible = Rule{
	ID:       "run-time-plausible",
	Title:    "The length of the core phase agrees with N and Rmax",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.order",
	Requires: "The core phase is the time used for the performance figure.",
	Remedy:   "Check start and end of the core phase, N (run: order) and Rmax: they must be of the same run.",
	How: "The operations that HPL counts for N, 2/3 N³ + 3/2 N², are divided by Rmax and compared with the length of " +
		"the core phase. " +
		"N is that of the row of the result; without an output it is run: order.",
	Check: func(c Case) Result {
		order, core := c.Entry.Run.Order, c.Core.Duration().Seconds()
		if c.Output != nil {
			order = c.Output.Order
		}
		switch {
		case order <= 0:
			return unknown("N is not known: there is no output, and the document does not state it.").
				seen("not stated", "N")
		case core <= 0 || c.Rmax <= 0:
			return notApplicable("There is no core phase, or no Rmax.")
		}
		expected := power.SolveSeconds(order, c.Rmax)
		return atMost(
			"The difference of the core phase of "+seconds(core)+" from the "+seconds(expected)+" that N and Rmax give",
			distance(core, expected), methodology.RunTimeTolerance, percent).at(c.Core)
	},
}
