package powersteps

import (
	"math"
	"slices"
	"time"

	"green500/validation"
	"green500/validation/power"
)

// Steps are the stretches of time in which everybody may see the power of a measurement. Each holds FewestReadings of
// every instrument, or none outside the run, so that no single reading can be found from it; and whatever is shown to
// everybody is made of whole steps, so that none can be found by the difference of two views either. Within the run
// they are the rows of the envelope.
type Steps struct {
	Length  time.Duration // within the run, if no readings are lacking
	borders []int64       // nanoseconds since 1970 UTC, in their order
	hidden  []bool        // a step for each two borders: in which nothing is shown
	run     [2]int        // the first and the last border of the run; equal if no run is known
	told    []power.Span  // whose figures stand in the report
}

// StepsOf are the steps of a measurement that was graded over some spans.
func StepsOf(m *power.Measurement, spans validation.Spans) Steps {
	marks, measured := instants(spans.Core, spans.FullRun, spans.Averaged), m.Whole()
	interval := max(m.LongestInterval(spans.Averaged), m.LongestInterval(measured))
	s := Steps{told: append([]power.Span{spans.Core, spans.FullRun, spans.Averaged}, spans.Idle...)}
	whole := instants(measured, spans.Core, spans.FullRun, spans.Averaged)
	if len(whole) == 0 {
		return s
	}
	first, last := whole[0], whole[len(whole)-1]
	outer := stepOf(time.Duration(last-first), interval)
	if len(marks) == 0 {
		s.Length = outer
		s.add(m, spaced(first, last, outer), outside)
		return s
	}
	start, end := marks[0], marks[len(marks)-1]
	s.Length = stepOf(time.Duration(end-start), interval)
	steps := (start - first + int64(outer) - 1) / int64(outer)
	s.add(m, spaced(start-steps*int64(outer), start, outer), outside)
	s.addRun(m, borders(marks, s.Length), spans.Averaged)
	s.add(m, spaced(end, last, outer), outside)
	return s
}

// addRun adds the run: the sum over what was averaged stays exact; too few readings beside it are left out.
func (s *Steps) addRun(m *power.Measurement, borders []int64, averaged power.Span) {
	from, _ := slices.BinarySearch(borders, averaged.Start.UnixNano())
	to, _ := slices.BinarySearch(borders, averaged.End.UnixNano())
	if averaged.IsZero() {
		from, to = 0, len(borders)-1
	}
	s.run[0] = max(0, len(s.borders)-1)
	if !s.add(m, borders[:from+1], inside) && from > 0 {
		s.run[0] = len(s.borders) - 1
	}
	s.add(m, borders[from:to+1], inside)
	s.run[1] = len(s.borders) - 1
	if s.add(m, borders[to:], inside) {
		s.run[1] = len(s.borders) - 1
	}
}

// add adds the steps of a stretch, put together until each of them holds enough; shown is false if not even all of
// them do, which are hidden then.
func (s *Steps) add(m *power.Measurement, borders []int64, enough func(counts []uint8) bool) (shown bool) {
	if len(borders) < 2 {
		return false
	}
	kept := together(borders, m.Counts(borders, FewestReadings), enough)
	shown = len(kept) > 0
	if !shown {
		kept = []int64{borders[0], borders[len(borders)-1]}
	}
	for range len(kept) - 1 {
		s.hidden = append(s.hidden, !shown)
	}
	if len(s.borders) > 0 {
		kept = kept[1:]
	}
	s.borders = append(s.borders, kept...)
	return shown
}

// inside demands of every instrument readings in a step: if one has none the last one is held.
func inside(counts []uint8) bool {
	return !slices.ContainsFunc(counts, func(count uint8) bool { return count < FewestReadings })
}

// outside reports whether a step beside the run holds enough: nothing is held there.
func outside(counts []uint8) bool {
	return !slices.ContainsFunc(counts, func(count uint8) bool { return 0 < count && count < FewestReadings })
}

// together puts steps together until each holds enough, and returns their borders; none if not all do.
func together(borders []int64, counts [][]uint8, enough func([]uint8) bool) []int64 {
	type stretch struct {
		from   int64
		counts []uint8
	}
	var all []stretch
	var open *stretch
	for i, some := range counts {
		if open == nil {
			open = &stretch{borders[i], slices.Clone(some)}
		} else {
			increase(open.counts, some)
		}
		if enough(open.counts) {
			all, open = append(all, *open), nil
		}
	}
	for open != nil && len(all) > 0 { // what is left at the end
		before := &all[len(all)-1]
		increase(before.counts, open.counts)
		open = nil
		if !enough(before.counts) {
			open, all = before, all[:len(all)-1]
		}
	}
	if open != nil || len(all) == 0 {
		return nil
	}
	kept := make([]int64, 0, len(all)+1)
	for _, one := range all {
		kept = append(kept, one.from)
	}
	return append(kept, borders[len(borders)-1])
}

