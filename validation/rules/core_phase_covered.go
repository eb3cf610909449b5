package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// corePhaseCovered: the readings cover the entire core phase; only a reading that lies partly
// outside may be missing at either end.
var corePhaseCovered = Rule{
	ID:       "core-phase-covered",
	Title:    "Readings cover the entire core phase",
	Aspect:   methodology.Timing,
	Section:  methodology.Averages,
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Severity: Must,
	Remedy:   "Give the readings of the whole core phase; check the zone of the meter's clock if they seem shifted.",
	Check: func(c Case) Result {
		return c.instruments(func(part power.Part, t *power.Trace) Result { return covered(c.Core, part, t, "core phase") })
	},
}

// covered holds what readings leave out at the ends of a span to one interval.
func covered(span power.Span, part power.Part, t *power.Trace, what string) Result {
	w := t.Window(span)
	interval := part.Interval(t, span)
	if w.Count == 0 || interval <= 0 {
		return failed("%s has no readings in the %s.", where(part, t), what).seen("none", "the "+what).at(span)
	}
	atStart, atEnd := w.First.At.Sub(span.Start.Time), span.End.Sub(w.Last.At)
	limit := methodology.OneInterval * interval.Seconds()
	r := atMost("What "+where(part, t)+" leaves out at an end of the "+what, max(atStart, atEnd).Seconds(), limit, seconds)
	if r.Outcome == Fail && atStart > atEnd {
		return r.at(power.NewSpan(span.Start.Time, w.First.At))
	}
	if r.Outcome == Fail {
		return r.at(power.NewSpan(w.Last.At, span.End.Time))
	}
	return r
}
