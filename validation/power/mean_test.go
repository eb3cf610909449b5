package power_test

import (
	"math"
	"testing"
	"time"

	"green500/validation/power"
)

// TestMeanIsThatOfWindows holds the means of a long ramp, and of a short one, to what windows between the same borders
// give.
func TestMeanIsThatOfWindows(t *testing.T) {
	for _, c := range []struct {
		name     string
		readings int
		quantity power.Quantity
		pieces   int
		within   float64 // of a piece, that a border may lie away
	}{
		{"short", 10_000, power.Power, 50, 0},
		{"long, in blocks", 100_000, power.Power, 50, 0.5},
		{"long, in parts", 1_000_000, power.Power, 40, 0.13},
		{"long, in chunks", 1_000_000, power.Power, 4, 0.13},
		{"long total", 1_000_000, power.Energy, 40, 0.13},
		{"short total", 10_000, power.Energy, 50, 0.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, value := make([]int64, c.readings), make([]int64, c.readings)
			for i := range at {
				at[i] = start.Add(time.Duration(i) * time.Second).UnixNano()
				if value[i] = int64(i) * watt; c.quantity == power.Energy {
					value[i] = int64(i) * int64(i) * 500 // i watts
				}
			}
			trace := power.NewTrace("", c.quantity, at, value)
			step := time.Duration(c.readings/(c.pieces+2)) * time.Second
			borders := power.Borders(start.Add(step), step, c.pieces)
			for k, mean := range trace.MeansAbout(borders) {
				want := (float64(k) + 1.5) * step.Seconds()
				if math.IsNaN(mean) || math.Abs(mean-want) > 1+c.within*step.Seconds() {
					t.Errorf("piece %d has %v W, want %v", k, mean, want)
				}
			}
			if mean, known := trace.Mean(power.NewSpan(start.Add(-time.Hour), start)); known {
				t.Errorf("before the first reading it has %v W", mean)
			}
		})
	}
}
