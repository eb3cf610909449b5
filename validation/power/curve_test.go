package power_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

func together(traces ...*power.Trace) *power.Measurement {
	m := measurement(traces[0])
	m.Parts[0].Traces = traces
	return m
}

// TestASumIsWhereAllArePresent: one instrument from 0 to 10 s, another from 4 to 8 s, a third later.
func TestASumIsWhereAllArePresent(t *testing.T) {
	first := power.NewTrace("", power.Power, seconds(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
		[]int64{watt, watt, watt, watt, watt, 2 * watt, watt, watt, watt, watt})
	second := power.NewTrace("", power.Power, seconds(4, 6), []int64{10 * watt, 20 * watt})
	third := power.NewTrace("", power.Power, seconds(50, 51), []int64{watt, watt})
	c := together(first, second, third).Curve(span(0, 10), 100)
	line := c.Lines[0]
	if line.Instruments != 2 || line.Absent != 1 {
		t.Errorf("%d instruments, %d absent", line.Instruments, line.Absent)
	}
	want := []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), 11, 12, 21, 21, math.NaN(), math.NaN()}
	if fmt.Sprint(line.Watts) != fmt.Sprint(want) || fmt.Sprint(line.Min) != fmt.Sprint(want) ||
		fmt.Sprint(line.Max) != fmt.Sprint(want) {
		t.Errorf("drawn %v from %v to %v, want %v", line.Watts, line.Min, line.Max, want)
	}
	if line.Present[0] != 0.5 || line.Present[5] != 1 || line.Present[9] != 0.5 {
		t.Errorf("present %v", line.Present)
	}
}

// TestBoundsOfASumAddUp: two instruments that swing against each other. Their sum is always 300 W; what
// is drawn is what it cannot leave.
func TestBoundsOfASumAddUp(t *testing.T) {
	up, down := make([]int64, 1000), make([]int64, 1000)
	for i := range up {
		up[i], down[i] = int64(100+100*(i%2))*watt, int64(200-100*(i%2))*watt
	}
	c := together(every(time.Second, power.Power, up...), every(time.Second, power.Power, down...)).
		Curve(span(0, 1000), 10)
	line := c.Lines[0]
	for i := range line.Watts {
		if math.Abs(line.Watts[i]-300) > 1e-9 || line.Min[i] != 200 || line.Max[i] != 400 {
			t.Fatalf("step %d: %v W, %v to %v", i, line.Watts[i], line.Min[i], line.Max[i])
		}
	}
}

// TestInstrumentsLineUpByEnergy: with any intervals and clocks, the energy drawn is the sum of what
// each of them measured.
func TestInstrumentsLineUpByEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stamp := rapid.SampledFrom([]string{"begin", "end"}).Draw(t, "stamp")
		size := rapid.SampledFrom([]int{2, 7, 100}).Draw(t, "block")
		var traces []*power.Trace
		for range rapid.IntRange(2, 4).Draw(t, "instruments") {
			interval := rapid.SampledFrom([]int64{5e8, 1e9, 15e8, 3e9}).Draw(t, "interval")
			at, value := start.UnixNano()-10e9+rapid.Int64Range(0, 1e9).Draw(t, "clock"), []int64{}
			var times []int64
			for ; at < start.UnixNano()+200e9; at += interval {
				times, value = append(times, at), append(value, at/1e7%977*watt)
			}
			traces = append(traces, power.NewTraceOfBlocks(size, power.Power, times, value))
		}
		m := together(traces...)
		m.Parts[0].Series.Stamp = stamp
		s := span(0, 150)
		c := m.Curve(s, rapid.IntRange(5, 400).Draw(t, "steps"))
		drawn := 0.0
		for i, watts := range c.Lines[0].Watts {
			drawn += watts * c.At(i+1).Sub(c.At(i)).Seconds()
		}
		energies := m.EnergyTo([]int64{s.Start.UnixNano(), s.End.UnixNano()})
		if math.Abs(drawn-float64(energies[1])) > 1e-6*float64(energies[1]) {
			t.Fatalf("%v J drawn, %v J measured", drawn, energies[1])
		}
	})
}

