package rules

import "green500/validation/methodology"

var optimisedRunApart = Rule{
	ID:       "optimised-run-apart",
	Title:    "A power-optimised run has its own performance",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	After:    "If the run was tuned for power, say so, and give its own output.",
	Requires: "Power and performance must be those of one run. The lists know a second run, optimised for power.",
	Severity: Must,
	Remedy:   "Give the HPL output of the power-optimised run itself; its Rmax counts, not that of the TOP500 entry.",
	How: "If the run is declared as power-optimised, its own output must prove Rmax, " +
		"and an Rmax that the document also states must be the same, " +
		"to the digits that HPL prints. Power and performance must be measured over exactly the same time, " +
		"so one run gives both.",
	Check: func(c Case) Result {
		const asked = "Rmax of its own output"
		if !c.Entry.Run.PowerOptimised {
			return notApplicable("The run is not declared as power-optimised.")
		}
		if c.Output == nil {
			return unknown("No output proves the performance of the power-optimised run.").seen("no output", asked).
				needs("Give the HPL output of the run")
		}
		stated := c.Entry.Run.StatedRmax()
		if stated > 0 && distance(float64(stated), float64(c.Output.Rmax)) > methodology.OutputTolerance {
			return failed("The stated Rmax, %s, is that of another run: "+
				"the output of the power-optimised one shows %s.", rate(stated), rate(c.Output.Rmax)).
				seen(rate(stated), rate(c.Output.Rmax)).
				needs("State the Rmax of the power-optimised run, %s, or leave it out", rate(c.Output.Rmax))
		}
		return passed("The power-optimised run has its own output, with %s.", rate(c.Output.Rmax)).
			seen(rate(c.Output.Rmax), asked)
	},
}
