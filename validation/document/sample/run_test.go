package sample

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// away is the relative distance of two figures.
func away[T ~float64](got, want T) float64 { return math.Abs(float64(got)/float64(want) - 1) }

func cleanRun(machine Machine) Run {
	machine.Seed = 7
	return Run{machine, cleanPlan(1, "2.0").schedule()}
}

func TestTheMeanIsTheEnergyOverTheTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := cleanRun(Machine{
			Nodes: 4, IdlePerNode: power.Watts(rapid.Float64Range(50, 400).Draw(t, "idle")),
			LoadPerNode: power.Watts(rapid.Float64Range(500, 3000).Draw(t, "load")),
			Tail:        rapid.Float64Range(0.3, 1).Draw(t, "tail"), Noise: 0.01, Spread: 0.02,
		})
		start := run.Core.Start.Add(time.Duration(rapid.IntRange(10, 500).Draw(t, "second")) * time.Second)
		span := power.NewSpan(start, start.Add(10*time.Second))
		var energy power.Joules
		const steps = 1000
		for i := range steps {
			energy += run.Whole().Watts(start.Add(time.Duration(i) * span.Duration() / steps)).
				Over(span.Duration() / steps)
		}
		if mean := run.Whole().Mean(span); away(mean.Over(span.Duration()), energy) > 0.02 {
			t.Fatalf("mean of %v over %v is not the energy of %v", mean, span.Duration(), energy)
		}
	})
}

func TestThePhasesOfARun(t *testing.T) {
	schedule := cleanPlan(1, "2.0").schedule()
	for _, test := range []struct {
		name     string
		machine  Machine
		span     power.Span
		from, to float64 // mean power over the plateau
	}{
		{"CPU idles before", cpuNode(40, 600), schedule.Idle, 0.36, 0.40},
		{"CPU starts up", cpuNode(40, 600),
			power.NewSpan(schedule.FullRun.Start.Time, schedule.Core.Start.Time), 0.45, 0.70},
		{"CPU computes", cpuNode(40, 600), schedule.Core, 0.98, 1.02},
		{"CPU has no tail", cpuNode(40, 600), part(schedule.Core, 0.9, 1), 0.97, 1.03},
		{"CPU ends", cpuNode(40, 600), power.NewSpan(schedule.Core.End.Time, schedule.FullRun.End.Time), 0.40, 0.60},
		{"GPU idles before", gpuNode(40, 2500), schedule.Idle, 0.25, 0.29},
		{"GPU plateau", gpuNode(40, 2500), part(schedule.Core, 0.05, 0.6), 0.97, 1.03},
		{"GPU falls", gpuNode(40, 2500), part(schedule.Core, 0.7, 0.9), 0.60, 0.85},
		{"GPU ends low", gpuNode(40, 2500), part(schedule.Core, 0.9, 1), 0.43, 0.48},
	} {
		t.Run(test.name, func(t *testing.T) {
			mean := meanBySeconds(cleanRun(test.machine).Whole(), test.span) /
				(test.machine.LoadPerNode * power.Watts(test.machine.Nodes))
			if float64(mean) < test.from || float64(mean) > test.to {
				t.Errorf("mean is %.3f of the plateau, want %v to %v", float64(mean), test.from, test.to)
			}
		})
	}
}

func meanBySeconds(g Group, s power.Span) (mean power.Watts) {
	seconds := int(s.Duration().Seconds())
	for i := range seconds {
		mean += g.Watts(s.Start.Add(time.Duration(i)*time.Second)) / power.Watts(seconds)
	}
	return mean
}

func TestNodesDifferBySpread(t *testing.T) {
	machine := cpuNode(1000, 600)
	machine.Spread, machine.Noise = 0.03, 0
	run := cleanRun(machine)
	var sum, squares float64
	for i := range machine.Nodes {
		factor := float64(run.Group([]int{i}).Watts(run.Idle.Start.Time) / machine.IdlePerNode)
		sum += factor
		squares += factor * factor
	}
	mean := sum / float64(machine.Nodes)
	deviation := math.Sqrt(squares/float64(machine.Nodes) - mean*mean)
	if away(mean, 1) > 0.005 || away(deviation, machine.Spread) > 0.1 {
		t.Errorf("mean factor %.4f, deviation %.4f, want 1 and %v", mean, deviation, machine.Spread)
	}
}

func TestNoiseOfOneSecondTellsNothingOfTheNext(t *testing.T) {
	const count = 4000
	var mean, square, lagged, last float64
	for i := range uint64(count) {
		draw := normal(11, i*uint64(time.Second))
		mean += draw / count
		square += draw * draw / count
		lagged += draw * last / count
		last = draw
	}
	if math.Abs(mean) > 0.06 || math.Abs(square-1) > 0.08 || math.Abs(lagged) > 0.06 {
		t.Errorf("mean %.3f, variance %.3f, correlation %.3f of white noise", mean, square, lagged)
	}
}

// TestModelsFindTheNodes: what the nodes of a sample are made of is found again from their readings, as from those of
// real ones: idle power and load within 1%, and how much nodes differ.
func TestModelsFindTheNodes(t *testing.T) {
	const nodes, idle, load, spread = 200, 240.0, 640.0, 0.03
	run := cleanRun(Machine{Nodes: nodes, IdlePerNode: idle, LoadPerNode: load, Tail: 1, Spread: spread, Noise: 0.01})
	read := func(s power.Span, node int) (watts []power.Watts) {
		for at := s.Start.Time; at.Before(s.End.Time); at = at.Add(time.Second) {
			watts = append(watts, run.Group([]int{node}).Watts(at))
		}
		return watts
	}
	var loaded []power.Watts
	for node := range run.Nodes {
		c, err := model.CalibrateState("", 1,
			[]model.LoadSeries{{Watts: read(run.Idle, node)}, {Busy: 1, Watts: read(run.Core, node)}})
		if err != nil {
			t.Fatal(err)
		}
		loaded = append(loaded, c.AllCores)
		if ratio := c.AllCores / c.Idle; away(ratio, load/idle) > 0.01 {
			t.Errorf("node %d draws %.3f times as much under load", node, ratio)
		}
	}
	found, ok := model.SpreadOf(loaded)
	if !ok || away(found.Mean, load) > 0.01 || math.Abs(found.Variation-spread) > 0.2*spread {
		t.Errorf("nodes draw %.1f W and differ by %.2f%%", found.Mean, 100*found.Variation)
	}
}
