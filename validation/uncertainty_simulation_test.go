package validation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// TestIntervalsContainTheTruth simulates runs whose power is known, with clocks, gaps, meters, samples, losses and
// estimates drawn at random within what the documents state, and grades them. The interval of 95% contains the truth in
// at least 93% of them, and is not too wide: if all were scaled about their middle by one factor so that 95% of them
// just contain the truth, they would be no more than 1.5 times narrower.
func TestIntervalsContainTheTruth(t *testing.T) {
	base, err := read(sample.Clean(2, "2.0"))
	if err != nil {
		t.Fatal(err)
	}
	const least, widest = 0.93, 1.5
	runs := 300
	if os.Getenv("GREEN500_TEST_LONG") != "" {
		runs = 1000
	}
	contained := 0
	others := map[string][2]int{} // intervals of other averages that contain the truth, and all
	var distances, widths []float64
	for seed := range runs {
		s := newSimulation(uint64(seed), base.Measurement)
		report, err := validation.Grade(validation.Input{Measurement: s.measurement, Edition: methodology.V20})
		if err != nil {
			t.Fatal(err)
		}
		for name, of := range map[string]struct {
			number *validation.Number
			truth  float64
		}{"full run": {report.Numbers.FullRunAverage, s.fullRun}, "idle": {report.Numbers.Idle, s.rest}} {
			if of.number == nil || of.number.Uncertainty == nil {
				continue
			}
			count := others[name]
			if count[1]++; math.Abs(of.number.Value-of.truth) <= *of.number.Uncertainty {
				count[0]++
			}
			others[name] = count
		}
		i := report.Uncertainty.Power
		if i == nil { // a gap or a long interval at an end of the core phase
			continue
		}
		middle, half := (i.Low+i.High)/2, (i.High-i.Low)/2
		distance := math.Abs(s.truth-middle) / half
		if distance <= 1 {
			contained++
		} else if testing.Verbose() {
			t.Logf("run %d misses by %.2f: truth %.0f W, stated %.0f W, %.0f to %.0f W; %s %s", seed, distance, s.truth,
				report.Numbers.CoreAverage.Value, i.Low, i.High, s.words, componentWords(report))
		}
		distances, widths = append(distances, distance), append(widths, 100*half/s.truth)
	}
	slices.Sort(distances)
	slices.Sort(widths)
	stated := len(distances)
	needed := distances[stated*95/100]
	share := float64(contained) / float64(stated)
	t.Logf("%d runs, %d intervals: %.1f%% contain the truth; median half width %.2f%%, "+
		"%.2f times the narrowest that would do", runs, stated, 100*share, widths[stated/2], 1/needed)
	for name, count := range others {
		part := float64(count[0]) / float64(count[1])
		t.Logf("%s: %.1f%% of %d intervals contain the truth", name, 100*part, count[1])
		if part < least || float64(count[1]) < 0.9*float64(runs) {
			t.Errorf("%s: %.1f%% of %d intervals contain the truth, want %v%% of %d", name, 100*part, count[1],
				100*least, runs)
		}
	}
	if float64(stated) < 0.9*float64(runs) {
		t.Errorf("only %d of %d runs have an interval", stated, runs)
	}
	if share < least {
		t.Errorf("%.1f%% of the intervals contain the truth, want %v%%", 100*share, 100*least)
	}
	if 1/needed > widest {
		t.Errorf("intervals are %.2f times as wide as needed, want at most %v", 1/needed, widest)
	}
}

func componentWords(r *validation.Report) string {
	text := ""
	for _, c := range r.Uncertainty.Components {
		text += fmt.Sprintf(" %s %+.0f ± %.0f;", c.Name, c.Shift, c.Standard)
	}
	return text
}

// simulation is a run whose power is known.
type simulation struct {
	*rand.Rand
	measurement *power.Measurement
	truth       float64
	fullRun     float64 // W, as truth is of the core phase
	rest        float64 // the same, while the machine idles
	words       string

	core, wait, tail, lowest, idle float64   // seconds and parts of the plateau
	energy                         []float64 // of a machine of 1 W from simulated begin on, at fine steps
}

const (
	simulatedStep  = 0.05 // seconds
	simulatedBegin = -120 // before the core phase
	simulatedEnd   = 100  // after it
)

func (s *simulation) between(low, high float64) float64 { return low + (high-low)*s.Float64() }

func (s *simulation) one(values ...float64) float64 { return values[s.IntN(len(values))] }

func (s *simulation) happens(chance float64) bool { return s.Float64() < chance }

