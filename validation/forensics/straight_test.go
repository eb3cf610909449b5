package forensics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// secondly is a trace of watts, one a second, rounded to so many watts.
func secondly(watts []float64, round float64) *power.Trace {
	var at, value []int64
	for k, w := range watts {
		at = append(at, start().Add(time.Duration(k)*time.Second).UnixNano())
		value = append(value, int64(math.Round(math.Round(w/round)*round*microwatt)))
	}
	return power.NewTrace("", power.Power, at, value)
}

// courses are how power goes over time, with noise.
func courses(random *rand.Rand, readings int, noise float64) map[string][]float64 {
	all := map[string][]float64{}
	walk, smooth, window := 0.0, 0.0, []float64{}
	for k := range readings {
		turn := 2 * math.Pi * float64(k) / 600
		n := noise * random.NormFloat64()
		walk += n
		smooth += (n*10 - smooth) / 10
		window = append(window, n)
		mean := 0.0
		for _, one := range window[max(0, k-9):] {
			mean += one
		}
		all["steady"] = append(all["steady"], 1000+n)
		all["slow wave"] = append(all["slow wave"], 1000+100*math.Sin(turn)+n)
		all["ramp"] = append(all["ramp"], 1000+float64(k)/2+n)
		all["walk"] = append(all["walk"], 1000+walk)
		all["smoothed by the meter"] = append(all["smoothed by the meter"], 1000+smooth)
		all["mean of ten seconds"] = append(all["mean of ten seconds"], 1000+mean)
		all["steps"] = append(all["steps"], 1000+50*float64(k/37%3)+n)
	}
	return all
}

// filledIn leaves one of so many values and draws lines between them.
func filledIn(watts []float64, every int) []float64 {
	filled := make([]float64, 0, len(watts))
	for k := range watts {
		from, to := k/every*every, min(k/every*every+every, len(watts)-1)
		part := 0.0
		if to > from {
			part = float64(k-from) / float64(to-from)
		}
		filled = append(filled, watts[from]+part*(watts[to]-watts[from]))
	}
	return filled
}

// TestFilledInReadingsAreFound, and what was measured is not taken for them.
func TestFilledInReadingsAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	span := power.NewSpan(start(), start().Add(24*time.Hour))
	for _, round := range []float64{0.001, 0.1, 1} {
		for _, noise := range []float64{0, 0.3, 3, 30} {
			for name, watts := range courses(random, 6000, noise) {
				told := fmt.Sprintf("%s, noise of %v W, steps of %v W", name, noise, round)
				measured := secondly(watts, round)
				if s, found := forensics.StraightIn(measured, span, measured.Inspect(span).Resolution); found {
					t.Errorf("%s: measured, and taken for filled in: %+v", told, s)
				}
				for _, every := range []int{2, 3, 7, 12, 60, 120} {
					if noise < 8*float64(every)*round {
						continue // nothing to see but rounding
					}
					filled := secondly(filledIn(watts, every), round)
					s, found := forensics.StraightIn(filled, span, filled.Inspect(span).Resolution)
					if !found || s.Rows != every || s.Every != time.Duration(every)*time.Second {
						t.Errorf("%s, every %d: got %+v, %t", told, every, s, found)
					}
				}
			}
		}
	}
}
