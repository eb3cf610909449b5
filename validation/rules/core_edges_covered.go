package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

var coreEdgesCovered = Rule{
	ID:      "core-edges-covered",
	Title:   "First and last energy reading lie close to the ends of the core phase",
	Aspect:  methodology.Timing,
	Section: methodology.Averages,
	Field:   "series[].file",
	Requires: "The first and the last energy reading inside the core phase may leave out a stated time at each end, " +
		"and a stated time in total.",
	Levels:   []power.Level{3},
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Read the energy counters more often, or right at the start and the end of the core phase.",
	How: "From the start of the core phase to the first reading in it, and from the last to its end, " +
		"for every instrument: each alone and both together are compared " +
		"with their limits. The limits are in seconds and do not depend on the length of the core phase, " +
		"though they are a sixth of the shortest.",
	Check: func(c Case) Result {
		return c.instruments(
			func(part power.Part, t *power.Trace) Result { return c.edges(c.Core, "core phase", part, t) })
	},
}

func (c Case) edges(span power.Span, what string, part power.Part, t *power.Trace) Result {
	w := t.Window(span)
	if w.Count == 0 {
		return failed("%s has no readings in the %s.", where(part, t), what).
			seen("none", "at most "+seconds(c.Limits.UncoveredEach.Seconds())+" at either end").at(span).
			lacks(record(part, span, what))
	}
	atStart, atEnd := w.First.At.Sub(span.Start.Time), span.End.Sub(w.Last.At)
	total := atMost("The time that "+where(part, t)+" does not cover at both ends together",
		(atStart + atEnd).Seconds(), c.Limits.UncoveredTotal.Seconds(), seconds)
	each := atMost("The time that "+where(part, t)+" does not cover at one end", max(atStart, atEnd).Seconds(),
		c.Limits.UncoveredEach.Seconds(), seconds)
	r := worst(each, total).at(power.NewSpan(span.Start.Time, w.First.At), power.NewSpan(w.Last.At, span.End.Time))
	if w.LongestStep <= c.Limits.UncoveredEach {
		return r.lacks(record(part, span, what))
	}
	return r.lacks(readEvery(part, c.Limits.UncoveredEach)...)
}
