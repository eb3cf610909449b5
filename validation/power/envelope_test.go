package power_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// holding is a reading over the time it stands for.
type holding struct {
	from, to int64
	watts    float64
}

// stood tells for every reading what it stands for, as Envelope documents it.
func (l log) stood(usual int64, stamp string) []holding {
	bound := int64(power.MissingFrom * float64(usual))
	if usual == 0 {
		bound = math.MaxInt64 - 1
	}
	held := func(i int) int64 { // of the step that ends with a reading
		if i <= 0 || i >= len(l.at) || l.at[i]-l.at[i-1] > bound {
			if l.quantity == power.Energy {
				return 0
			}
			return usual
		}
		return l.at[i] - l.at[i-1]
	}
	var all []holding
	for i, at := range l.at {
		one := holding{at, at + held(i+1), float64(l.value[i]) / watt}
		switch {
		case l.quantity == power.Energy:
			one.from, one.to = at-held(i), at
			if one.from == at {
				continue
			}
			one.watts = (float64(l.value[i]) - float64(l.value[i-1])) / joule / time.Duration(held(i)).Seconds()
		case stamp == "end":
			one.from, one.to = at-held(i), at
		case stamp == "middle":
			one.from, one.to = at-(held(i)-held(i)/2), at+held(i+1)/2
		}
		all = append(all, one)
	}
	return all
}

// usualStep is the step in a span, or in all.
func usualStep(trace *power.Trace, s power.Span) int64 {
	if step := trace.Window(s).MedianStep; step > 0 {
		return int64(step)
	}
	return int64(trace.Window(trace.Span().Trim(0, -1)).MedianStep)
}

// TestAnEnvelopeIsThatOfEveryReading: cells hold the energy, the lowest and the highest of what
// readings stand for, in their order, and no more of them than asked for.
func TestAnEnvelopeIsThatOfEveryReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, size := anyLog(t), rapid.SampledFrom([]int{1, 2, 3, 7, 100}).Draw(t, "block")
		for i := range l.value {
			l.value[i] %= 1e12 // or a float of the test would not hold it
		}
		stamp := rapid.SampledFrom([]string{"", "begin", "middle", "end"}).Draw(t, "stamp")
		width := rapid.SampledFrom([]int{1, 2, 3, 5, 20, 100, 1000}).Draw(t, "width")
		held := l.trace(size)
		stored, _ := l.kept(t, size)
		s := l.anySpan(t)
		cells := held.Envelope(s, width, stamp)
		if got := stored.Envelope(s, width, stamp); fmt.Sprint(got) != fmt.Sprint(cells) || stored.Err() != nil {
			t.Fatalf("stored %v, in memory %v", got, cells)
		}
		if len(cells) > width {
			t.Fatalf("%d cells, asked for %d", len(cells), width)
		}
		usual := usualStep(held, s)
		readings := l.stood(usual, stamp)
		steady := held.Inspect(held.Span().Trim(0, -1)).LongestStep <= time.Duration(power.MissingFrom*float64(usual))
		before := s.Start.UnixNano()
		for _, cell := range cells {
			if cell.From < before || cell.To <= cell.From || cell.To > s.End.UnixNano() {
				t.Fatalf("a cell from %d to %d", cell.From, cell.To)
			}
			before = cell.To
			sameCell(t, l, cell, readings, steady)
		}
		everythingIn(t, cells, readings, s, width)
	})
}

func sameCell(t *rapid.T, l log, cell power.Cell, readings []holding, steady bool) {
	energy, covered, low, high := 0.0, int64(0), math.Inf(1), math.Inf(-1)
	for _, r := range readings {
		from, to := max(r.from, cell.From), min(r.to, cell.To)
		if from < to {
			energy, covered = energy+r.watts*float64(to-from), covered+to-from
			low, high = min(low, r.watts), max(high, r.watts)
		} else if from == to && r.from == r.to { // or one with a doubled timestamp, at either end
			low, high = min(low, r.watts), max(high, r.watts)
		}
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(low), math.Abs(high)) }
	switch {
	case covered == 0:
		t.Fatalf("nothing stands for %v", cell)
	case steady && !near(cell.Mean, energy/float64(covered)):
		t.Fatalf("mean of %v: want %v", cell, energy/float64(covered))
	case l.quantity == power.Energy && !steady: // the mean of a block goes over its gaps
	case cell.Min < low && !near(cell.Min, low) || cell.Max > high && !near(cell.Max, high):
		t.Fatalf("bounds of %v: want %v and %v", cell, low, high)
	case cell.Min > cell.Mean && !near(cell.Min, cell.Mean) || cell.Max < cell.Mean && !near(cell.Max, cell.Mean):
		t.Fatalf("the mean of %v is none", cell)
	}
}

