package rules

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// whole returns the readings of an instrument whose own intervals lie in a span. Where the series
// does not say where a timestamp lies in its interval, the interval follows it, as everywhere.
func whole(part power.Part, t *power.Trace, span power.Span) power.Window {
	series := *part.Series
	if series.Stamp == "" {
		series.Stamp = "begin"
	}
	return power.Part{Series: &series, Meter: part.Meter, Traces: []*power.Trace{t}}.Windows(span)[0]
}

// longestUsual is how long the interval of a single reading near an instant may be. Clocks jitter, so
// it is the longest step that is seen there, unless that is so long that readings are missing.
func longestUsual(t *power.Trace, at time.Time, interval time.Duration) time.Duration {
	bound := time.Duration(methodology.LongestStepOfInterval * float64(interval))
	if step := t.Window(power.NewSpan(at.Add(-bound), at.Add(bound))).LongestStep; step <= bound {
		return max(interval, step)
	}
	return interval
}

func same(a, b power.Span) bool { return a.Contains(b) && b.Contains(a) }
