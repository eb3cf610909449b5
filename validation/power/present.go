package power

import "time"

// Present returns the time within a span that the readings of a trace stand for, as the steps of a curve state it. What is
// a gap depends on the usual step of all readings, whichever of them the span holds.
func (t *Trace) Present(s Span, stamp string) time.Duration {
	if t.count == 0 || !drawable(s) {
		return 0
	}
	whole := NewSpan(t.Span().Start.Time, t.Span().End.Add(time.Nanosecond)) // with the last reading
	f := t.filling(whole, stamp, 0)
	f.grid = newGrid([]int64{s.Start.UnixNano(), s.End.UnixNano()})
	f.gather()
	return min(time.Duration(f.steps[0].covered), s.Duration())
}
