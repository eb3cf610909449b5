package rules

import (
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
	Severity: Must,
	Remedy:   "Read the meters more often, or run a problem that takes longer.",
	Check: func(c Case) Result {
		limit := c.Limits.IntervalOfCore * c.Core.Duration().Seconds()
		return c.instruments(func(part power.Part, t *power.Trace) Result {
			interval := max(part.Interval(t, c.Core), t.Window(c.Core).LongestStep)
			if interval <= 0 {
				return unknown("%s has too few readings in the core phase to tell its interval.", where(part, t)).seen("not known", "at most "+seconds(limit))
			}
			return atMost("The longest interval of "+where(part, t), interval.Seconds(), limit, seconds)
		})
	},
}