// TestCurvesAreTheSameOnAnyNumberOfCores: a long trace is read in parts, of which each begins and ends somewhere in a
// block or a gap; several are drawn in the steps of those before.
func TestCurvesAreTheSameOnAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t)
		traces := []*power.Trace{l.stored(t, rapid.IntRange(1, 3).Draw(t, "block"))}
		for range rapid.IntRange(0, 4).Draw(t, "others") {
			traces = append(traces, anyLog(t).stored(t, 2))
		}
		m := together(traces...)
		m.Parts[0].Series.Stamp = rapid.SampledFrom([]string{"begin", "middle", "end"}).Draw(t, "stamp")
		s, steps := l.anySpan(t), rapid.IntRange(1, 300).Draw(t, "steps")
		drawn := func(cores int) []string {
			runtime.GOMAXPROCS(cores)
			var lines []string
			for _, c := range []power.Curve{m.EvenCurve(s, steps), m.CurveOf(m.EvenCurve(s, steps).Borders),
				m.Curve(s, steps)} {
				for _, line := range c.Lines {
					for i, watts := range line.Watts {
						lines = append(lines,
							fmt.Sprint(c.Borders[i], watts, line.Min[i], line.Max[i], line.Present[i]))
					}
				}
			}
			return lines
		}
		want := drawn(1)
		for _, cores := range []int{2, 3, 8} {
			got := drawn(cores)
			if len(got) != len(want) {
				t.Fatalf("on %d cores there are %d steps, on one %d", cores, len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("on %d cores step %d is %s, on one %s", cores, i, got[i], want[i])
				}
			}
		}
	})
}

// TestAReadingOfNoTimeShowsInTheStepThatItBegins: not in the one that the reading before it ends.
func TestAReadingOfNoTimeShowsInTheStepThatItBegins(t *testing.T) {
	second := func(n int64) int64 { return start.UnixNano() + n*1e9 }
	m := together(power.NewTrace("", power.Power, []int64{second(0), second(1), second(1), second(2)},
		[]int64{1e6, 2e6, 9e6, 3e6}))
	m.Parts[0].Series.Stamp = "end"
	if c := m.CurveOf([]int64{second(0), second(1), second(2)}); c.Lines[0].Max[0] != 2 || c.Lines[0].Max[1] != 9 {
		t.Errorf("at most %v W", c.Lines[0].Max)
	}
}

// TestAGapInALongTraceIsDrawn: if steps are whole blocks, too.
func TestAGapInALongTraceIsDrawn(t *testing.T) {
	l := long(3000, 0)
	for i := 1505; i < len(l.at); i++ {
		l.at[i] += 300e9
	}
	for name, trace := range map[string]*power.Trace{"in a block": l.trace(10), "between blocks": l.trace(5)} {
		c := together(trace).Curve(trace.Span(), 200)
		for i, watts := range c.Lines[0].Watts {
			from, to := c.At(i).Sub(start), c.At(i+1).Sub(start)
			if gap := from >= 1505*time.Second && to <= 1805*time.Second; gap != math.IsNaN(watts) {
				t.Errorf("%s: from %v to %v it is %v W", name, from, to, watts)
			}
		}
	}
}

// TestTimesTooFarApartAreNotDrawn: a span of more than 292 years does not fit.
func TestTimesTooFarApartAreNotDrawn(t *testing.T) {
	trace := power.NewTrace("", power.Power, []int64{math.MinInt64, -1, 0, math.MaxInt64}, []int64{1, 2, 3, 4})
	if c := together(trace).Curve(trace.Span(), 10); c.Steps() != 0 {
		t.Errorf("%d steps", c.Steps())
	}
	if cells := trace.Envelope(trace.Span(), 10, ""); len(cells) != 0 {
		t.Errorf("%d cells", len(cells))
	}
}
