package validation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// manyShapes are logs that comparisons of every pair of instruments would be slow for.
func manyShapes() map[string]many {
	return map[string]many{
		"one table":            {step: 0.1},
		"a file each":          {step: 0.1, apart: true},
		"whole kilowatts":      {step: 1000, scale: 20},
		"whole kilowatts late": {step: 1000, scale: 20, late: time.Millisecond},
		"copies":               {step: 0.1, copies: true},
		"copies with noise":    {step: 0.1, copies: true, noise: 0.0001},
		"clocks an hour off":   {step: 0.1, hours: 2},
		"clocks a minute off":  {step: 0.1, minutes: 2},
	}
}

// many says how the logs of many instruments look.
type many struct {
	step    float64 // watts
	scale   float64 // nodes of an instrument; 0 is one
	apart   bool    // a file and a series for each
	copies  bool    // all have the noise of one, and some of their own
	noise   float64
	late    time.Duration // each later than the one before
	hours   int           // every so manieth is an hour late
	minutes int           // the same, by a minute
}

// of is a run of so many nodes, each with an instrument of its own that has 100 readings, 5 s apart.
func (s many) of(tb testing.TB, count int) *power.Measurement {
	tb.Helper()
	base, err := read(sample.Clean(2, "2.0"))
	if err != nil {
		tb.Fatal(err)
	}
	const readings, interval, before, core = 100, 5, 60, 400
	random := rand.New(rand.NewPCG(7, uint64(count)))
	m, entry := *base.Measurement, *base.Entry
	m.Entry = &entry
	start := time.Date(2026, 4, 14, 8, 0, 0, 0, time.UTC)
	m.Core = power.NewSpan(start, start.Add(core*time.Second))
	output := *m.Output
	output.Time = core * time.Second
	m.Output = &output
	entry.Run.FullRun = m.Core.Trim(-20*time.Second, -10*time.Second)
	entry.Idle = []power.Idle{{Start: power.Time{Time: start.Add(-55 * time.Second)}, End: power.Time{Time: start.Add(-25 * time.Second)}}}
	entry.NodeSets = []power.NodeSet{{Name: "all", Nodes: count, Measured: count, Selection: "all", PerChassis: 1}}
	entry.Meters = []power.Meter{{ID: "pdu", Make: "Example", Model: "P", Measures: power.Power, Current: "AC", SamplingHertz: 8000, IntervalSeconds: interval,
		Location: power.Delivery, Accuracy: power.Accuracy{OfReadingPercent: 0.5}, Aggregation: "summed at equal times"}}
	series := power.Series{File: "a.csv", Meter: "pdu", Value: "*", Quantity: power.Power, Unit: "W", Stamp: "end", Covers: power.Covers{Subsystem: power.Compute}}
	entry.Subsystems = entry.Subsystems[:1]
	common, scale := make([]float64, readings), max(1, s.scale)
	for k := range common {
		common[k] = 0.02 * random.NormFloat64()
	}
	entry.Series = []power.Series{series}
	if s.apart {
		entry.Series = make([]power.Series, count)
	}
	m.Parts = make([]power.Part, len(entry.Series))
	for i := range entry.Series {
		entry.Series[i] = series
		if s.apart {
			entry.Series[i].File, entry.Series[i].Value = fmt.Sprintf("node%05d.csv", i), "power"
		}
		m.Parts[i] = power.Part{Series: &entry.Series[i], Meter: &entry.Meters[0]}
	}
	own := 0.004
	if s.copies {
		own = s.noise
	}
	for i := range count {
		node := 2000 * scale * (1 + 0.02*random.NormFloat64())
		if s.copies {
			node = 2000
		}
		shift := time.Duration(i) * s.late
		if s.hours > 0 && i%s.hours == 1 {
			shift += time.Hour
		}
		if s.minutes > 0 && i%s.minutes == 1 {
			shift += time.Minute
		}
		at, value := make([]int64, readings), make([]int64, readings)
		for k := range readings {
			second := interval*k - before
			level := 0.3
			if second > 0 && second <= core {
				level = 1 + common[k]
			}
			at[k] = start.Add(time.Duration(second)*time.Second + shift).UnixNano()
			value[k] = int64(math.Round(node*level*(1+own*random.NormFloat64())/s.step)*s.step*10) * 100_000
		}
		part, name := &m.Parts[0], fmt.Sprintf("node%05d", i)
		if s.apart {
			part, name = &m.Parts[i], ""
		}
		part.Traces = append(part.Traces, power.NewTrace(name, power.Power, at, value))
	}
	return &m
}

// BenchmarkGradeManyInstruments measures how grading grows with the number of instruments.
func BenchmarkGradeManyInstruments(b *testing.B) {
	for name, shape := range manyShapes() {
		for _, count := range []int{1000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", name, count), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					m := shape.of(b, count)
					b.StartTimer()
					if _, err := validation.Grade(validation.Input{Measurement: m, Edition: methodology.V20}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
