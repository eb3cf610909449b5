package table

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// Whatever is counted in intervals of microjoules, the total is off by half a millijoule at most.
func TestIntervalsAddUpExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		intervals := rapid.SliceOfN(rapid.Int64Range(0, 5_000_000), 1, 300).Draw(t, "microjoules")
		s := &Selection{Table: &Table{}, Request: Request{Series: &power.Series{Unit: "uJ"}}, interval: true}
		var one Instrument
		sum := int64(0)
		for i, microjoules := range intervals {
			fixed, reset, f := s.fixed(&one, int64(i), float64(microjoules))
			if f != nil || reset {
				t.Fatal(f, reset)
			}
			if sum += microjoules; fixed != int64(math.Floor(float64(sum)/1000+0.5)) {
				t.Fatalf("%d uJ are %d mJ", sum, fixed)
			}
		}
	})
}

// Energy of intervals is counted by the timestamp as far as it was used by then.
func TestIntervalsAreCountedByWhereTheirTimestampsLie(t *testing.T) {
	for stamp, want := range map[string][]int64{
		"":       {1000, 3000, 6000},
		"end":    {1000, 3000, 6000},
		"middle": {500, 2000, 4500},
		"begin":  {0, 1000, 3000},
	} {
		s := &Selection{Table: &Table{}, Request: Request{Series: &power.Series{Unit: "J", Stamp: stamp}},
			interval: true}
		var one Instrument
		var got []int64
		for i := range 3 {
			fixed, _, f := s.fixed(&one, int64(i), float64(i+1))
			if f != nil {
				t.Fatal(f)
			}
			got = append(got, fixed)
		}
		if !slices.Equal(got, want) {
			t.Errorf("stamp %q: %v mJ, want %v", stamp, got, want)
		}
	}
}

// A counter that is reset shows the rest of what was counted; counted on, it shows all of it.
func TestWrapsAreCountedOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const wrap = 262_144
		steps := rapid.SliceOfN(rapid.Int64Range(0, wrap-1), 1, 300).Draw(t, "joules")
		s := &Selection{Table: &Table{}, Request: Request{Series: &power.Series{Unit: "J", WrapsAt: wrap}}}
		var one Instrument
		total, wraps, counted := int64(0), int64(0), int64(0)
		for i, step := range steps {
			total += step
			fixed, reset, f := s.fixed(&one, int64(i), float64(total%wrap))
			if f != nil {
				t.Fatal(f)
			}
			if reset {
				counted++
			}
			if wraps = total / wrap; fixed != total*1000 || counted != wraps {
				t.Fatalf("%d J are %d mJ after %d of %d wraps", total, fixed, counted, wraps)
			}
		}
	})
}

func TestCountingEnds(t *testing.T) {
	s := &Selection{Table: &Table{}, Request: Request{Series: &power.Series{Unit: "MWh"}}, interval: true}
	var one Instrument
	for i := range 4 {
		_, _, f := s.fixed(&one, int64(i), 1e6)
		if wants := i == 2; wants != (f != nil) {
			t.Fatalf("reading %d: %v", i, f)
		}
		if f != nil {
			return
		}
	}
}
