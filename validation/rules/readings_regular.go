package rules

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// readingsRegular: a counter integrates over any gap, but a few totals at both ends of the core phase
// show nothing of it.
var readingsRegular = Rule{
	ID:      "readings-regular",
	Title:   "Energy is read at regular intervals",
	Aspect:  methodology.Measurements,
	Section: methodology.Level3,
	Field:   "series[].file",
	During:  "Read the energy totals at regular intervals throughout the core phase.",
	Requires: "The energy readings of the core phase must come at regular intervals, " +
		"and there must be a minimum number of them.",
	Levels:   []power.Level{3},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the energy counters at equal intervals all through the run.",
	How: "Ten values at regular intervals fit into the core phase only if no interval between readings is longer " +
		"than a ninth of it. For every instrument, the longest interval of the full run, if it is " +
		"stated, is compared with that; " +
		"if a counter is read more often than it updates, so is the median time between updates.",
	Check: func(c Case) Result {
		limit := c.Core.Duration().Seconds() / float64(max(1, c.Limits.ReadingsInCore-1))
		span, what := c.runOrCore()
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			w := t.Window(span)
			if w.MedianStep == 0 {
				return notApplicable("%s has too few readings in the %s to determine an interval.",
					where(part, t), what)
			}
			renewal, _ := c.heldIn(t)
			r := atMost("The longest interval between values of "+where(part, t)+" in the "+what,
				max(w.LongestStep, renewal).Seconds(), limit, seconds)
			if w.LongestStep > renewal {
				return r.lacks(fillGap(part, span, w))
			}
			return r.lacks(readEvery(part, time.Duration(limit*float64(time.Second)))...)
		})
	},
}
