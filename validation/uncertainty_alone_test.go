package validation_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// steady is a run of 100 s in which four nodes, each with an instrument of its own, draw 1000 W, and of which
// everything is known.
type steady struct {
	entry *power.Entry
	nodes int
	watts func(node int, second float64) float64 // negative: there is no reading
	every float64                                // seconds
	first float64                                // when the first reading after the start ends
}

// report grades it: readings begin 100 s before the core phase, and end 100 s after it.
func (s steady) report(t *testing.T, base *power.Measurement) *validation.Report {
	t.Helper()
	start := time.Date(2026, 4, 14, 8, 0, 0, 5e8, time.UTC) // no whole second: its times are as stated
	m := *base
	m.Entry, m.Output, m.CoreProven = s.entry, nil, false
	m.Core = power.NewSpan(start, start.Add(100*time.Second))
	s.entry.NodeSets = []power.NodeSet{{Name: "all", Nodes: s.nodes, Measured: 4, Selection: "random", PerChassis: 1}}
	part := power.Part{Series: &s.entry.Series[0], Meter: &s.entry.Meters[0]}
	for node := range 4 {
		var at, value []int64
		for second := s.first - 100; second <= 200; second += s.every {
			if watts := s.watts(node, second); watts >= 0 {
				at = append(at, start.Add(time.Duration(second*1e9)).UnixNano())
				value = append(value, int64(math.Round(watts*1e6)))
			}
		}
		part.Traces = append(part.Traces, power.NewTrace(fmt.Sprintf("node%d", node), power.Power, at, value))
	}
	m.Parts = []power.Part{part}
	report, err := validation.Grade(validation.Input{Measurement: &m, Edition: methodology.V20})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// finest has the first reading, long before the core phase, show that the meter resolves 1 W.
func finest(watts func(second float64) float64) func(int, float64) float64 {
	return func(_ int, second float64) float64 {
		if second < -90 {
			return watts(second) + 1
		}
		return watts(second)
	}
}

// TestEachComponentAloneReachesTheInterval: one source of uncertainty at a time, in watts of the whole machine, worked
// out by hand.
func TestEachComponentAloneReachesTheInterval(t *testing.T) {
	base, err := read(sample.Clean(2, "2.0"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change                     func(*steady)
		name                       uncertainty.Name
		shift, standard, low, high float64
	}{
		"nothing": {func(*steady) {}, "", 0, 0, 4000, 4000},
		// 1% of 4000 W, over √3; 1.959964 of them either way
		"meters": {func(s *steady) { s.entry.Meters[0].Accuracy.OfReadingPercent = 1 }, uncertainty.FromMeters, 0,
			23.094011, 3954.73657, 4045.26343},
		// 40 W / 2
		"two standard deviations": {func(s *steady) {
			s.entry.Meters[0].Accuracy = power.Accuracy{OfReadingPercent: 1, Kind: power.TwoStandardDeviations}
		}, uncertainty.FromMeters, 0, 20, 3960.80072, 4039.19928},
		// √((400 + 100 + 100 + 400) / 3) W / √4 · √(1 - 4/8) for 8 nodes; 3.182446 of them
		"half of the nodes": {func(s *steady) {
			s.nodes, s.watts = 8, func(node int, _ float64) float64 { return []float64{980, 990, 1010, 1020}[node] }
		}, uncertainty.FromSampling, 0, 51.639778, 7835.65918, 8164.34082},
		// the same with √(1 - 4/4000), for 4000 nodes
		"few of the nodes": {func(s *steady) {
			s.nodes, s.watts = 4000, func(node int, _ float64) float64 { return []float64{980, 990, 1010, 1020}[node] }
		}, uncertainty.FromSampling, 0, 36496.575215, 3883851.609052, 4116148.390948},
		// a tenth of 5000 W · (1 - 1/1.25) = 1000 W, over √3
		"loss": {func(s *steady) {
			s.entry.Meters[0].Location, s.entry.Meters[0].Loss = power.Downstream,
				&power.Loss{FoundBy: "one_psu_measured", Factor: 1.25}
		}, uncertainty.FromLoss, 0, 57.735027, 4886.841426, 5113.158574},
		// -0.5 to 1 W a node: 0.25 ± 0.75 W
		"resolution": {func(s *steady) { s.watts = finest(func(float64) float64 { return 1000 }) },
			uncertainty.FromResolution, 1, 1.732051, 3997.605242, 4004.394758},
		// 6 W a node for each second: 2.88 and 1.795996 W; the rest is resolution
		"times": {func(s *steady) {
			s.watts = finest(func(second float64) float64 {
				if second > 0 && second <= 100 {
					return 1000
				}
				return 400
			})
		}, uncertainty.FromTimes, -11.52, 7.183982, 2551.577011, 6625.382989},
		// 0 to -5 W a node at each end: -2.5 ± 2.5 W, over √3; the rest is resolution
		"ends": {func(s *steady) {
			s.every, s.first = 10, 5
			s.watts = finest(func(second float64) float64 {
				if second > 5 && second < 100 {
					return 1000
				}
				return 900
			})
		}, uncertainty.FromEnds, -20, 8.164966, 3740.147293, 4419.852707},
		// a tenth of 1000 W in 10 of 100 s: 10 W a node, over √3
		"gap": {func(s *steady) {
			s.watts = func(_ int, second float64) float64 {
				if second > 40 && second <= 50 {
					return -1
				}
				return 1000
			}
		}, uncertainty.FromGaps, 0, 23.094011, 3954.73657, 4045.26343},
		// 5 of 100 s: 50 W a node, ± a tenth of 950 W in these, over √3; the rest is resolution
		"codes": {func(s *steady) {
			s.watts = finest(func(second float64) float64 {
				if int(second)%20 == 10 {
					return 0
				}
				return 1000
			})
		}, uncertainty.FromCodes, 200, 10.969655, 1605.174714, 8394.825286},
		// half of 500 W
		"estimate": {func(s *steady) {
			s.entry.Subsystems = append(s.entry.Subsystems,
				power.Subsystem{Name: power.Interconnect, Treatment: power.Estimated, PowerWatts: 500})
		}, uncertainty.FromEstimates, 0, 0, 4125, 4500},
	} {
		meter := power.Meter{ID: "pdu", Make: "Example", Model: "P", Measures: power.Power, Current: "AC",
			SamplingHertz: 8000, IntervalSeconds: 1,
			Location: power.Delivery, Accuracy: power.Accuracy{OfReadingPercent: 1e-9}}
		entry := *base.Entry
		entry.Meters = []power.Meter{meter}
		entry.Series = []power.Series{{File: "a.csv", Meter: "pdu", Value: "*", Quantity: power.Power, Unit: "W",
			Stamp: "end", Covers: power.Covers{Subsystem: power.Compute}}}
		entry.Subsystems = []power.Subsystem{{Name: power.Compute, Treatment: power.Measured}}
		entry.Run.FullRun, entry.Idle, entry.Run.Clock = power.Span{}, nil, power.Clock{}
		s := steady{&entry, 4, func(int, float64) float64 { return 1000 }, 1, 1}
		c.change(&s)
		report := s.report(t, base.Measurement)
		got, power := component(report, c.name), report.Uncertainty.Power
		const within = 2e-3
		if power == nil || math.Abs(got.Shift-c.shift) > within || math.Abs(got.Standard-c.standard) > within ||
			math.Abs(power.Low-c.low) > within || math.Abs(power.High-c.high) > within {
			t.Errorf("%s: %+v gives %+v; want %v ± %v W and %v to %v W", name, report.Uncertainty.Components, power,
				c.shift, c.standard, c.low, c.high)
		}
	}
}
