package plan_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/plan"
	"green500/validation/power"
	"green500/validation/rules"
)

// randomRequest is a machine, a run and a meter as somebody could have them.
func randomRequest(random *rand.Rand) plan.Request {
	pick := func(values ...float64) float64 { return values[random.IntN(len(values))] }
	r := plan.Request{System: "Random", Rmax: 10 + 1e4*random.Float64(),
		MainsHz: []int{0, methodology.SlowMains, methodology.FastMains}[random.IntN(3)], Goal: pick(0, 0, 1, 2, 5)}
	r.Run = plan.Run{Core: pick(45, 60, 61, 75, 90, 119, 150, 300), Before: pick(0, 30, 60), After: pick(0, 20, 40)}
	for i := range 1 + random.IntN(3) {
		load := power.Watts(150 + 4000*random.Float64())
		set := plan.NodeSet{Name: fmt.Sprint("set", i), Nodes: 1 + random.IntN(300), Power: load,
			Idle: load * power.Watts(0.2+0.4*random.Float64())}
		set.PerChassis = min(set.Nodes, []int{0, 1, 2, 4}[random.IntN(4)])
		r.NodeSets = append(r.NodeSets, set)
	}
	for _, name := range []string{power.Interconnect, power.Storage, "visualisation"} {
		s := plan.Subsystem{Name: name, Power: power.Watts(pick(0, 500, 8000)), Units: int(pick(0, 0, 7, 30))}
		s.Measurable, s.Participates = maybe(random), maybe(random)
		if random.IntN(3) == 0 {
			r.Subsystems = append(r.Subsystems, s)
		}
	}
	r.Meter = power.Meter{
		IntervalSeconds: pick(0, 5, 5, 6, 10, 30), SamplingHertz: pick(0, 0.5, 1, 50, 110, 1000, 2000, 8000),
		Count:    int(pick(0, 1, 4, 9)),
		Measures: []power.Quantity{"", power.Power, power.Energy}[random.IntN(3)],
		Current:  []string{"", "AC", "DC"}[random.IntN(3)],
		Location: []power.Location{"", power.Upstream, power.Delivery, power.Equivalent,
			power.Downstream}[random.IntN(5)],
	}
	if random.IntN(4) == 0 { // as Level 3 wants it
		r.Meter.Measures, r.Meter.IntervalSeconds, r.Meter.SamplingHertz = power.Energy, pick(3, 5), 8000
	}
	switch random.IntN(4) {
	case 0:
		r.Meter.Accuracy.OfReadingPercent = pick(0.2, 1, 1.5, 2, 3, 5, 6)
	case 1:
		r.Meter.Accuracy = power.Accuracy{OfReadingPercent: pick(0.2, 1), OfRangePercent: pick(0.1, 0.5),
			RangeWatts: pick(2e3, 20e3)}
	case 2:
		r.Meter.Accuracy = power.Accuracy{Grade: power.Grades()[random.IntN(len(power.Grades()))],
			Transformers: pick(0, 0, 3, 6)}
	}
	// meters that share a limit have to be read one by one, which no draft does
	if r.Meter.Accuracy.OfReadingPercent > 1 || r.Meter.Accuracy.OfRangePercent > 0 {
		r.Meter.Count = 0
	}
	return r
}

// maybe is true, false or not told.
func maybe(random *rand.Rand) *bool {
	if random.IntN(3) == 0 {
		return nil
	}
	return new(random.IntN(2) == 0)
}

// launch is when the jobs of the tests start.
func launch() time.Time { return time.Date(2026, time.November, 5, 9, 0, 0, 0, time.UTC) }

// carriedOut is the measurement of a run that went exactly as planned, of nodes that differ as nodes do.
func carriedOut(p *plan.Plan, seed uint64) *power.Measurement {
	entry, _ := p.Draft()
	fillIn(entry, p.Chosen())
	inSpite(entry, p)
	run := p.Request.Run
	at := func(offset float64) time.Time { return launch().Add(time.Duration(offset * float64(time.Second))) }
	m := &power.Measurement{Entry: entry, Core: power.NewSpan(at(run.Before), at(run.Before+run.Core)),
		CoreProven: true, Rmax: power.GFlops(p.Request.Rmax * 1e3)}
	m.Output = &power.Output{Rmax: m.Rmax, Time: m.Core.Duration(), Checked: true, Passed: true, Residual: 1e-3,
		Result: 1, Results: 1, Fastest: m.Rmax}
	schedule := sample.Schedule{FullRun: power.NewSpan(at(0), at(run.Before+run.Core+run.After)), Core: m.Core}
	for _, s := range p.Timeline {
		span := power.NewSpan(at(s.From), at(s.To))
		switch s.ID {
		case plan.Idle:
			schedule.Idle = span
			entry.Idle = []power.Idle{{Start: span.Start, End: span.End}}
		case plan.FullRun:
			entry.Run.FullRun = span
		}
	}
	recording := p.Timeline[0]
	for i := range entry.Series {
		series := &entry.Series[i]
		meter := entry.MeterOf(series)
		group := groupOf(p, entry, series, schedule, seed)
		trace := recorded(group, power.NewSpan(at(recording.From), at(recording.To)), meter)
		m.Parts = append(m.Parts, power.Part{Series: series, Meter: meter, Traces: []*power.Trace{trace}})
	}
	return m
}

