package forensics

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// day is rest with runs of load in it, by the second, with noise of a part of the contrast.
func day(t *rapid.T, rest, load float64, runs []power.Span, seconds int) Cells {
	c := Cells{Start: noon, Step: time.Second, Watts: make([]float64, seconds)}
	noise := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "noise"), 0))
	for i := range c.Watts {
		c.Watts[i] = rest
		for _, run := range runs {
			if at := c.at(i); !at.Before(run.Start.Time) && at.Before(run.End.Time) {
				c.Watts[i] = load
			}
		}
		c.Watts[i] += (noise.Float64() - 0.5) * 0.3 * (load - rest)
	}
	return c
}

func seconds(from, to int) power.Span {
	return power.NewSpan(noon.Add(time.Duration(from)*time.Second), noon.Add(time.Duration(to)*time.Second))
}

// Runs are found to the second, whatever their power, and a core phase that is some zones off is offered just these.
func TestRunsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rest := rapid.Float64Range(0, 1e5).Draw(t, "rest")
		load := rest*1.2 + rapid.Float64Range(10, 1e5).Draw(t, "contrast")
		first := rapid.IntRange(40, 90).Draw(t, "first")
		runs := []power.Span{seconds(20, 20+first), seconds(140, 140+first)}
		p := PlateausOf(day(t, rest, load, runs, 260))
		if len(p.All) != len(runs) {
			t.Fatalf("found %v", p.All)
		}
		for i, run := range runs {
			got := p.All[i]
			if got.Start.Sub(run.Start.Time).Abs() > 2*time.Second || got.End.Sub(run.End.Time).Abs() > 2*time.Second ||
				!got.Rises || !got.Falls {
				t.Fatalf("found %v instead of %v", got, run)
			}
		}
		recorded := power.NewSpan(noon, noon.Add(260*time.Second))
		off := time.Duration(rapid.IntRange(-26, 26).Draw(t, "half hours")) * 30 * time.Minute
		laid := MatchCore(p, recorded, runs[0].Trim(-off, off))
		if laid.Fits != (off == 0) {
			t.Fatalf("by %v: fits %v", off, laid.Fits)
		}
		if off != 0 && (len(laid.Shifts) == 0 || laid.Shifts[0].Zone != off) {
			t.Fatalf("by %v: offers %+v", off, laid.Shifts)
		}
	})
}

func TestPlateausOfFewReadings(t *testing.T) {
	flat := Cells{Start: noon, Step: time.Second, Watts: []float64{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}}
	p := PlateausOf(flat)
	if len(p.All) != 1 || p.All[0].Rises || p.All[0].Falls || p.Load != 10 || p.Rest != 0 {
		t.Errorf("flat power: %+v", p)
	}
	laid := MatchCore(p, seconds(0, 10), seconds(3, 6))
	if laid.Fits || !laid.Holds || len(laid.Shifts) != 0 {
		t.Errorf("a core phase in flat power: %+v", laid)
	}
	if laid := MatchCore(p, seconds(0, 10), seconds(100, 160)); !laid.Outside || laid.On != -1 {
		t.Errorf("a core phase outside: %+v", laid)
	}
	for _, watts := range [][]float64{nil, {1, 2, 3}, {math.NaN(), math.NaN(), math.NaN(), 1, 2}} {
		if p := PlateausOf(Cells{Start: noon, Step: time.Second, Watts: watts}); len(p.All) != 0 {
			t.Errorf("%v: %+v", watts, p)
		}
	}
}

// A reading in a thousand that is a code, and a gap, end no run.
func TestCodesAndGapsEndNoRun(t *testing.T) {
	c := Cells{Start: noon, Step: time.Second, Watts: make([]float64, 200)}
	for i := range c.Watts {
		c.Watts[i] = 50
		if i >= 50 && i < 150 {
			c.Watts[i] = 200
		}
	}
	c.Watts[80] = -2
	for i := 100; i < 105; i++ {
		c.Watts[i] = math.NaN()
	}
	c.Watts[105] = -2
	p := PlateausOf(c)
	if len(p.All) != 1 || !p.All[0].Start.Equal(noon.Add(50*time.Second)) ||
		!p.All[0].End.Equal(noon.Add(150*time.Second)) {
		t.Errorf("found %+v", p.All)
	}
}

// What is found in any cells lies in them, in order.
func TestAnyCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Cells{Start: noon, Step: time.Duration(rapid.IntRange(1, 1e9).Draw(t, "step"))}
		for range rapid.IntRange(0, 100).Draw(t, "cells") {
			c.Watts = append(c.Watts,
				rapid.OneOf(rapid.Float64Range(-10, 1e6), rapid.Just(math.NaN())).Draw(t, "watts"))
		}
		before := noon
		for _, one := range PlateausOf(c).All {
			if one.Start.Before(before) || !one.End.After(one.Start.Time) || one.End.After(c.at(len(c.Watts))) {
				t.Fatalf("%v after %v", one, before)
			}
			before = one.End.Time
		}
	})
}
