package power_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

var start = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)

// every returns a trace with a reading every interval.
func every(interval time.Duration, quantity power.Quantity, values ...int64) *power.Trace {
	at := make([]int64, len(values))
	for i := range values {
		at[i] = start.Add(time.Duration(i) * interval).UnixNano()
	}
	return power.NewTrace("", quantity, at, values)
}

func span(from, to float64) power.Span {
	second := func(s float64) time.Time { return start.Add(time.Duration(s * float64(time.Second))) }
	return power.NewSpan(second(from), second(to))
}

const watt, joule = 1_000_000, 1_000

func TestPowerReadingsCountFromStartToBeforeEnd(t *testing.T) {
	trace := every(time.Second, power.Power, 1*watt, 2*watt, 3*watt, 4*watt)
	for _, c := range []struct {
		from, to float64
		count    int
		average  power.Watts
	}{{0, 4, 4, 2.5}, {0, 3, 3, 2}, {1, 3, 2, 2.5}, {0.5, 2.5, 2, 2.5}, {1, 1.5, 1, 2}} {
		w := trace.Window(span(c.from, c.to))
		if average, ok := w.Average(); w.Count != c.count || average != c.average || !ok {
			t.Errorf("%v to %v: %d readings, %v", c.from, c.to, w.Count, average)
		}
	}
	if _, ok := trace.Window(span(10, 20)).Average(); ok {
		t.Error("an empty window has an average")
	}
}

func TestEnergyIsDividedByTheTimeBetweenItsReadings(t *testing.T) {
	trace := every(5*time.Second, power.Energy, 0, 500*joule, 1000*joule, 1500*joule)
	w := trace.Window(span(4, 10))
	if average, ok := w.Average(); w.Count != 2 || average != 100 || !ok || w.Covered() != 5*time.Second {
		t.Errorf("%d readings, %v, %v", w.Count, average, w.Covered())
	}
	if _, ok := trace.Window(span(4, 6)).Average(); ok {
		t.Error("one reading of energy has an average")
	}
}

func TestUnsortedReadingsAreSortedAndRepeatedOnesKept(t *testing.T) {
	second := func(s int) int64 { return start.Add(time.Duration(s) * time.Second).UnixNano() }
	trace := power.NewTrace("", power.Power, []int64{second(2), second(0), second(2)},
		[]int64{3 * watt, 1 * watt, 5 * watt})
	if average, _ := trace.Window(span(0, 3)).Average(); trace.Len() != 3 || average != 3 ||
		trace.Reading(1).Value != 3*watt {
		t.Errorf("%d readings, %v", trace.Len(), average)
	}
}

// TestSumsAreExact: more megawatts than 64 bits of microwatts hold.
func TestSumsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64(), 1, 50).Draw(t, "values")
		average, _ := every(time.Second, power.Power, values...).Window(span(0, 60)).Average()
		sum := new(big.Float).SetPrec(200)
		for _, v := range values {
			sum.Add(sum, new(big.Float).SetInt64(v))
		}
		exact, _ := sum.Quo(sum, big.NewFloat(float64(len(values))*watt)).Float64()
		if math.Abs(float64(average)-exact) > 1e-9*math.Max(1, math.Abs(exact)) {
			t.Fatalf("%v, want %v", average, exact)
		}
	})
}

// TestACurveHoldsTheEnergy: drawing in steps of any width neither adds nor loses energy.
func TestACurveHoldsTheEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(0, 1000*watt), 20, 200).Draw(t, "values")
		steps := rapid.IntRange(1, 300).Draw(t, "steps")
		trace := every(time.Second, power.Power, values...)
		m := measurement(trace)
		whole := trace.Span()
		curve := m.Curve(whole, steps)
		drawn, held := 0.0, 0.0
		for i, watts := range curve.Lines[0].Watts {
			if math.IsNaN(watts) || curve.Lines[0].Present[i] != 1 {
				t.Fatalf("step %d is a gap", i)
			}
			drawn += watts * curve.At(i+1).Sub(curve.At(i)).Seconds()
		}
		if curve.Steps() > steps || !curve.At(0).Equal(whole.Start.Time) ||
			!curve.At(curve.Steps()).Equal(whole.End.Time) {
			t.Fatalf("%d steps from %v to %v", curve.Steps(), curve.At(0), curve.At(curve.Steps()))
		}
		for _, v := range values[:len(values)-1] {
			held += float64(v) / watt
		}
		if math.Abs(drawn-held) > 1e-6*math.Max(1, held) {
			t.Fatalf("%v J drawn, %v J measured", drawn, held)
		}
	})
}

func TestACurveShowsGapsAsGaps(t *testing.T) {
	second := func(s int) int64 { return start.Add(time.Duration(s) * time.Second).UnixNano() }
	var at, value []int64
	for s := range 100 {
		if s < 40 || s >= 60 {
			at, value = append(at, second(s)), append(value, watt)
		}
	}
	m := measurement(power.NewTrace("", power.Power, at, value))
	for _, steps := range []int{1000, 50} {
		line, gaps := m.Curve(span(0, 99), steps), 0
		for i, watts := range line.Lines[0].Watts {
			step := power.NewSpan(line.At(i), line.At(i+1))
			missing, _ := step.Intersect(span(40, 60))
			gap := missing.Duration() > step.Duration()/2
			if gap != math.IsNaN(watts) || !gap && math.Abs(watts-1) > 1e-12 {
				t.Errorf("from %v to %v: %v W", line.At(i), line.At(i+1), watts)
			}
			if gap {
				gaps++
			}
		}
		if gaps == 0 {
			t.Errorf("%d steps show no gap", steps)
		}
	}
}

func measurement(trace *power.Trace) *power.Measurement {
	series := &power.Series{Quantity: trace.Quantity, Covers: power.Covers{Subsystem: power.Compute}}
	return &power.Measurement{Entry: &power.Entry{},
		Parts: []power.Part{{Series: series, Meter: &power.Meter{}, Traces: []*power.Trace{trace}}}}
}
