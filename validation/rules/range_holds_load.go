package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var rangeHoldsLoad = Rule{
	ID:      "range-holds-load",
	Title:   "The load lies in the range of the meter",
	Aspect:  methodology.MeterAccuracy,
	Section: methodology.Accuracy,
	Field:   "meters[].accuracy.range_w",
	Requires: "The operating conditions of the meter must be met, " +
		"and every range that is used must be accurate enough.",
	Since: methodology.V20,
	Remedy: "State the range that the meter was used in (meters: accuracy: range_w), " +
		"or its accuracy in each range (ranges).",
	How: "If the error of a meter is a part of one range, the highest power that one meter saw over short parts of " +
		"the core phase is compared with that range. The rule on accuracy checks meters with several ranges.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			if m.Accuracy.RangeWatts <= 0 || len(m.Accuracy.Ranges) > 0 {
				return notApplicable("The error of meter %s is no part of one range.", m.ID)
			}
			_, high := c.loads(m, c.Load(m, c.AveragingSpan()))
			return atMost("The highest power at meter "+m.ID, float64(high), m.Accuracy.RangeWatts, watts)
		})
	},
}
