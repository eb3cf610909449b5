package rules

import (
	"fmt"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

var noOutliers = Rule{
	ID:       "no-outliers",
	Title:    "No single reading is far from its neighbours",
	Aspect:   methodology.Measurements,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "Readings are measured power, each the average of its interval.",
	Severity: May,
	Remedy:   "Check whether the reading is an error of meter or transfer, and say so; leave it in the file.",
	How: "Counts readings of power in the core phase that are more than twice, or less than half, " +
		"of the readings before and after. " +
		"Another rule finds codes for missing readings.",
	Check: func(c Case) Result { return c.readings(steady) },
}

func steady(one forensics.Instrument) Result {
	const asked = "none"
	if one.Trace.Quantity == power.Energy {
		return notApplicable("%s contains energy.", one.Name())
	}
	outliers := one.Outliers
	for _, code := range one.Codes {
		outliers -= code.Singles
	}
	if outliers <= 0 {
		return passed("No single reading is far from its neighbours.").seen("none", asked)
	}
	return failed(
		"%s has %s of more than twice, or less than half, of both neighbours; the first such reading is %s at %s.",
		one.Name(), counted(outliers, "single reading"), reading(one.Trace.Quantity, one.FirstOutlier.Value),
		clock(one.FirstOutlier.At)).
		seen(fmt.Sprint(outliers), asked).at(power.NewSpan(one.FirstOutlier.At, one.FirstOutlier.At))
}
