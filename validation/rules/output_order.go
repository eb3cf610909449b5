package rules

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
)

var outputOrder = Rule{
	ID:       "output-order",
	Title:    "N of the result is in the parameters of the output",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The performance figure is that of the run that was measured, as its output prints it.",
	Remedy:   "Give the output of one run, whole, as it was written.",
	How: "N in the row of the result, which always counts, " +
		"is looked up in the parameters above it and in those that HPL " +
		"reports to have changed them to.",
	Check: func(c Case) Result {
		if c.Output == nil || len(c.Output.Orders) == 0 {
			return notApplicable("No output lists an N in its parameters.")
		}
		observed := fmt.Sprint(c.Output.Order)
		if !slices.Contains(c.Output.Orders, c.Output.Order) {
			return failed("The result is for N = %s, which the parameters do not name.", observed).
				seen(observed, "an N of the parameters")
		}
		return passed("The result is for N = %s, as in the parameters.", observed).
			seen(observed, "an N of the parameters")
	},
}