// at is the power of a node at a time after the core phase began, as a part of the plateau.
func (s *simulation) at(t float64) float64 {
	switch {
	case t < -60 || t >= s.core+20:
		return s.idle
	case t < 0:
		return s.wait
	case t >= s.core:
		return 0.6
	}
	return 1 - (1-s.lowest)*math.Pow(math.Max(0, (t-s.core+s.tail)/s.tail), 1.2)
}

func (s *simulation) integrate() {
	s.energy = []float64{0}
	for i := 0; ; i++ {
		t := simulatedBegin + (float64(i)+0.5)*simulatedStep
		if t > s.core+simulatedEnd {
			return
		}
		s.energy = append(s.energy, s.energy[i]+s.at(t)*simulatedStep)
	}
}

func (s *simulation) upTo(t float64) float64 {
	place := (t - simulatedBegin) / simulatedStep
	i := int(place)
	return s.energy[i] + (place-float64(i))*(s.energy[i+1]-s.energy[i])
}

func (s *simulation) mean(from, to float64) float64 { return (s.upTo(to) - s.upTo(from)) / (to - from) }

// newSimulation draws everything that a document does not know, and what it states.
func newSimulation(seed uint64, base *power.Measurement) simulation {
	s := simulation{Rand: rand.New(rand.NewPCG(seed, 41))}
	s.core, s.wait, s.lowest, s.idle = s.between(70, 400), s.between(0.4, 1), s.between(0.5, 1), s.between(0.25, 0.5)
	s.tail = 0.3 * s.core
	s.integrate()

	m, entry := *base, *base.Entry
	m.Entry = &entry
	start := time.Date(2026, 4, 14, 8, 0, 0, 0, time.UTC).Add(time.Duration(s.Float64() * float64(time.Second)))
	instant := func(t float64) time.Time { return start.Add(time.Duration(t * float64(time.Second))) }
	m.Core = power.NewSpan(start.Truncate(time.Second), instant(s.core).Truncate(time.Second))
	output := *base.Output
	output.Time = time.Duration(s.core*100) * 10 * time.Millisecond
	m.Output, m.CoreProven = &output, true
	entry.Run.FullRun = power.NewSpan(instant(-60), instant(s.core+20))
	entry.Idle = []power.Idle{{Start: power.Time{Time: instant(-110)}, End: power.Time{Time: instant(-70)}}}
	clock := s.one(0.1, 0.5, 1, 2)
	entry.Run.Clock = power.Clock{SynchronisedBy: "NTP", MaxErrorSeconds: clock}
	late := s.between(-clock, clock)

	meter, gain := s.meter()
	estimate := s.estimate(&entry)
	watts, nodes, racks := s.nodes(&entry)
	energy := s.happens(0.3)
	interval := s.one(1, 1, 2, 5, s.core/13)
	series := power.Series{File: "a.csv", Meter: "pdu", Value: "*", Quantity: power.Power, Unit: "W",
		Stamp: []string{"begin", "middle", "end"}[s.IntN(3)], Covers: power.Covers{Subsystem: power.Compute}}
	if energy {
		series.Quantity, series.Unit, series.Stamp, meter.Measures = power.Energy, "J", "", power.Energy
	}
	entry.Meters, entry.Series = []power.Meter{meter}, []power.Series{series}
	l := logger{
		simulation: &s, energy: energy, interval: interval, late: late, instant: instant, stamp: series.Stamp,
		step: s.one(0.1, 1, 10, 50), cut: s.happens(0.5), phase: s.Float64(), gaps: s.gaps(),
		codes: s.one(0, 0, 0, 0.03),
	}
	part := power.Part{Series: &entry.Series[0], Meter: &entry.Meters[0]}
	total := 0.0
	for i, rack := range racks {
		part.Traces = append(part.Traces, l.trace(fmt.Sprintf("rack%02d", i), rack*gain))
		total += rack
	}
	m.Parts = []power.Part{part}
	s.truth = watts*s.mean(0, s.core) + estimate
	s.fullRun, s.rest = watts*s.mean(-60, s.core+20)+estimate, watts*s.idle+estimate
	s.words = fmt.Sprintf("core %.1f s, readings of %.1f s, energy %t, clock %v s, step %v W, gaps %d, codes %v, "+
		"%d racks of %d nodes", s.core, interval, energy, clock, l.step, len(l.gaps), l.codes, len(racks), nodes)
	s.measurement = &m
	return s
}

