package power_test

import (
	"math"
	"testing"
	"time"

	"green500/validation/power"
)

// TestReadingsThatFollowTheMainsAreWeighted: 100 s of 2 kW read in intervals that are longer than those of the 100 s of
// 1 kW after them. Readings whose timestamps only jitter, and a logger that is late for a while, keep the plain mean.
func TestReadingsThatFollowTheMainsAreWeighted(t *testing.T) {
	start := time.Date(2026, 4, 14, 8, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		step     func(i int, at time.Duration) time.Duration
		locked   bool
		weighted bool // or the plain mean of about the same
	}{
		"a wave more, then a wave less": {func(_ int, at time.Duration) time.Duration {
			if at < 100*time.Second {
				return 1020 * time.Millisecond
			}
			return 980 * time.Millisecond
		}, true, true},
		"jitter": {func(i int, _ time.Duration) time.Duration {
			return time.Second + time.Duration(20*math.Cos(float64(i)))*time.Millisecond
		}, false, false},
		"a clock that is a little slow": {func(int, time.Duration) time.Duration { return 1007 * time.Millisecond },
			false, false},
		"whole seconds of a slow clock": {func(i int, _ time.Duration) time.Duration {
			if i%10 == 5 {
				return 2 * time.Second
			}
			return time.Second
		}, false, false},
		"more than a wave": {func(_ int, at time.Duration) time.Duration {
			if at < 100*time.Second {
				return 1100 * time.Millisecond
			}
			return time.Second
		}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var at, value []int64
			now, energy, sum := time.Duration(0), 0.0, 0.0
			for i := 0; now < 200*time.Second; i++ {
				step := c.step(i, now)
				watts := 2000.0
				if now >= 100*time.Second {
					watts = 1000
				}
				now, energy, sum = now+step, energy+watts*step.Seconds(), sum+watts
				at, value = append(at, start.Add(now).UnixNano()), append(value, int64(watts*1e6))
			}
			trace := power.NewTrace("", power.Power, at, value)
			m := &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{{
				Series: &power.Series{Stamp: "end", Covers: power.Covers{Subsystem: power.Compute}},
				Meter:  &power.Meter{}, Traces: []*power.Trace{trace}}}}
			span := power.NewSpan(start.Add(-time.Minute), start.Add(now+time.Minute))
			want := sum / float64(len(at))
			if c.weighted {
				want = energy / now.Seconds()
			}
			if got := float64(m.Average(span).Total); math.Abs(got/want-1) > 1e-4 {
				t.Errorf("the average is %v W, want %v W", got, want)
			}
			if got := m.Weighted(span) == 1; got != c.locked {
				t.Errorf("weighted: %v", got)
			}
			if got := float64(m.DurationAverage(span).Total); math.Abs(got/(energy/now.Seconds())-1) > 1e-3 {
				t.Errorf("by duration it is %v W, want %v W", got, energy/now.Seconds())
			}
		})
	}
}
