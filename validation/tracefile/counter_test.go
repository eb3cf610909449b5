package tracefile

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// Whatever is counted in intervals of microjoules, the total is off by half a millijoule at most.
func TestIntervalsAddUpExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		intervals := rapid.SliceOfN(rapid.Int64Range(0, 5_000_000), 1, 300).Draw(t, "microjoules")
		s := &selection{request: request{series: &power.Series{Unit: "uJ"}}, interval: true}
		var one instrument
		sum := int64(0)
		for i, microjoules := range intervals {
			fixed, anew, f := s.fixed(&one, int64(i), float64(microjoules))
			if f != nil || anew {
				t.Fatal(f, anew)
			}
			if sum += microjoules; fixed != int64(math.Floor(float64(sum)/1000+0.5)) {
				t.Fatalf("%d uJ are %d mJ", sum, fixed)
			}
		}
	})
}

// A counter that starts anew shows the rest of what was counted; counted on, it shows all of it.
func TestWrapsAreCountedOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const wrap = 262_144
		steps := rapid.SliceOfN(rapid.Int64Range(0, wrap-1), 1, 300).Draw(t, "joules")
		s := &selection{request: request{series: &power.Series{Unit: "J", WrapsAt: wrap}}}
		var one instrument
		total, wraps, counted := int64(0), int64(0), int64(0)
		for i, step := range steps {
			total += step
			fixed, anew, f := s.fixed(&one, int64(i), float64(total%wrap))
			if f != nil {
				t.Fatal(f)
			}
			if anew {
				counted++
			}
			if wraps = total / wrap; fixed != total*1000 || counted != wraps {
				t.Fatalf("%d J are %d mJ after %d of %d wraps", total, fixed, counted, wraps)
			}
		}
	})
}

func TestCountingEnds(t *testing.T) {
	s := &selection{request: request{series: &power.Series{Unit: "MWh"}}, interval: true}
	var one instrument
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

func TestElapsed(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "0.100151130": 100_151_130, "12.5": 12_500_000_000, "1.0000000019": 1_000_000_001, "1000000000": 1e18, ".5": 500_000_000,
		"": -1, "-1": -1, "1e3": -1, "1.5x": -1, "1000000001": -1, "99999999999999999999": -1,
	} {
		got, f := elapsed([]byte(text))
		if (want < 0) != (f != nil) || f == nil && got != want {
			t.Errorf("%q is %d, %v", text, got, f)
		}
	}
}

func TestNamesOfCaptures(t *testing.T) {
	for name, want := range map[string]string{
		"power-2026-06-01T00:00:10Z.json":      "2026-06-01 00:00:10Z",
		"a/20260601T000010.25+0200/Power.json": "2026-06-01 00:00:10.25+0200",
		"20260601000010.json":                  "2026-06-01 00:00:10",
		"power_2026-06-01_00-00-10.json":       "2026-06-01 00:00:10",
		"1780272010/power":                     "1780272010",
		"power.1780272010123.json":             "1780272010123",
		"node-1780272010.5.json":               "1780272010.5",
		"power-1629384123456789":               "1629384123456789",
		"2026-13-01T00:00:10Z.json":            "",
		"node17.json":                          "",
		"123456789012.json":                    "",
	} {
		if got, _ := nameTime(name); got != want {
			t.Errorf("%s tells %q, want %q", name, got, want)
		}
	}
}

func TestDatesForPeople(t *testing.T) {
	for text, want := range map[string]string{
		"Thu Jun  5 10:00:00 2025":         "2025-06-05 10:00:00",
		"Thu Jun  5 10:00:00 UTC 2025":     "2025-06-05 10:00:00Z",
		"Thu Jun  5 10:00:00 CEST 2025":    "2025-06-05 10:00:00",
		"Thu  5 Jun 2025 10:00:00 PM CEST": "2025-06-05 22:00:00",
		"Thu, 05 Jun 2025 10:00:00 +0200":  "2025-06-05 10:00:00+02:00",
		"Thu, 05 Jun 2025 10:00:00 +0000":  "2025-06-05 10:00:00Z",
		"06/05/2025 10:00:00 UTC":          "2025-06-05 10:00:00Z",
		"06/05/25 10:00:00":                "2025-06-05 10:00:00",
		"31/05/25 10:00:00":                "",
		"Sampling period: 00000010":        "",
	} {
		if got, _ := writtenDate(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
