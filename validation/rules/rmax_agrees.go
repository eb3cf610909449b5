package rules

import "green500/validation/methodology"

var rmaxAgrees = Rule{
	ID:       "rmax-agrees",
	Title:    "The stated Rmax is the one of the output",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.rmax_tflops",
	Requires: "Power and performance must be those of one run.",
	Remedy:   "Leave rmax_tflops out, or give the output of the run that reached it.",
	How: "An Rmax that the document states is compared with that of the output, to the digits that HPL prints; " +
		"the output's counts for the efficiency. The list " +
		"prints TFlop/s, the output GFlop/s.",
	Check: func(c Case) Result {
		stated := c.Entry.Run.StatedRmax()
		if c.Output == nil {
			return unknown("Rmax is stated by the submitter, not proven by an output.").
				seen("stated", "from the output")
		}
		if stated == 0 {
			return notApplicable("Rmax is read from %s.", c.Entry.Run.Output)
		}
		away := distance(float64(stated), float64(c.Output.Rmax))
		return atMost("The stated Rmax differs from that of the output; the difference", away,
			methodology.OutputTolerance, percent)
	},
}
