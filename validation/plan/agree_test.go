package plan_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/plan"
	"green500/validation/power"
	"green500/validation/uncertainty"
)

// TestAPlanAgreesWithTheReportOfItsRun: the half width that a plan states and that of the report on the run, carried
// out as planned, differ by a fifth at most. The rest comes from what no plan knows: where readings lie at the ends of
// the core phase, how much the measured nodes happen to differ, how the power wanders, and the resolution of the
// readings.
func TestAPlanAgreesWithTheReportOfItsRun(t *testing.T) {
	for name, change := range map[string]func(*plan.Request){
		"a fraction":          func(*plan.Request) {},
		"standard deviations": func(r *plan.Request) { r.Meter.Accuracy.Kind = power.OneStandardDeviation },
		"a part of its range": func(r *plan.Request) {
			r.Meter.Accuracy = power.Accuracy{OfReadingPercent: 0.1, OfRangePercent: 0.5, RangeWatts: 50e3}
		},
		"every node": func(r *plan.Request) { r.Level = 3; r.Meter.Measures = power.Energy },
		"estimates": func(r *plan.Request) {
			r.Subsystems[slices.IndexFunc(r.Subsystems,
				func(s plan.Subsystem) bool { return s.Name == power.Interconnect })].Power = 9000
		},
		"a better meter": func(r *plan.Request) { r.Meter.Accuracy.OfReadingPercent = 0.1 },
		"slow readings":  func(r *plan.Request) { r.Meter.IntervalSeconds = 30 },
		"a short run":    func(r *plan.Request) { r.Run.Core = 90; r.Meter.Accuracy.OfReadingPercent = 0.2 },
		"two sets": func(r *plan.Request) {
			r.NodeSets = append(r.NodeSets, plan.NodeSet{Name: "gpu", Nodes: 40, Power: 2400, Idle: 700})
		},
		"power supplies between": func(r *plan.Request) {
			r.Meter.Location, r.Meter.Current, r.Meter.SamplingHertz = power.Downstream, "DC", 2000
			r.Meter.Loss = &power.Loss{FoundBy: "one_psu_measured", Factor: 1.06}
		},
		"many meters": func(r *plan.Request) { r.Meter.Count = 20 },
	} {
		t.Run(name, func(t *testing.T) {
			request := hundred()
			request.Goal = 0
			for _, name := range power.SubsystemNames() {
				if name != power.Compute {
					request.Subsystems = append(request.Subsystems,
						plan.Subsystem{Name: name, Power: 1500, Participates: new(name == power.Interconnect)})
				}
			}
			change(&request)
			p, err := plan.Of(request)
			if err != nil {
				t.Fatal(err)
			}
			m := readAsPlanned(p)
			report := gradeOf(t, m, methodology.Edition(p.Request.Methodology))
			planned, found := p.Chosen().Uncertainty, report.Uncertainty.Power
			if found == nil || planned.Half == nil {
				t.Fatalf("%v %v", report.Uncertainty.Missing, planned.Missing)
			}
			if off := float64(planned.Power)/report.Numbers.CoreAverage.Value - 1; math.Abs(off) > 0.03 {
				t.Errorf("planned %.0f W, reported %.0f W", planned.Power, report.Numbers.CoreAverage.Value)
			}
			half := *report.Numbers.CoreAverage.Uncertainty
			off := float64(*planned.Half)/half - 1
			if math.Abs(off) > 0.25 { // the wider side counts, which a shift of the average moves
				t.Errorf("planned ±%.0f W, reported ±%.0f W\nplanned %s\nreported %s", *planned.Half, half,
					listedComponents(planned.Components), listedComponents(report.Uncertainty.Components))
			}
			t.Logf("planned ±%.0f W, reported ±%.0f W: %+.1f%%", *planned.Half, half, 100*off)
		})
	}
}

// readAsPlanned is the measurement of a run that went as planned, by meters that each record the mean power of nodes of
// their own since the reading before.
func readAsPlanned(p *plan.Plan) *power.Measurement {
	const seed = 3
	m := carriedOut(p, seed)
	r := p.Request.Run
	at := func(seconds float64) time.Time { return launch().Add(time.Duration(seconds * float64(time.Second))) }
	schedule := sample.Schedule{FullRun: power.NewSpan(at(0), at(r.Before+r.Core+r.After)), Core: m.Core}
	recording := power.NewSpan(at(p.Timeline[0].From), at(p.Timeline[0].To))
	for i := range m.Parts {
		part := &m.Parts[i]
		part.Series.Stamp = "end"
		if part.Series.Covers.Subsystem != power.Compute {
			continue
		}
		set, measured := p.Request.NodeSets[i], m.Entry.NodeSets[i].Measured
		run := sample.Run{Machine: sample.Machine{Nodes: set.Nodes, IdlePerNode: set.Idle, LoadPerNode: set.Power,
			Tail: 1, Spread: methodology.AssumedVariation, Noise: 0.005, Seed: seed + uint64(i)}, Schedule: schedule}
		chosen := rand.New(rand.NewPCG(seed, uint64(i))).Perm(set.Nodes)[:measured]
		meters := max(1, p.Request.Meter.Count)
		part.Traces = nil
		for k := range meters {
			nodes := chosen[k*measured/meters : (k+1)*measured/meters]
			part.Traces = append(part.Traces, averaged(string(rune('a'+k)), run.Group(nodes), recording, part.Meter))
		}
	}
	return m
}

// averaged is the log of a meter, whose intervals begin in the middle between whole seconds of the run.
func averaged(name string, group sample.Group, recording power.Span, meter *power.Meter) *power.Trace {
	const steps = 30
	interval := time.Duration(meter.IntervalSeconds * float64(time.Second))
	var at, value []int64
	total := 0.0
	for t := recording.Start.Add(interval / 2); !t.After(recording.End.Time); t = t.Add(interval) {
		mean := 0.0
		for i := range steps {
			mean += float64(group.Watts(t.Add(-interval*time.Duration(2*i+1)/(2*steps)))) / steps
		}
		total += mean * interval.Seconds()
		at, value = append(at, t.UnixNano()), append(value, int64(mean*1e6))
		if meter.Measures == power.Energy {
			value[len(value)-1] = int64(total * 1e3)
		}
	}
	return power.NewTrace(name, meter.Measures, at, value)
}

func listedComponents(all []uncertainty.Component) string {
	text := ""
	for _, c := range all {
		text += fmt.Sprintf("%s %+.0f ± %.0f; ", c.Name, c.Shift, c.Half)
	}
	return text
}
