package rules

import (
	"fmt"

	"green500/validation/methodology"
)

// residualPassed: a rate counts only for a solution that was checked. HPL.dat may set another
// threshold than that of the benchmark, so the figure is looked at as well as the word.
var residualPassed = Rule{
	ID:      "residual-passed",
	Title:   "The result passed its residual check",
	Aspect:  methodology.Measurements,
	Section: methodology.CorePhase,
	Field:   "run.output",
	After:   "Keep the whole output of HPL: the result must be marked PASSED.",
	Requires: "The performance figure is that of a valid run of the workload. " +
		"HPL states by its residual check whether a result is valid.",
	Severity: Must,
	Remedy:   "Submit a run whose residual check is PASSED, or name another result of the output (run: result).",
	How: "The residual that the output prints with the result that counts must be marked PASSED and lie below the " +
		"threshold of HPL as it is distributed; " +
		"of several residuals, the largest counts. No edition names the check: it is part of what makes an HPL " +
		"result valid. Without an output the residual is not known, which counts like a missing line.",
	Check: func(c Case) Result {
		asked := "PASSED, below " + number(methodology.ResidualBelow)
		switch out := c.Output; {
		case out == nil:
			return unknown("No output is given, so the residual is not known: "+
				"the check of the solution is a part of the result.").seen("no output", asked).
				needs("Give the HPL output of the run, with its residual check")
		case !out.Checked:
			return unknown("%s prints no residual check for the result.", c.Entry.Run.Output).
				seen("not printed", asked).
				needs("Give the whole HPL output, with the residual check of the result")
		case !out.Passed:
			return failed("The result failed its residual check.").seen("FAILED", asked).
				needs("Submit a run whose residual check is PASSED")
		}
		return below("The residual", c.Output.Residual, methodology.ResidualBelow, residual).
			needs("Submit a run whose residual is below %s", number(methodology.ResidualBelow))
	},
}

func residual(v float64) string {
	return fmt.Sprintf("%.5g", v)
}
