package rules

import (
	"math"

	"green500/validation/methodology"
)

var supplyQuality = Rule{
	ID:       "supply-quality",
	Title:    "The stated supply quality is within the recommendations",
	Aspect:   methodology.Measurements,
	Section:  methodology.Environment,
	Field:    "environment.supply_deviation_percent",
	Requires: "Facts about the quality of the power supply are optional; the text recommends limits for them.",
	Severity: May,
	Remedy:   "No action is required; say so if the supply affects the accuracy of the meters.",
	How: "Deviation, harmonic distortion and line impedance of the supply are each checked if the document " +
		"states them.",
	Check: func(c Case) Result {
		e := c.Entry.Environment
		var told []Result
		if e.SupplyDeviationPercent != nil {
			told = append(told, atMost("The deviation of the supply voltage", math.Abs(*e.SupplyDeviationPercent),
				methodology.SupplyDeviationPercent, percentage))
		}
		if e.DistortionPercent != nil {
			told = append(told, atMost("The harmonic distortion of the supply", *e.DistortionPercent,
				methodology.DistortionPercent, percentage))
		}
		if e.LineImpedanceOhm != nil {
			told = append(told, atMost("The line impedance", *e.LineImpedanceOhm, methodology.LineImpedanceOhm,
				func(v float64) string { return number(v) + " Ω" }))
		}
		return worstOr("The supply is not described. The description is optional.", told)
	},
}

func percentage(v float64) string { return number(v) + "%" }
