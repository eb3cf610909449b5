package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// outputTimesAgree: power is averaged from start to end, performance is divided by the time of the
// solution. Outputs exist in which the one is more than twice the other.
var outputTimesAgree = Rule{
	ID:       "output-times-agree",
	Title:    "Start, end and time of the output agree",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "Look for a clock that was set during the run, or an output put together from two runs.",
	How: "End less start of HPL_pdgesv is held against the time of the solution in the row of the result. Start and end are whole seconds, so a little is taken; " +
		"no text asks for this, so nothing more than a question follows.",
	Check: func(c Case) Result {
		if c.Output == nil || c.Output.Time == 0 || !c.CoreProven {
			return notApplicable("No output prints start, end and time.")
		}
		apart := (c.Core.Duration() - c.Output.Time).Abs()
		return atMost("What end less start differs by from the time of the solution", apart.Seconds(), methodology.OutputTimes.Seconds(), seconds).at(c.Core)
	},
}
