package rules

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// readingInterval: readings far apart leave too much of the core phase to its excluded edges. The
// longest interval counts: a gap is one, and hides what the machine drew meanwhile.
var readingInterval = Rule{
	ID:       "reading-interval",
	Title:    "The interval between readings is a small part of the core phase",
	Aspect:   methodology.Granularity,
	Section:  methodology.Averages,
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the meters more often, or run a problem that takes longer.",
	How: "For every instrument, the longer of its median interval and its longest interval within the core phase is compared with a part of the core phase. " +
		"If the core phase has too few readings, the interval that the document states counts (meters: reading_interval_s).",
	Check: func(c Case) Result {
		limit := c.Limits.IntervalOfCore * c.Core.Duration().Seconds()
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			w, usual := t.Window(c.Core), part.Interval(t, c.Core)
			interval := max(usual, w.LongestStep)
			if interval <= 0 {
				return unknown("%s has too few readings in the core phase to determine an interval.", where(part, t)).seen("not known", "at most "+seconds(limit)).
					lacks(record(part, c.Core, "core phase"))
			}
			r := atMost("The longest interval of "+where(part, t), interval.Seconds(), limit, seconds)
			if usual.Seconds() > limit {
				return r.lacks(readEvery(part, time.Duration(limit*float64(time.Second)))...)
			}
			return r.lacks(fillGap(part, c.Core, w))
		})
	},
}
