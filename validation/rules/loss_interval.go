package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var lossInterval = Rule{
	ID:       "loss-interval",
	Title:    "A simultaneously measured loss is measured often enough",
	Aspect:   methodology.Location,
	Section:  methodology.PowerLoss,
	Field:    "meters[].loss.interval_s",
	Requires: "A loss that is measured at the same time as the power must be measured at a stated maximum interval.",
	Levels:   []power.Level{3},
	Severity: Must,
	Remedy: "State how often the loss was measured during the run (meters: loss: interval_s), " +
		"and measure it more often if the interval is too long.",
	How: "The interval that the document states for each meter behind a conversion is compared with the limit.",
	Check: func(c Case) Result {
		return c.meters(func(m *power.Meter) Result {
			limit := c.Limits.LossInterval.Seconds()
			switch {
			case m.Location != power.Downstream:
				return notApplicable("No conversion lies between meter %s and the supply.", m.ID)
			case m.Loss == nil || m.Loss.IntervalSeconds == 0:
				return unknown("How often the loss at meter %s was measured is not stated.", m.ID).
					seen("not stated", "at most "+seconds(limit))
			}
			return atMost("The time between measurements of the loss at meter "+m.ID, m.Loss.IntervalSeconds,
				limit, seconds)
		})
	},
}