func increase(counts, more []uint8) {
	for i, count := range more {
		counts[i] = min(FewestReadings, counts[i]+count)
	}
}

func spaced(from, to int64, step time.Duration) []int64 {
	if from >= to {
		return nil
	}
	return borders([]int64{from, to}, step)
}

func (s Steps) ofRun() []int64 { return s.borders[s.run[0] : s.run[1]+1] }

// fewer are at most so many steps, but for one, that hold a span, and whether something is hidden in each.
func (s Steps) fewer(span power.Span, most int) (borders []int64, hidden []bool) {
	from, to := around(s.borders, span)
	if from >= to || most <= 0 {
		return nil, nil
	}
	every := (to-from-1)/most + 1
	for at := from; at < to; {
		next := min(to, (at/every+1)*every) // the same ones wherever a view begins
		borders, hidden = append(borders, s.borders[at]), append(hidden, slices.Contains(s.hidden[at:next], true))
		at = next
	}
	return append(borders, s.borders[to]), hidden
}

// around are the places of the borders that hold a span, as far as they reach; from is not less than to if none.
func around(borders []int64, span power.Span) (from, to int) {
	if len(borders) < 2 || !span.End.After(span.Start.Time) {
		return 0, 0
	}
	from, found := slices.BinarySearch(borders, span.Start.UnixNano())
	if !found {
		from--
	}
	to, _ = slices.BinarySearch(borders, span.End.UnixNano())
	return max(0, from), min(to, len(borders)-1)
}

// Curve returns what was measured over a span, and to the ends of the steps it begins and ends in, in at most so many
// steps, but for one: whole ones, or several together. What everybody may see of a part of the measurement has the
// steps of the whole.
func (s Steps) Curve(m *power.Measurement, span power.Span, most int) power.Curve {
	borders, hidden := s.fewer(span, most)
	curve := m.CurveOf(borders)
	for i := range hidden {
		if hidden[i] {
			for _, line := range curve.Lines {
				line.Watts[i], line.Min[i], line.Max[i] = math.NaN(), math.NaN(), math.NaN()
			}
		}
	}
	return curve
}

// EvenCurve is a Curve in equal steps: each shows what the step shows that its middle lies in.
func (s Steps) EvenCurve(m *power.Measurement, span power.Span, most int) power.Curve {
	curve := s.Curve(m, span, most)
	if curve.Steps() == 0 {
		return curve
	}
	first, last := curve.Borders[0], curve.Borders[curve.Steps()]
	step := max(1, (last-first-1)/int64(most)+1)
	even := power.Curve{Borders: spaced(first, last, time.Duration(step)), Lines: make([]power.Line, len(curve.Lines))}
	for l, line := range curve.Lines {
		even.Lines[l] = power.Line{Name: line.Name, Instruments: line.Instruments, Absent: line.Absent}
	}
	for i := range even.Steps() {
		middle := (even.Borders[i] + even.Borders[i+1]) / 2
		at, _ := slices.BinarySearch(curve.Borders, middle+1)
		for l, line := range curve.Lines {
			to := &even.Lines[l]
			to.Watts, to.Min, to.Max = append(to.Watts, line.Watts[at-1]), append(to.Min, line.Min[at-1]),
				append(to.Max, line.Max[at-1])
			to.Present = append(to.Present, line.Present[at-1])
		}
	}
	return even
}

// Window returns the stretch of which everybody may have the figures if they ask for a span: a span of the report as it
// is, any other to the ends of the steps of the run that it begins and ends in. ok is false for one that lies outside
// of the run, whose figures are not published.
func (s Steps) Window(span power.Span) (window power.Span, ok bool) {
	for _, told := range s.told {
		if span.Start.Equal(told.Start.Time) && span.End.Equal(told.End.Time) {
			return told, true
		}
	}
	if s.run[0] == s.run[1] {
		return power.Span{}, false
	}
	run := s.ofRun()
	from, to := around(run, span)
	if from >= to {
		return power.Span{}, false
	}
	zone := span.Start.Location()
	return power.NewSpan(time.Unix(0, run[from]).In(zone), time.Unix(0, run[to]).In(zone)), true
}
