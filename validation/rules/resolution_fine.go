package rules

import (
	"fmt"

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
		"Half a step over the average power, or a whole step over the energy of the core phase, is how far rounding " +
		"moves an instrument. If that is more than the accuracy that the document states, it is weighed by the " +
		"instrument's share of the measured power, and what all such instruments add up to is compared with the " +
		"accuracy. The uncertainty of the power includes rounding in any case.",
	Check: func(c Case) Result {
		var coarse float64 // how far rounding may move the power, of instruments that it moves by more than is stated
		for _, one := range c.facts().Instruments {
			rounding, _ := one.Rounding()
			if accuracy, documented := accuracyOf(one); documented && rounding > accuracy && one.Share > 0 {
				coarse += rounding * one.Share
			}
		}
		return c.readings(func(one forensics.Instrument) Result { return fine(one, coarse) })
	},
}

// accuracyOf is what the document promises of an instrument at its average power.
func accuracyOf(one forensics.Instrument) (accuracy float64, documented bool) {
	average, _ := one.Average()
	meter := one.Part.Meter
	return meter.Accuracy.At(
		average * power.Watts(len(one.Part.Traces)) / power.Watts(max(len(one.Part.Traces), meter.Count)))
}

func fine(one forensics.Instrument, coarse float64) Result {
	rounding, known := one.Rounding()
	if !known {
		return notApplicable("%s does not change, so its resolution is not known.", one.Name())
	}
	average, _ := one.Average()
	meter := one.Part.Meter
	accuracy, documented := accuracyOf(one)
	switch {
	case !documented && meter.Accuracy.Grade != "":
		return notApplicable("Meter %s has a grade, without a figure.", meter.ID)
	case !documented:
		return unknown("The accuracy of meter %s is not documented.", meter.ID).seen(percent(rounding), "not known")
	}
	steps := fmt.Sprintf("%s reads in steps of %s at an average of %s: rounding alone is up to %s", one.Name(),
		reading(one.Trace.Quantity, one.Resolution), watts(float64(average)), percent(rounding))
	if rounding <= accuracy {
		return atMost("Rounding of "+one.Name(), rounding, accuracy, percent).
			saying("%s, and the stated accuracy is %s.", steps, percent(accuracy))
	}
	return atMost("Rounding of "+one.Name(), coarse, accuracy, percent).
		saying("%s. All instruments like it together move the measured power by up to %s, and the stated accuracy is "+
			"%s.", steps, percent(coarse), percent(accuracy))
}