// fillIn writes what the notes of a draft ask for, as little as the plan says is enough.
func fillIn(entry *power.Entry, l *plan.Level) {
	entry.Environment = power.Environment{Cooling: "air", InletCelsius: new(20.0), OutletCelsius: new(31.0),
		MeasuredWhere: "hot aisle"}
	for i := range entry.Subsystems {
		if s := &entry.Subsystems[i]; s.Treatment == power.Estimated {
			s.Basis, s.Formula = "sheet.pdf", "as the sheet says"
			s.PowerWatts = max(s.PowerWatts, 1500)
		}
	}
	limits := l.Methodology.Limits(l.Level)
	for i := range entry.Meters {
		m := &entry.Meters[i]
		m.Make, m.Model, m.Aggregation = "Example", "Meter", "read in one sweep"
		if m.Accuracy.OfReadingPercent == 0 && m.Accuracy.Grade == "" {
			m.Accuracy.OfReadingPercent = l.Accuracy
		}
		if m.Current == "" {
			m.Current = "AC"
		}
		if m.SamplingHertz == 0 {
			m.SamplingHertz = max(limits.SamplingHertz, limits.SamplingHertzAC)
		}
		if m.Location == "" {
			m.Location = power.Delivery
		}
		if m.Location == power.Downstream {
			m.Loss = &power.Loss{FoundBy: limits.LossFoundBy[0], Factor: 1.06, Evidence: "loss.txt",
				IntervalSeconds: limits.LossInterval.Seconds()}
		}
	}
}

// inSpite goes on even if the plan sees an obstacle: with the meter at hand, and estimates of what can't be measured.
func inSpite(entry *power.Entry, p *plan.Plan) {
	for _, obstacle := range p.Chosen().Obstacles {
		switch obstacle.Field {
		case "meter.measures":
			entry.Meters[0].Measures = power.Power
			for i := range entry.Series {
				if entry.Series[i].Meter == entry.Meters[0].ID {
					entry.Series[i].Quantity, entry.Series[i].Unit = power.Power, "W"
				}
			}
		case "meter.reading_interval_s":
			entry.Meters[0].IntervalSeconds = p.Request.Meter.IntervalSeconds
		}
		if obstacle.Rule == "subsystems-measured" {
			for i := range entry.Subsystems {
				asked := slices.IndexFunc(p.Request.Subsystems,
					func(s plan.Subsystem) bool { return s.Name == entry.Subsystems[i].Name })
				if asked >= 0 && p.Request.Subsystems[asked].Measurable != nil &&
					!*p.Request.Subsystems[asked].Measurable {
					entry.Subsystems[i] = power.Subsystem{Name: entry.Subsystems[i].Name, Treatment: power.Estimated,
						PowerWatts: 1500, Basis: "sheet.pdf", Formula: "3 x 500 W"}
					entry.Series = slices.DeleteFunc(entry.Series,
						func(s power.Series) bool { return s.Covers.Subsystem == entry.Subsystems[i].Name })
				}
			}
		}
	}
}

// sure reports whether a plan sees an obstacle that luck can't overcome: readings a little too seldom may
// still lie well in the core phase.
func sure(p *plan.Plan) bool {
	l := p.Chosen()
	return slices.ContainsFunc(l.Obstacles, func(o plan.Obstacle) bool {
		return o.Field != "meter.reading_interval_s" ||
			o.Rule != "core-average" && p.Request.Meter.IntervalSeconds >= 2*l.Interval
	})
}

