package power

import (
	"time"

	"green500/validation/power/internal/integers"
)

// Window is what a trace holds within a span.
//
// The usual step is the median of all steps, the longer of two, if the readings lie in one block of the trace or in
// parts of two. If they hold whole blocks, the median of each stands for every step inside it, and likewise that of
// 8, 64 and so on blocks in a row, or of those left at the end, for all of theirs; steps between blocks and at either
// end stand for themselves. It does not depend on where the readings are kept.
type Window struct {
	Count        int
	First, Last  Reading
	Min, Max     int64
	MedianStep   time.Duration // the usual one, between consecutive distinct timestamps
	LongestStep  time.Duration
	LongestAfter time.Time // where the longest step begins
	Falls        int       // readings lower than the one before: for an energy total, resets

	quantity Quantity
	sum      integers.Int128
}

// Window returns what the trace holds within s: power from its start to before its end, energy with both ends.
func (t *Trace) Window(s Span) Window {
	return t.windows.Of(s.Start.UnixNano(), s.End.UnixNano(), func() Window {
		c := t.cut(s)
		sum := c.summary()
		return t.window(&sum, c.steps().Median())
	})
}

func (t *Trace) window(sum *summary, step int64) Window {
	w := Window{Count: sum.count, quantity: t.Quantity, sum: sum.sum}
	if sum.count == 0 {
		return w
	}
	w.First, w.Last = sum.first.reading(), sum.last.reading()
	w.Min, w.Max, w.Falls = sum.min, sum.max, sum.falls
	w.MedianStep = time.Duration(step)
	if sum.longest > 0 {
		w.LongestStep, w.LongestAfter = time.Duration(sum.longest), instant(sum.longestAfter)
	}
	return w
}

// Average returns the average power in the window: the plain mean of power readings, or the
// difference of the last and first energy reading over the time between them (methodology 2.0,
// section 3.1.3). ok is false if the window holds too few readings to form it.
func (w Window) Average() (average Watts, ok bool) {
	if w.Count == 0 {
		return 0, false
	}
	if w.quantity == Power {
		return Watts(w.sum.Float() / float64(w.Count) / microwattsPerWatt), true
	}
	elapsed := w.Last.At.Sub(w.First.At)
	if elapsed <= 0 {
		return 0, false
	}
	return Watts(float64(w.Last.Value-w.First.Value) / millijoulesPerJoule / elapsed.Seconds()), true
}

// Covered returns the time between the first and the last reading of the window.
func (w Window) Covered() time.Duration { return w.Last.At.Sub(w.First.At) }

// Watts returns a power reading in watts.
func (r Reading) Watts() Watts { return Watts(float64(r.Value) / microwattsPerWatt) }

// Joules returns an energy reading in joules.
func (r Reading) Joules() Joules { return Joules(float64(r.Value) / millijoulesPerJoule) }