// everythingIn: every reading that stands for time in the span is in a cell, and gaps wider than a cell are in none.
func everythingIn(t *rapid.T, cells []power.Cell, readings []holding, s power.Span, width int) {
	start, end := s.Start.UnixNano(), s.End.UnixNano()
	last := start
	for _, r := range readings {
		from, to := max(r.from, start), min(r.to, end)
		if from >= to {
			continue
		}
		in := func(instant int64) bool {
			return slices.ContainsFunc(cells, func(c power.Cell) bool { return c.From <= instant && instant < c.To })
		}
		if !in(from) || !in(to-1) {
			t.Fatalf("a reading from %d to %d is in no cell", r.from, r.to)
		}
		if middle := last + (from-last)/2; from-last > 2*(end-start)/int64(max(1, width-2)) && width > 3 && in(middle) {
			t.Fatalf("%d lies in a gap, and in a cell", middle)
		}
		last = to
	}
}

// TestGapsOfAnEnergyTotalThatFollowEachOtherAreOne: a reading between two tells no power, so nothing is drawn over
// both, though each is shorter than a cell.
func TestGapsOfAnEnergyTotalThatFollowEachOtherAreOne(t *testing.T) {
	trace := power.NewTraceOfBlocks(8, power.Energy, seconds(1, 2, 3, 4, 5, 15, 25, 35, 36, 37), make([]int64, 10))
	gap := seconds(20)[0]
	for _, cell := range trace.Envelope(trace.Span(), 5, "") {
		if cell.From <= gap && gap < cell.To {
			t.Errorf("a cell from %v to %v", time.Unix(0, cell.From).UTC(), time.Unix(0, cell.To).UTC())
		}
	}
}

// TestFewReadingsAreShownAsTheyAre: each over its own interval.
func TestFewReadingsAreShownAsTheyAre(t *testing.T) {
	trace := power.NewTrace("", power.Power, seconds(0, 1, 2, 8, 9),
		[]int64{1 * watt, 2 * watt, 3 * watt, 4 * watt, 5 * watt})
	for stamp, want := range map[string][]holding{
		"begin":  {{0, 1, 1}, {1, 2, 2}, {2, 3, 3}, {8, 9, 4}, {9, 10, 5}},
		"end":    {{-1, 0, 1}, {0, 1, 2}, {1, 2, 3}, {7, 8, 4}, {8, 9, 5}},
		"middle": {{-5, 5, 1}, {5, 15, 2}, {15, 25, 3}, {75, 85, 4}, {85, 95, 5}},
	} {
		second := int64(time.Second)
		if stamp == "middle" {
			second /= 10
		}
		var got []holding
		for _, c := range trace.Envelope(span(-10, 20), 100, stamp) {
			if c.Min != c.Mean || c.Max != c.Mean {
				t.Errorf("%s: one reading is %v", stamp, c)
			}
			got = append(got, holding{(c.From - start.UnixNano()) / second, (c.To - start.UnixNano()) / second, c.Mean})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", stamp, got, want)
		}
	}
}

// TestAWideEnvelopeTouchesNoReading but those that the usual step is looked up in.
func TestAWideEnvelopeTouchesNoReading(t *testing.T) {
	l := long(20*640+5, 0)
	_, kept := l.kept(t, 10)
	fresh, err := kept.Open(10)
	if err != nil {
		t.Fatal(err)
	}
	kept.Readings = nil
	s := fresh.Span().Trim(65*time.Second, 65*time.Second)
	if cells := fresh.Envelope(s, 500, "begin"); len(cells) < 400 || len(cells) > 500 {
		t.Errorf("%d cells", len(cells))
	}
	if len(kept.Readings) > 2 {
		t.Errorf("readings %v are asked for", kept.Readings)
	}
}
