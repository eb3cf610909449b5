package forensics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// How long a made-up log is, one reading a second, and when its load begins and ends.
const (
	logged   = 600
	loadFrom = 60
	loadTo   = 540
)

// noises are the noises of nodes, a value a second, before the log begins too.
func noises(nodes int) [][]float64 {
	all := make([][]float64, nodes)
	for node := range all {
		random := rand.New(rand.NewPCG(uint64(node), 7))
		for range 2 * logged {
			all[node] = append(all[node], noise*random.NormFloat64())
		}
	}
	return all
}

// nodesOf are the logs of single nodes with such noise, and with watts under load.
func nodesOf(noises [][]float64, idle float64, load func(node int) float64) *power.Measurement {
	r := recording{readings: logged, step: time.Second}
	var traces []*power.Trace
	for node, noise := range noises {
		var at, value []int64
		for k := range logged {
			watts := idle
			if k >= loadFrom && k < loadTo {
				watts = load(node)
			}
			at = append(at, start().Add(time.Duration(k)*time.Second).UnixNano())
			value = append(value, int64(math.Round(watts*(1+noise[logged+k])*10))*microwatt/10)
		}
		traces = append(traces, power.NewTrace("", power.Power, at, value))
	}
	m := measured(r.core(), traces...)
	m.Entry.NodeSets = []power.NodeSet{{Name: "nodes", Nodes: len(traces), Measured: len(traces)}}
	for _, part := range m.Parts {
		part.Series.Covers = power.Covers{Subsystem: power.Compute, NodeSet: "nodes"}
	}
	return m
}

func equalLoad(int) float64 { return loadWatts }

// TestCopiedNoiseIsFound: the last of eight nodes is made of the third.
func TestCopiedNoiseIsFound(t *testing.T) {
	const nodes, third, last = 8, 2, 7
	random := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		noise func(of [][]float64, k int) float64 // of the last node
		load  float64                             // of it
		twins bool
		later time.Duration
	}{
		"its own": {func(of [][]float64, k int) float64 { return of[last][k] }, loadWatts, false, 0},
		"scaled": {func(of [][]float64, k int) float64 { return of[third][k] },
			0.93 * loadWatts, true, 0},
		"with noise of its own": {
			func(of [][]float64, k int) float64 { return of[third][k] + 0.4*noise*random.NormFloat64() },
			loadWatts, true, 0},
		"with as much of its own": {func(of [][]float64, k int) float64 { return of[third][k] + of[last][k] },
			loadWatts, false, 0},
		"a third of the core": {func(of [][]float64, k int) float64 {
			return pick(k-logged >= 200 && k-logged < 400, of[third][k], of[last][k])
		}, loadWatts, true, 0},
		"30 s later": {func(of [][]float64, k int) float64 { return of[third][k-30] }, loadWatts, true,
			30 * time.Second},
		"40 s earlier, and scaled": {func(of [][]float64, k int) float64 { return of[third][min(k+40, 2*logged-1)] },
			0.9 * loadWatts, true, -40 * time.Second},
	} {
		of := noises(nodes)
		made := make([]float64, 2*logged)
		for k := logged; k < 2*logged; k++ {
			made[k] = c.noise(of, k)
		}
		of[last] = made
		facts := forensics.Of(nodesOf(of, idleWatts,
			func(node int) float64 { return pick(node == last, c.load, loadWatts) }))
		if len(facts.Replays) > 0 {
			t.Errorf("%s: replays %+v", name, facts.Replays)
		}
		switch twins := facts.Twins; {
		case !c.twins && len(twins) > 0:
			t.Errorf("%s: %+v", name, twins)
		case c.twins && (len(twins) != 1 || twins[0].First != third || twins[0].Second != last ||
			twins[0].Offset != c.later || twins[0].Equal):
			t.Errorf("%s: %+v, want the last as a copy of the third, %s later", name, twins, c.later)
		}
	}
}

func pick(first bool, a, b float64) float64 {
	if first {
		return a
	}
	return b
}

// TestAStretchThatStandsTwiceIsFound: 200 s of a node are its 200 s before.
func TestAStretchThatStandsTwiceIsFound(t *testing.T) {
	of := noises(8)
	for k := logged + 300; k < logged+500; k++ {
		of[5][k] = of[5][k-200]
	}
	facts := forensics.Of(nodesOf(of, idleWatts, equalLoad))
	if len(facts.Replays) != 1 || facts.Replays[0].Instrument != 5 || len(facts.Twins) > 0 {
		t.Fatalf("%+v, %+v", facts.Replays, facts.Twins)
	}
	if apart := facts.Replays[0].Again.Start.Sub(facts.Replays[0].At.Start.Time).Abs(); apart != 200*time.Second {
		t.Errorf("%s apart", apart)
	}
}

// TestGroupsOfNodes: a set whose nodes have two levels of power.
func TestGroupsOfNodes(t *testing.T) {
	for name, c := range map[string]struct {
		load  func(node int) float64
		upper []int
	}{
		"equal":       {equalLoad, nil},
		"even spread": {func(node int) float64 { return loadWatts * (1 + 0.03*float64(node)) }, nil},
		"four of twelve more": {func(node int) float64 { return pick(node%3 == 0, 1.25*loadWatts, loadWatts) },
			[]int{0, 3, 6, 9}},
		"a twentieth more": {func(node int) float64 { return pick(node%3 == 0, 1.05*loadWatts, loadWatts) }, nil},
		"one of twelve":    {func(node int) float64 { return pick(node == 4, 1.5*loadWatts, loadWatts) }, nil},
	} {
		found := forensics.Of(nodesOf(noises(12), idleWatts, c.load)).Groups
		switch {
		case c.upper == nil && len(found) > 0:
			t.Errorf("%s: %+v", name, found)
		case c.upper != nil && (len(found) != 1 || found[0].Set != "nodes" || !slices.Equal(
			slices.Sorted(slices.Values(found[0].Upper)), c.upper) || len(found[0].Lower) != 12-len(c.upper)):
			t.Errorf("%s: %+v, want %v above", name, found, c.upper)
		}
	}
}

// TestRestBesideTheRun: the lowest power outside of the core phase, as a part of that inside.
func TestRestBesideTheRun(t *testing.T) {
	for idle, want := range map[float64]float64{300: 300.0 / 700, 70: 0.1, 690: 690.0 / 700} {
		if rest := forensics.Of(nodesOf(noises(4), idle, equalLoad)).Rest; math.Abs(rest-want) > 0.02 {
			t.Errorf("%g W at rest: %.3f, want %.3f", idle, rest, want)
		}
	}
	cut := nodesOf(noises(4), idleWatts, equalLoad)
	cut.Core = power.NewSpan(start(), start().Add(logged*time.Second))
	if rest := forensics.Of(cut).Rest; rest != 0 {
		t.Errorf("a core phase as long as the log has rest %.3f", rest)
	}
}
