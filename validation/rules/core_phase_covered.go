package rules

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

var corePhaseCovered = Rule{
	ID:      "core-phase-covered",
	Title:   "Readings cover the entire core phase",
	Aspect:  methodology.Timing,
	Section: methodology.Averages,
	Field:   "series[].file",
	During:  "Record all of the core phase: start the log before the job, and stop it after.",
	Requires: "The average must contain all readings that lie completely inside the core phase, " +
		"from its start to its end.",
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Give the readings of the whole core phase; check the zone of the meter's clock if they seem shifted.",
	How: "At either end, the time between the core phase and the readings whose own intervals lie completely in it " +
		"may be at most one interval, for every " +
		"instrument. One reading at each end may lie partly outside, and the text excludes it. " +
		"If the document does not say what a timestamp marks, it marks " +
		"the start. Energy totals are taken from the first to the last reading.",
	Check: func(c Case) Result {
		return c.instruments(
			func(part power.Part, t *power.Trace) Result { return c.covered(c.Core, part, t, "core phase") })
	},
}

func (c Case) covered(span power.Span, part power.Part, t *power.Trace, what string) Result {
	w, interval := whole(part, t, span), part.Interval(t, span)
	if w.Count == 0 || interval <= 0 {
		return failed("%s has no readings in the %s.", where(part, t), what).seen("none", "the "+what).at(span).
			lacks(record(part, span, what))
	}
	from, to := part.Stretch(t, w)
	leftOut := func(end string, gap power.Span, at time.Time) Result {
		if c.Quick && gap.Duration() <= time.Duration(methodology.OneInterval*float64(interval)) {
			return passed("") // one interval or more is the limit
		}
		limit := methodology.OneInterval * longestUsual(t, at, interval).Seconds()
		r := atMost("The time that "+where(part, t)+" does not cover at the "+end+" of the "+what,
			max(0, gap.Duration()).Seconds(), limit, seconds)
		if r.Outcome == Fail {
			r = r.at(gap).lacks(record(part, span, what))
		}
		return r
	}
	return worst(leftOut("start", power.NewSpan(span.Start.Time, from), span.Start.Time),
		leftOut("end", power.NewSpan(to, span.End.Time), span.End.Time))
}
