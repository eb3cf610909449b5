package rules

import (
	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var resolutionFine = Rule{
	ID:      "resolution-fine",
	Title:   "The resolution of readings matches the claimed accuracy",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Accuracy,
	Field:   "series[].file",
	Requires: "The documented accuracy of the readings must be within a limit. " +
		"A reading is not more accurate than its last digit.",
	Remedy: "Export the readings with all digits that the meter has, or state the accuracy with the rounding.",
	How: "The resolution is the largest step that divides all differences between readings. " +
		"Half a step over the average power, " +
		"or a whole step over the energy of the core phase, is compared with the accuracy that the document states.",
	Check: func(c Case) Result { return c.mattering(fine) },
}

func fine(one forensics.Instrument) Result {
	rounding, known := one.Rounding()
	if !known {
		return notApplicable("%s does not change, so its resolution is not known.", one.Name())
	}
	average, _ := one.Average()
	meter := one.Part.Meter
	accuracy, documented := meter.Accuracy.At(
		average * power.Watts(len(one.Part.Traces)) / power.Watts(max(len(one.Part.Traces), meter.Count)))
	switch {
	case !documented && meter.Accuracy.Grade != "":
		return notApplicable("Meter %s has a grade, without a figure.", meter.ID)
	case !documented:
		return unknown("The accuracy of meter %s is not documented.", meter.ID).seen(percent(rounding), "not known")
	}
	return atMost("Rounding of "+one.Name(), rounding, accuracy, percent).
		saying("%s reads in steps of %s at an average of %s: rounding alone is up to %s, and the stated "+
			"accuracy is %s.", one.Name(), reading(one.Trace.Quantity, one.Resolution), watts(float64(average)),
			percent(rounding), percent(accuracy))
}
