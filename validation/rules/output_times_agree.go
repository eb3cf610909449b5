package rules

import "green500/validation/methodology"

var outputTimesAgree = Rule{
	ID:      "output-times-agree",
	Title:   "Start, end and time of the output agree",
	Aspect:  methodology.Timing,
	Section: methodology.CorePhase,
	Field:   "run.output",
	Requires: "The core phase is the time used for the performance figure, so the start, " +
		"the end and the time that the output prints describe one period.",
	Remedy: "Check whether a clock was set during the run, or the output was combined from two runs.",
	How: "The end minus the start of HPL_pdgesv is compared with the time of the solution in the row of the result. " +
		"Start and end are whole seconds, so a small difference is accepted. " +
		"No text requires this, so the rule only warns.",
	Check: func(c Case) Result {
		if c.Output == nil || c.Output.Time == 0 || !c.CoreProven {
			return notApplicable("No output prints start, end and time.")
		}
		apart := (c.Core.Duration() - c.Output.Time).Abs()
		return atMost("The difference of end minus start from the time of the solution", apart.Seconds(),
			methodology.OutputTimes.Seconds(), seconds).at(c.Core)
	},
}
