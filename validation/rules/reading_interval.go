package rules

import (
	"fmt"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// readingInterval: readings far apart leave too much of the core phase to its excluded edges. The longest interval
// counts: a gap is one, and hides what the machine drew in that time, and so does a value that is only written again.
var readingInterval = Rule{
	ID:       "reading-interval",
	Title:    "The interval between readings is a small part of the core phase",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Field:    "series[].file",
	Requires: "The interval between readings that the meter reports must be at most a stated part of the core phase.",
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the meters more often, or run a problem that takes longer.",
	How: "For every instrument, the longer of its median interval and its longest interval within the core phase is " +
		"compared with a part of the core phase. " +
		"If a value is read more often than the meter updates it, the median time between new values counts, " +
		"and so does a time in which the value does not change. " +
		"If the core phase has too few readings, the interval that the document states counts (meters: " +
		"reading_interval_s).",
	Check: func(c Case) Result {
		least, limit := c.least(), c.Limits.IntervalOfCore*c.Core.Duration().Seconds()
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			w, usual := t.Window(c.Core), part.Interval(t, c.Core)
			renewal, still := c.renewed(t, w, least)
			interval := max(usual, w.LongestStep, renewal, still)
			if interval <= 0 {
				return unknown("%s has too few readings in the core phase to determine an interval.", where(part, t)).
					seen("not known", "at most "+seconds(limit)).
					lacks(record(part, c.Core, "core phase"))
			}
			r := atMost("The longest interval of "+where(part, t), interval.Seconds(), limit, seconds)
			if interval > max(usual, w.LongestStep) {
				r.Message += fmt.Sprintf(" It is read every %s, but shows a new value only so often.",
					seconds(usual.Seconds()))
			}
			if max(usual, renewal).Seconds() > limit {
				return r.lacks(readEvery(part, time.Duration(limit*float64(time.Second)))...)
			}
			if still > w.LongestStep {
				return r.lacks(c.unlost(part, c.Core, w, still))
			}
			return r.lacks(fillGap(part, c.Core, w))
		})
	},
}

// renewed is how often an instrument takes a new value, and how long it stands still in the core phase;
// both are zero if it is read again every time, and if too little power is at stake.
func (c Case) renewed(t *power.Trace, w power.Window, least power.Watts) (renewal, still time.Duration) {
	if average, _ := w.Average(); average < least {
		return 0, 0
	}
	renewal, stretch := c.heldIn(t)
	inside, _ := stretch.Intersect(c.Core)
	return renewal, inside.Duration()
}