// groupOf is what the meters of a series see.
func groupOf(p *plan.Plan, entry *power.Entry, series *power.Series, schedule sample.Schedule,
	seed uint64) sample.Group {
	if series.Covers.Subsystem != power.Compute {
		const steady = 700
		return sample.Run{Machine: sample.Machine{Nodes: 1, IdlePerNode: steady, LoadPerNode: steady, Tail: 1,
			Noise: 0.004, Seed: seed}, Schedule: schedule}.Whole()
	}
	at := 0
	if name := series.Covers.NodeSet; name != "" {
		at = slices.IndexFunc(entry.NodeSets, func(s power.NodeSet) bool { return s.Name == name })
	}
	set := p.Request.NodeSets[at]
	run := sample.Run{Machine: sample.Machine{Nodes: set.Nodes, IdlePerNode: set.Idle, LoadPerNode: set.Power, Tail: 1,
		Spread: methodology.AssumedVariation, Noise: 0.005, Seed: seed + uint64(at)}, Schedule: schedule}
	return run.Group(rand.New(rand.NewPCG(seed, uint64(at))).Perm(set.Nodes)[:entry.NodeSets[at].Measured])
}

// recorded is the log of a meter, whose clock knows nothing of the run's.
func recorded(group sample.Group, span power.Span, meter *power.Meter) *power.Trace {
	interval := time.Duration(meter.IntervalSeconds * float64(time.Second))
	var at, value []int64
	var total power.Joules
	for t := span.Start.Add(interval / 3); !t.After(span.End.Time); t = t.Add(interval) {
		watts := group.Watts(t.Add(-interval / 2))
		total += watts.Over(interval)
		at = append(at, t.UnixNano())
		if meter.Measures == power.Energy {
			value = append(value, int64(total*1e3))
		} else {
			value = append(value, int64(watts*1e6))
		}
	}
	return power.NewTrace("", meter.Measures, at, value)
}

// gradeOf is the verdict on a measurement.
func gradeOf(t *testing.T, m *power.Measurement, edition methodology.Edition) *validation.Report {
	t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: edition})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestARunAsPlannedIsGradedAsPlanned: planner and grader agree about random machines, for every
// level of both editions: what a plan holds to be enough is granted, and if it sees an obstacle, the
// same run in spite of it is not. A long run tries 1000 machines.
func TestARunAsPlannedIsGradedAsPlanned(t *testing.T) {
	machines, chunks := uint64(40), uint64(4)
	if os.Getenv("GREEN500_TEST_LONG") != "" {
		machines = 1000
	}
	counts := make([]tally, chunks)
	t.Run("machines", func(t *testing.T) {
		for chunk := range chunks {
			t.Run(fmt.Sprint(chunk), func(t *testing.T) {
				t.Parallel()
				counts[chunk] = tally{}
				for seed := chunk; seed < machines; seed += chunks {
					counts[chunk].hold(t, seed)
				}
			})
		}
	})
	for _, of := range levels() {
		reached, refused := 0, 0
		for _, count := range counts {
			reached, refused = reached+count[of][0], refused+count[of][1]
		}
		t.Logf("%s: %d machines reach it, %d are refused", of, reached, refused)
		if few := int(machines / 20); reached < few || refused < few {
			t.Errorf("%s: %d machines reach it and %d are refused, which proves little", of, reached, refused)
		}
	}
}

// tally counts the machines that reach a level and those that are refused it.
type tally map[string][2]int

// levels are the names of what a tally counts.
func levels() []string {
	var all []string
	for _, edition := range methodology.Listed() {
		for _, level := range power.Levels() {
			all = append(all, fmt.Sprintf("%s %s", edition, level))
		}
	}
	return all
}

// hold plans for a machine at every level, and holds each plan to the grader.
func (c tally) hold(t *testing.T, seed uint64) {
	request := randomRequest(rand.New(rand.NewPCG(seed, 0)))
	for _, edition := range methodology.Listed() {
		for _, level := range power.Levels() {
			request.Methodology, request.Level = string(edition), level
			p, err := plan.Of(request)
			if err != nil {
				t.Fatalf("machine %d: %v", seed, err)
			}
			if !p.Chosen().Reachable() && !sure(p) {
				continue
			}
			of := fmt.Sprintf("%s %s", edition, level)
			report, count := gradeOf(t, carriedOut(p, seed), edition), c[of]
			switch unmet := unmet(report, level); {
			case p.Chosen().Reachable() && (report.GrantedLevel < level || len(unmet) > 0):
				t.Errorf("machine %d, %s: planned, but granted is %s: %v", seed, of, report.GrantedLevel, unmet)
			case p.Chosen().Reachable():
				count[0]++
			case len(unmet) == 0:
				t.Errorf("machine %d, %s: every rule is met in spite of %+v", seed, of, p.Chosen().Obstacles)
			default:
				count[1]++
			}
			c[of] = count
		}
	}
}

// unmet are the demands of a level that are not met.
func unmet(report *validation.Report, level power.Level) []string {
	var all []string
	for _, f := range report.Findings {
		if f.Severity == rules.Must && f.Asks(level) && f.Outcome.Open() {
			all = append(all, f.Rule+": "+f.Message)
		}
	}
	return all
}
