package power_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestGrainsAreOfFewReadings: where steps are grains, none is longer than two of equal steps and a bit, and what is drawn is
// the energy that was measured, with its lowest and highest power.
func TestGrainsAreOfFewReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := long(rapid.IntRange(4000, 9000).Draw(t, "readings"), 0)
		trace, steps := l.trace(100), 1200
		from := rapid.IntRange(0, 1000).Draw(t, "from")
		s := power.NewSpan(start.Add(time.Duration(from)*time.Second), start.Add(time.Duration(len(l.at)-1)*time.Second))
		m := together(trace)
		c := m.Curve(s, steps)
		drawn, low, high := 0.0, math.Inf(1), math.Inf(-1)
		for i, watts := range c.Lines[0].Watts {
			length := c.At(i + 1).Sub(c.At(i))
			if most := s.Duration()/time.Duration(steps-2)*2 + 3*time.Second; length > most {
				t.Fatalf("step %d takes %v, %v at most", i, length, most)
			}
			drawn += watts * length.Seconds()
			low, high = min(low, c.Lines[0].Min[i]), max(high, c.Lines[0].Max[i])
		}
		energy := float64(m.EnergyTo([]int64{s.Start.UnixNano(), s.End.UnixNano()})[1])
		values := l.value[from : len(l.value)-1]
		if math.Abs(drawn-energy) > 1e-6*energy || low != float64(slices.Min(values))/watt || high != float64(slices.Max(values))/watt {
			t.Fatalf("%v J of %v J, from %v to %v W", drawn, energy, low, high)
		}
	})
}

// TestManyDrawAtOnce: several traces of one file.
func TestManyDrawAtOnce(t *testing.T) {
	l := long(40_000, 7)
	held := l.trace(10)
	_, kept := l.kept(t, 10)
	spans := []power.Span{held.Span(), held.Span().Trim(11*time.Second, 7777*time.Second), held.Span().Trim(30_003*time.Second, time.Second)}
	want := map[string]string{}
	drawn := func(trace *power.Trace, s power.Span, width int) string {
		return fmt.Sprint(trace.Envelope(s, width, "middle"), trace.Window(s).Count)
	}
	for _, width := range []int{20, 300, 2500} {
		for i, s := range spans {
			want[fmt.Sprint(i, width)] = drawn(held, s, width)
		}
	}
	for range 5 {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				stored, err := kept.Open(10)
				if err != nil {
					t.Error(err)
					return
				}
				for _, width := range []int{2500, 20, 300} {
					for i, s := range spans {
						if drawn(stored, s, width) != want[fmt.Sprint(i, width)] || stored.Err() != nil {
							t.Errorf("span %d in %d cells is another at the same time: %v", i, width, stored.Err())
						}
					}
				}
			})
		}
		all.Wait()
	}
}
