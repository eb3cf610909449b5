package model_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// galera is a node of the paper's machine: two processors of six cores, 159 W at most (Czarnul et al., Table I).
var galera = model.CurveOf(159, 12)

const galeraNodes = 32

func TestNodesOfTableIII(t *testing.T) {
	for _, row := range rowsOf(t, "merpsys_spmd.txt") {
		active, inactive := model.NodesOf(int(numberOf(t, row[0])), galeraNodes)
		if float64(active) != numberOf(t, row[1]) || float64(inactive) != numberOf(t, row[2]) {
			t.Errorf("%s processes: %d active and %d inactive nodes; want %s and %s", row[0], active, inactive,
				row[1], row[2])
		}
		if off := deviation(numberOf(t, row[4]), numberOf(t, row[3])); math.Abs(off) > 0.025 {
			t.Errorf("%s processes: simulated %v off the measured", row[0], off)
		}
	}
}

// Figure 2: a line to saturation at all cores, from half the maximum, goes through what Tables I and II measured. The
// second application is heavier on its nodes.
func TestNodeCurve(t *testing.T) {
	within := map[string]float64{"spmd": 0.03, "dac": 0.065}
	for _, row := range rowsOf(t, "merpsys_power.txt") {
		if row[5] != "-" {
			continue
		}
		processes := numberOf(t, row[1])
		near(t, row[0]+" with "+row[1]+" processes",
			float64(galera.At(processes/math.Min(processes, galeraNodes)))/numberOf(t, row[3]), 1, within[row[0]])
	}
	for processes, want := range map[float64]power.Watts{-1: 79.5, 0: 79.5, 6: 119.25, 12: 159, 24: 159} {
		if got := galera.At(processes); math.Abs(float64(got-want)) > 1e-9 {
			t.Errorf("%v W with %v processes; want %v", got, processes, want)
		}
	}
	if got := (model.NodeCurve{Idle: 1, Max: 2}).At(0); got != 2 {
		t.Errorf("a node that saturates at nothing draws %v", got)
	}
}

func TestDivideAndConquerHalves(t *testing.T) {
	times := make([]time.Duration, 8)
	for i := range times {
		times[i] = time.Second
	}
	steps := model.DivideAndConquer(64, galeraNodes, galera.Curve(), times)
	for k, want := range []int{32, 32, 16, 8, 4, 2, 1, 1} {
		if steps[k].Active != want || steps[k].Inactive != galeraNodes-want {
			t.Errorf("step %d: %d nodes work and %d idle; want %d", k, steps[k].Active, steps[k].Inactive, want)
		}
	}
	if steps[0].ActivePower <= steps[1].ActivePower || steps[1].ActivePower != steps[2].ActivePower {
		t.Errorf("nodes draw %v, %v, %v; the first step has two processes a node, all others one", steps[0].ActivePower,
			steps[1].ActivePower, steps[2].ActivePower)
	}
}

// The general sum says of an SPMD run and of one in steps what their own formulas say.
func TestGeneralSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		processes := 1 << rapid.IntRange(0, 8).Draw(t, "processes")
		var times []time.Duration
		for range rapid.IntRange(1, 9).Draw(t, "steps") {
			times = append(times, seconds(rapid.Float64Range(0.1, 1000).Draw(t, "time")))
		}
		steps := model.DivideAndConquer(processes, galeraNodes, galera.Curve(), times)
		nodes, whole := make([]nodeRun, galeraNodes), time.Duration(0)
		for i := range nodes {
			nodes[i].Idle = galera.Idle
			for _, s := range steps {
				if i < s.Active {
					nodes[i].Stress = append(nodes[i].Stress, stress{Time: s.Time, Power: s.ActivePower})
				}
			}
		}
		for _, d := range times {
			whole += d
		}
		got, want := nodeSum(whole, nodes), model.Steps(steps).Total()
		if math.Abs(float64(got/want)-1) > 1e-9 {
			t.Fatalf("%v J by node, %v J by step", got, want)
		}
		first := model.SPMD(processes, galeraNodes, steps[0].ActivePower, galera.Idle, times[0])
		if alone := model.Steps(steps[:1]); first != alone {
			t.Fatalf("%+v for the first step, %+v as a run of its own", alone, first)
		}
	})
}

// stress is a time during which a node worked, and what it drew (Czarnul et al., III).
type stress struct {
	Time  time.Duration
	Power power.Watts // PW_stress, with as many threads as ran
}

// nodeRun is a node during a run (Czarnul et al., III).
type nodeRun struct {
	Idle   power.Watts
	Stress []stress
}

// nodeSum returns the energy of a run from what each of its nodes did: E = sum over i of (t_app PW_idle + sum over k of
// t_exec (PW_stress - PW_idle)) (Czarnul et al., III). t is the time of the whole run: all nodes count over all of it,
// used or not.
func nodeSum(t time.Duration, nodes []nodeRun) power.Joules {
	var e power.Joules
	for _, n := range nodes {
		e += n.Idle.Over(t)
		for _, s := range n.Stress {
			e += (s.Power - n.Idle).Over(s.Time)
		}
	}
	return e
}

// deviation returns by how much a modelled value differs from a measured one, as a fraction of the latter (Czarnul et
// al., Tables III and IV); 0 if nothing was measured.
func deviation(modelled, measured float64) float64 {
	if measured == 0 {
		return 0
	}
	return modelled/measured - 1
}