// meter draws a meter, and what its readings are multiplied by.
func (s *simulation) meter() (power.Meter, float64) {
	percent := s.one(0.2, 0.5, 1, 2)
	m := power.Meter{ID: "pdu", Make: "Example", Model: "P", Measures: power.Power, Current: "AC", SamplingHertz: 8000,
		IntervalSeconds: 1, Location: power.Delivery,
		Accuracy: power.Accuracy{OfReadingPercent: percent}, Aggregation: "summed at equal times"}
	off := s.between(-percent, percent)
	switch s.IntN(4) {
	case 0:
		m.Accuracy.Kind = power.OneStandardDeviation
		off = s.NormFloat64() * percent
	case 1:
		m.Accuracy.Kind = power.TwoStandardDeviations
		off = s.NormFloat64() * percent / 2
	}
	gain := 1 + off/100
	if s.happens(0.3) {
		factor := s.between(1.04, 1.1)
		m.Location, m.Loss = power.Downstream, &power.Loss{FoundBy: "one_psu_measured", Factor: factor}
		gain /= 1 + (factor-1)*(1+s.between(-0.1, 0.1))
	}
	return m, gain
}

// estimate draws an upper bound, and returns what the subsystem draws.
func (s *simulation) estimate(entry *power.Entry) float64 {
	entry.Subsystems = []power.Subsystem{{Name: power.Compute, Treatment: power.Measured}}
	if s.happens(0.5) {
		return 0
	}
	bound := s.between(1000, 6000)
	entry.Subsystems = append(entry.Subsystems,
		power.Subsystem{Name: power.Interconnect, Treatment: power.Estimated, PowerWatts: bound})
	return bound * s.between(methodology.LeastOfEstimate, 1)
}

// nodes draws the nodes of a machine and the racks that are measured of them, and returns what all draw on the plateau.
func (s *simulation) nodes(entry *power.Entry) (watts float64, measured int, racks []float64) {
	racks = make([]float64, 6+s.IntN(8))
	variation := s.between(0.01, 0.03)
	size := 1 + s.IntN(4)
	for i := range racks {
		nodes := size
		if size > 2 && s.happens(0.2) {
			nodes = size / 2
		}
		for range nodes {
			node := 2000 * (1 + variation*s.NormFloat64())
			racks[i], watts, measured = racks[i]+node, watts+node, measured+1
		}
	}
	all := measured
	if s.happens(0.7) {
		all = measured * (2 + s.IntN(6))
	}
	for range all - measured {
		watts += 2000 * (1 + variation*s.NormFloat64())
	}
	entry.NodeSets = []power.NodeSet{{Name: "all", Nodes: all, Measured: measured, Selection: "random", PerChassis: 1}}
	return watts, measured, racks
}

// gaps draws stretches in which nothing was recorded.
func (s *simulation) gaps() [][2]float64 {
	var gaps [][2]float64
	for range s.IntN(4) {
		from := s.between(5, s.core-30)
		gaps = append(gaps, [2]float64{from, from + s.between(1, 0.05*s.core)})
	}
	return gaps
}

// logger writes down what a meter reads.
type logger struct {
	*simulation
	energy         bool
	interval, late float64
	instant        func(float64) time.Time
	stamp          string
	step           float64
	cut            bool
	phase          float64
	gaps           [][2]float64
	codes          float64
}

func (l logger) trace(name string, watts float64) *power.Trace {
	var at, value []int64
	total := 0.0
	for k := 0; ; k++ {
		from := simulatedBegin + 5 + (float64(k)+l.phase)*l.interval
		to := from + l.interval
		if to > l.core+simulatedEnd-5 {
			break
		}
		mean := watts * l.mean(from, to) * (1 + 0.004*l.NormFloat64())
		total += mean * l.interval
		if slices.ContainsFunc(l.gaps, func(gap [2]float64) bool { return to > gap[0] && from < gap[1] }) {
			continue
		}
		stamped := map[string]float64{"begin": from, "middle": (from + to) / 2, "end": to, "": to}[l.stamp]
		at = append(at, l.instant(stamped+l.late).UnixNano())
		value = append(value, l.reading(mean, total))
	}
	quantity := power.Power
	if l.energy {
		quantity = power.Energy
	}
	return power.NewTrace(name, quantity, at, value)
}

func (l logger) reading(mean, total float64) int64 {
	round := math.Round
	if l.cut {
		round = math.Floor
	}
	if l.energy {
		const perStep = 100 // joules of a step of 1 W
		return int64(round(total/l.step/perStep) * l.step * perStep * 1e3)
	}
	if l.happens(l.codes) {
		return 0
	}
	return int64(round(mean/l.step) * l.step * 1e6)
}
