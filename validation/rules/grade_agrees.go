package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var gradeAgrees = Rule{
	ID:      "grade-agrees",
	Title:   "The stated error of a meter fits its grade",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Accuracy,
	Field:   "meters[].accuracy.grade",
	Requires: "The accuracy of a meter must be documented; " +
		"a grade may stand for it, because a meter of the grade has at most the error of its class.",
	Since: methodology.V20,
	Remedy: "State the grade that the data sheet or the certificate names, " +
		"or the error of the meter (meters: accuracy).",
	How: "If a meter has both a grade and a stated error, the error at the average power that it saw in the core " +
		"phase is compared with that of the class. " +
		"Meters of revenue grade have class 0.5 of ANSI C12.20 or better.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			stated := m.Accuracy
			stated.Grade = ""
			class, graded := power.Accuracy{Grade: m.Accuracy.Grade}.At(1)
			_, _, accuracy, known := c.worstAccuracy(m, stated)
			if stated.OfReadingPercent == 0 && stated.OfRangePercent == 0 && len(stated.Ranges) == 0 ||
				!graded || !known {
				return notApplicable("Meter %s has no grade to compare its stated error with.", m.ID)
			}
			return atMost("The stated error of meter "+m.ID+", which is of "+m.Accuracy.Grade+" grade", accuracy,
				class, percent)
		})
	},
}
