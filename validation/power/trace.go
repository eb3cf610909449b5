package power

import (
	"math/bits"
	"slices"
	"sort"
	"time"
)

// Reading is what an instrument reported at one instant. Value is in microwatts for power and
// in millijoules for energy.
type Reading struct {
	At    time.Time
	Value int64
}

// Trace is the readings of one instrument in the order of time. Readings that share a timestamp
// are all kept: a meter's own report is evidence and is never thinned out.
type Trace struct {
	Instrument string
	Quantity   Quantity

	at    []int64 // nanoseconds since 1970 UTC
	value []int64 // microwatts or millijoules

	reversed int // readings that stood after a later one
}

// NewTrace takes the readings of one instrument, times in nanoseconds since 1970 UTC and values in
// microwatts or millijoules. It sorts them by time where the file did not.
func NewTrace(instrument string, quantity Quantity, at, value []int64) *Trace {
	t := &Trace{Instrument: instrument, Quantity: quantity, at: at, value: value, reversed: countReversed(at)}
	if !slices.IsSorted(at) {
		sort.Stable(byTime{t})
	}
	return t
}

type byTime struct{ *Trace }

func (b byTime) Len() int           { return len(b.at) }
func (b byTime) Less(i, j int) bool { return b.at[i] < b.at[j] }
func (b byTime) Swap(i, j int) {
	b.at[i], b.at[j] = b.at[j], b.at[i]
	b.value[i], b.value[j] = b.value[j], b.value[i]
}

// Len returns the number of readings.
func (t *Trace) Len() int { return len(t.at) }

// Reading returns the i-th reading in the order of time.
func (t *Trace) Reading(i int) Reading {
	return Reading{At: time.Unix(0, t.at[i]).UTC(), Value: t.value[i]}
}

// Span returns the time from the first to the last reading; it is zero for an empty trace.
func (t *Trace) Span() Span {
	if len(t.at) == 0 {
		return Span{}
	}
	return NewSpan(t.Reading(0).At, t.Reading(len(t.at)-1).At)
}

// Columns exposes the readings as they are held, for writers and drawings; they must not be changed.
func (t *Trace) Columns() (at, value []int64) { return t.at, t.value }

// indices returns the half-open range of readings that count for s. An energy total is read at an
// instant, so one at the very end counts. A power reading stands for the interval after its
// timestamp, unless the series says otherwise, so one at the very end does not: a core phase of 316
// seconds holds 316 readings of a second. The published averages of real entries are formed so.
func (t *Trace) indices(s Span) (from, to int) {
	from, _ = slices.BinarySearch(t.at, s.Start.UnixNano())
	end := s.End.UnixNano()
	if t.Quantity == Energy {
		end++
	}
	to, _ = slices.BinarySearch(t.at, end)
	return from, max(from, to)
}

// Window is what a trace holds within a span.
type Window struct {
	Count        int
	First, Last  Reading
	Min, Max     int64
	MedianStep   time.Duration // between consecutive distinct timestamps
	LongestStep  time.Duration
	LongestAfter time.Time // where the longest step begins
	Falls        int       // readings lower than the one before: for an energy total, resets

	quantity Quantity
	sum      int128
}

// Window returns what the trace holds within s: power readings from its start to before its end,
// energy readings with both ends.
func (t *Trace) Window(s Span) Window {
	from, to := t.indices(s)
	w := Window{Count: to - from, quantity: t.Quantity}
	if w.Count == 0 {
		return w
	}
	w.First, w.Last = t.Reading(from), t.Reading(to-1)
	w.Min, w.Max = t.value[from], t.value[from]
	steps := make([]int64, 0, w.Count)
	for i := from; i < to; i++ {
		w.sum.add(t.value[i])
		w.Min, w.Max = min(w.Min, t.value[i]), max(w.Max, t.value[i])
		if i == from {
			continue
		}
		if t.value[i] < t.value[i-1] {
			w.Falls++
		}
		if step := t.at[i] - t.at[i-1]; step > 0 {
			steps = append(steps, step)
			if time.Duration(step) > w.LongestStep {
				w.LongestStep, w.LongestAfter = time.Duration(step), time.Unix(0, t.at[i-1]).UTC()
			}
		}
	}
	if len(steps) > 0 {
		slices.Sort(steps)
		w.MedianStep = time.Duration(steps[len(steps)/2])
	}
	return w
}

// Average returns the average power in the window: the plain mean of power readings, or the
// difference of the last and first energy reading over the time between them (methodology 2.0,
// section 3.1.3). ok is false where the window holds too few readings to form it.
func (w Window) Average() (average Watts, ok bool) {
	if w.Count == 0 {
		return 0, false
	}
	if w.quantity == Power {
		return Watts(w.sum.float() / float64(w.Count) / microwattsPerWatt), true
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

// int128 is an exact sum of int64: 20 million readings of a megawatt do not fit in 64 bits of microwatts.
type int128 struct {
	high int64
	low  uint64
}

func (s *int128) add(v int64) {
	low, carry := bits.Add64(s.low, uint64(v), 0)
	s.low = low
	s.high += v>>63 + int64(carry)
}

// float rounds the magnitude: the two words of a small negative sum would cancel in a float.
func (s int128) float() float64 {
	if s.high < 0 {
		low, borrow := bits.Sub64(0, s.low, 0)
		return -int128{-s.high - int64(borrow), low}.float()
	}
	return float64(s.high)*(1<<63)*2 + float64(s.low)
}
