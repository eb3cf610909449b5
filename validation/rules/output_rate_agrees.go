package rules

import "green500/validation/methodology"

var outputRateAgrees = Rule{
	ID:       "output-rate-agrees",
	Title:    "The rate of the output follows from its order and time",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The performance figure is that of the run that was measured, as its output prints it.",
	Remedy:   "Give the output as the run wrote it.",
	How: "The operations that HPL counts for N, 2/3 N³ + 3/2 N², " +
		"divided by the time of the row are compared with the rate of the row. N is that of the row: programs " +
		"change the one of the parameters.",
	Check: func(c Case) Result {
		if c.Output == nil || c.Output.Rate <= 0 {
			return notApplicable("There is no output.")
		}
		away := distance(float64(c.Output.Rmax), float64(c.Output.Rate))
		return atMost("The difference of the rate from the one that order and time give", away,
			methodology.OutputTolerance, percent)
	},
}
