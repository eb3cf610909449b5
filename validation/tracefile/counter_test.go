package tracefile

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/power"
	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// Whatever is counted in intervals of microjoules, the total is off by half a millijoule at most.
func TestIntervalsAddUpExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		intervals := rapid.SliceOfN(rapid.Int64Range(0, 5_000_000), 1, 300).Draw(t, "microjoules")
		s := &table.Selection{Table: &table.Table{}, Request: table.Request{Series: &power.Series{Unit: "uJ"}}, Interval: true}
		var one table.Instrument
		sum := int64(0)
		for i, microjoules := range intervals {
			fixed, reset, f := s.Fixed(&one, int64(i), float64(microjoules))
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
		s := &table.Selection{Table: &table.Table{}, Request: table.Request{Series: &power.Series{Unit: "J", Stamp: stamp}}, Interval: true}
		var one table.Instrument
		var got []int64
		for i := range 3 {
			fixed, _, f := s.Fixed(&one, int64(i), float64(i+1))
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
		s := &table.Selection{Table: &table.Table{}, Request: table.Request{Series: &power.Series{Unit: "J", WrapsAt: wrap}}}
		var one table.Instrument
		total, wraps, counted := int64(0), int64(0), int64(0)
		for i, step := range steps {
			total += step
			fixed, reset, f := s.Fixed(&one, int64(i), float64(total%wrap))
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
	s := &table.Selection{Table: &table.Table{}, Request: table.Request{Series: &power.Series{Unit: "MWh"}}, Interval: true}
	var one table.Instrument
	for i := range 4 {
		_, _, f := s.Fixed(&one, int64(i), 1e6)
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
		got, f := timestamp.Elapsed([]byte(text))
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
		if got, _ := capture.NameTime(name); got != want {
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
		"Mi 3. Jun 10:00:00 CEST 2026":     "2026-06-03 10:00:00",
		"Di 3. Mär 10:00:00 CET 2026":      "2026-03-03 10:00:00",
		"mer. 03 juin 2026 10:00:00 CEST":  "2026-06-03 10:00:00",
		"mar 10 mar 2026 10:00:00 CET":     "2026-03-10 10:00:00",
		"Mar 3 10:00:00 2026":              "2026-03-03 10:00:00",
		"31 dic 2026 12:00:00,5 AM UTC":    "2026-12-31 00:00:00.500000000Z",
		"3 Jun 2026 10:00:00 -0330":        "2026-06-03 10:00:00-03:30",
		"Jun 03 10:00:00":                  "", // of which year
		"Jun Jul 3 10:00:00 2026":          "",
		"31 Jun 2026 10:00:00":             "",
		"3 Jun 2026 25:00:00":              "",
		"Start Jun 3 10:00:00 2026":        "",
		"06/05/2025 10:00:00 UTC":          "", // of which order
		"Sampling period: 00000010":        "",
	} {
		if got, _ := timestamp.WrittenDate(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestClocksOfControllers(t *testing.T) {
	for text, want := range map[string]string{
		"06/05/2025 10:00:00 UTC":  "2025-06-05 10:00:00Z",
		"06/05/25 10:00:00":        "2025-06-05 10:00:00",
		"Thu Jun  5 10:00:00 2025": "2025-06-05 10:00:00",
		"31/05/25 10:00:00":        "",
	} {
		if got, _ := capture.IpmiStamp(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Lines that a script puts around captures: what is a time or a machine is told from what only looks like one.
func TestCaptions(t *testing.T) {
	for line, want := range map[string]capture.Caption{
		"=== 2026-06-03 10:00:00 ===":                   {Time: "2026-06-03 10:00:00"},
		"[2026-06-03 10:00:00]":                         {Time: "2026-06-03 10:00:00"},
		"----- Wed Jun  3 10:00:00 UTC 2026 -----":      {Time: "Wed Jun 3 10:00:00 UTC 2026"},
		"Current time: 2026-06-03 10:00:00":             {Time: "2026-06-03 10:00:00"},
		"date=2026-06-03 10:00:00":                      {Time: "2026-06-03 10:00:00"},
		"epoch: 1780480800":                             {Time: "1780480800"},
		"2026-06-03T10:00:00,123456789+02:00":           {Time: "2026-06-03T10:00:00,123456789+02:00"},
		"20260603-100000":                               {Time: "20260603-100000"},
		"20260603_100000Z":                              {Time: "20260603_100000Z"},
		"2026-06-03 10:00:00 CEST":                      {Time: "2026-06-03 10:00:00 CEST"},
		"06/03/2026 10:00:00 AM":                        {Time: "06/03/2026 10:00:00 AM"}, // the clock asks for the order
		"10:00:00":                                      {Time: "10:00:00"},               // and for the day
		"node01 2026-06-03 10:00:00":                    {Time: "2026-06-03 10:00:00", Host: "node01"},
		"2026-06-03 10:00:00 node01.cluster":            {Time: "2026-06-03 10:00:00", Host: "node01.cluster"},
		"10.0.0.5: 2026-06-03 10:00:00":                 {Time: "2026-06-03 10:00:00", Host: "10.0.0.5"},
		"== node01 ==":                                  {Host: "node01"},
		"Host: login":                                   {Host: "login"},
		"Start: Wed Jun  3 10:00:00 UTC 2026":           {},
		"10:00:00 up 12 days,  3:04,  1 user":           {},
		"Jun 03 10:00:00":                               {},
		"2026-06-03 10:00:00 - 2026-06-03 11:00:00":     {},
		"2026-06-03T10h":                                {},
		"84":                                            {},
		"0x84":                                          {},
		"----------":                                    {},
		"node up":                                       {},
		"Unable to establish IPMI v2 / RMCP+ session":   {},
		"Get HPM.x Capabilities request failed, rc = 1": {},
	} {
		got, given := capture.CaptionOf(line)
		if given != (want != capture.Caption{}) || given && got != want {
			t.Errorf("%q tells %v, %v; want %v", line, got, given, want)
		}
	}
}
