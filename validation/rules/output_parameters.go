package rules

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
)

// outputParameters: HPL prints its parameters first and repeats them in each row; an output in which
// they differ was put together or edited.
var outputParameters = Rule{
	ID:       "output-parameters",
	Title:    "Block size and process grid of the result are those of the parameters",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The performance figure is that of the run that was measured, as its output prints it.",
	Remedy:   "Give the output of one run, whole, as it was written.",
	How: "NB, P and Q in the row of the result are searched among the parameters above it. " +
		"If the row prints the rate of one process as well, it must be the rate over P x Q, " +
		"within what HPL prints.",
	Check: func(c Case) Result {
		out := c.Output
		if out == nil || len(out.Blocks)+len(out.Grids[0])+len(out.Grids[1]) == 0 && out.Each == 0 {
			return notApplicable("No output prints these parameters.")
		}
		for _, one := range []struct {
			name   string
			value  int
			listed []int
		}{{"NB", out.Block, out.Blocks}, {"P", out.Grid[0], out.Grids[0]}, {"Q", out.Grid[1], out.Grids[1]}} {
			if len(one.listed) > 0 && !slices.Contains(one.listed, one.value) {
				observed := fmt.Sprintf("%s = %d", one.name, one.value)
				return failed("The result is for %s, which the parameters do not name.", observed).
					seen(observed, "those of the parameters")
			}
		}
		if processes := out.Grid[0] * out.Grid[1]; out.Each > 0 && processes > 0 {
			if away := distance(float64(out.Each)*float64(processes),
				float64(out.Rmax)); away > methodology.OutputTolerance {
				return atMost("What the rate of one process differs by from the rate over all processes", away,
					methodology.OutputTolerance, percent)
			}
		}
		return passed("The result is for NB = %d on %d x %d processes, as announced.", out.Block,
			out.Grid[0], out.Grid[1]).
			seen(fmt.Sprintf("NB = %d, %d x %d", out.Block, out.Grid[0], out.Grid[1]), "those of the parameters")
	},
}
