package forensics

import (
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Code is a value that stands for "no reading" and counts as one.
type Code struct {
	First   power.Reading
	Value   float64 // in the unit of the file
	Count   int
	Singles int // of them, those between two readings of another value
}

const mostStretches = 16

// codes finds values that are negative, or that meters write for "no reading" and that are far from
// the readings around them. 0 W and 255 W may be honest, so these count only if they stand apart. So does
// any one value that is the least or the largest of all, and comes back to the last digit.
func codes(part power.Part, t *power.Trace, core power.Span, in power.Inspection) []Code {
	found := Codes(part, t, core, in.Window)
	if in.Outliers < methodology.SuspectReadings || in.Min == in.Max {
		return found
	}
	one, err := part.Series.Unit.Fixed(1)
	if err != nil {
		return found
	}
	for _, v := range []int64{in.Min, in.Max} {
		known := slices.ContainsFunc(found, func(c Code) bool { return c.First.Value == v })
		if code := (search{t, v, in.MedianStep}).code(core); !known && code.Count >= methodology.SuspectReadings {
			code.Value = float64(v) / float64(one)
			found = append(found, code)
		}
	}
	return found
}

// Codes finds the codes of an instrument in a span, of which the window is known.
func Codes(part power.Part, t *power.Trace, core power.Span, in power.Window) []Code {
	unit := part.Series.Unit
	values := map[int64]float64{}
	var fixed []int64
	for _, value := range methodology.NoReading() {
		// What stands apart is 0, or else the least or the largest of all readings, unless there are
		// several such values; all others would be looked for among honest readings.
		if v, err := unit.Fixed(value); err == nil && (v == in.Min || v == in.Max || v <= 0 && v > in.Min) {
			values[v] = value
			fixed = append(fixed, v)
		}
	}
	if one, err := unit.Fixed(1); err == nil && in.Min < 0 && !slices.Contains(fixed, in.Min) {
		values[in.Min] = float64(in.Min) / float64(one)
		fixed = append(fixed, in.Min)
	}
	if in.Min == in.Max || in.Max < 0 { // the sign is that of the meter, not of a code
		return nil
	}
	var found []Code
	for _, v := range fixed {
		if code := (search{t, v, in.MedianStep}).code(core); code.Count > 0 {
			code.Value = values[v]
			found = append(found, code)
		}
	}
	return found
}

type search struct {
	trace *power.Trace
	value int64
	step  time.Duration // usual
}

func (s search) code(core power.Span) Code {
	var code Code
	left := core
	for range mostStretches {
		count, first := s.trace.CountOf(left, s.value)
		if count == 0 {
			break
		}
		if s.value < 0 {
			return Code{Count: count, Singles: count,
				First: power.Reading{At: first.In(core.Start.Location()), Value: s.value}}
		}
		last, length := s.stretch(first, left.End.Time)
		if s.apart(first, last) {
			if code.Count == 0 {
				code.First = power.Reading{At: first.In(core.Start.Location()), Value: s.value}
			}
			code.Count += length
			if length == 1 {
				code.Singles++
			}
		}
		left = power.NewSpan(last.Add(time.Nanosecond), core.End.Time)
	}
	return code
}

func (s search) stretch(first, end time.Time) (last time.Time, length int) {
	from, to := first, end
	for to.Sub(from) > time.Microsecond {
		middle := from.Add((to.Sub(from) + 1) / 2)
		if w := s.trace.Window(power.NewSpan(first, middle)); w.Min == w.Max {
			from = middle
		} else {
			to = middle
		}
	}
	if from.Equal(first) {
		from = first.Add(time.Nanosecond)
	}
	w := s.trace.Window(power.NewSpan(first, from)) // without the reading at its end, which may be another
	return w.Last.At, w.Count
}

const reach = 10

// apart reports whether the readings before and after a stretch are both far larger, or smaller, than the value.
func (s search) apart(first, last time.Time) bool {
	before := s.trace.Window(power.NewSpan(first.Add(-reach*s.step), first.Add(-time.Nanosecond)))
	after := s.trace.Window(power.NewSpan(last.Add(time.Nanosecond), last.Add(reach*s.step)))
	if before.Count == 0 || after.Count == 0 {
		return false
	}
	a, b := before.Last.Value, after.First.Value
	if s.trace.Quantity == power.Energy && b < a {
		return false // the total does not go on: it was reset, or ran over
	}
	far := func(large, small int64) bool {
		return float64(large) > methodology.FarFromNeighbours*float64(small)
	}
	return far(s.value, a) && far(s.value, b) || far(a, s.value) && far(b, s.value)
}

const mostGaps = 8 // of an instrument are shown one by one

// Gaps finds the longest gaps of a span, in the order of time: what lies before and after one is looked at again.
func Gaps(t *power.Trace, within power.Span, in power.Inspection) []power.Span {
	if in.Gaps == 0 {
		return nil
	}
	found, left := []power.Span{}, []power.Span{within}
	limit := time.Duration(methodology.LongestStepOfInterval * float64(in.MedianStep))
	for len(left) > 0 && len(found) < mostGaps {
		span := left[0]
		left = left[1:]
		w := t.Window(span)
		if w.LongestStep <= limit {
			continue
		}
		after := w.LongestAfter.In(within.Start.Location())
		gap := power.NewSpan(after, after.Add(w.LongestStep))
		found = append(found, gap)
		left = append(left, power.NewSpan(span.Start.Time, gap.Start.Add(time.Nanosecond)),
			power.NewSpan(gap.End.Time, span.End.Time))
	}
	slices.SortFunc(found, func(a, b power.Span) int { return a.Start.Compare(b.Start.Time) })
	return found
}

// Overflow reports whether a fall is that of a counter that overflowed: it stood just below a power of two
// or of ten, in the unit of the file, and begins again near 0. It returns that number.
func Overflow(unit power.Unit, before, after power.Reading) (end float64, over bool) {
	one, err := unit.Fixed(1)
	if err != nil || before.Value <= 0 || after.Value < 0 {
		return 0, false
	}
	stood, begins := float64(before.Value)/float64(one), float64(after.Value)/float64(one)
	for _, end := range []float64{math.Exp2(math.Ceil(math.Log2(stood))),
		math.Pow10(int(math.Ceil(math.Log10(stood))))} {
		if end > 1 && end-stood <= methodology.CounterNearEnd*end && begins <= methodology.CounterNearEnd*end {
			return end, true
		}
	}
	return 0, false
}
