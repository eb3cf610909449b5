package rules

import "green500/validation/methodology"

// outputWeekday: HPL prints the day of the week with its times; an edited date often keeps the old day.
var outputWeekday = Rule{
	ID:       "output-weekday",
	Title:    "The times of the output have the right day of the week",
	Aspect:   methodology.Timing,
	Section:  methodology.CorePhase,
	Field:    "run.output",
	Requires: "The core phase is the time used for the performance figure, which the program prints with its date.",
	Remedy:   "Give the output as the run wrote it.",
	How:      "HPL prints start and end with the day of the week, which must match the date.",
	Check: func(c Case) Result {
		switch {
		case c.Output == nil || !c.CoreProven:
			return notApplicable("No output prints start and end.")
		case c.Output.OddDate != "":
			return failed("The output prints %s, a date with another day of the week.", c.Output.OddDate).
				seen(c.Output.OddDate, "the day of the date").at(c.Core)
		}
		return passed("The days of the week are those of the dates.").at(c.Core)
	},
}
