package rules_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// ruleOf is the rule of an id.
func ruleOf(id string) rules.Rule {
	all := rules.All()
	return all[slices.IndexFunc(all, func(r rules.Rule) bool { return r.ID == id })]
}

// nodesDrawing is a measurement of sets whose nodes draw so many watts each.
func nodesDrawing(sets []power.NodeSet, watts []int, core time.Duration) *power.Measurement {
	const microwatts = 1_000_000
	start := time.Date(2026, time.November, 5, 9, 0, 0, 0, time.UTC)
	m := &power.Measurement{Entry: &power.Entry{NodeSets: sets}, Core: power.NewSpan(start, start.Add(core))}
	for i, set := range sets {
		var at, values []int64
		for t := start; !t.After(m.Core.End.Time); t = t.Add(time.Second) {
			at, values = append(at, t.UnixNano()), append(values, int64(watts[i]*set.Measured*microwatts))
		}
		series := &power.Series{File: set.Name + ".csv", Quantity: power.Power,
			Covers: power.Covers{Subsystem: power.Compute, NodeSet: set.Name}}
		m.Parts = append(m.Parts, power.Part{Series: series, Meter: &power.Meter{ID: set.Name},
			Traces: []*power.Trace{power.NewTrace("", power.Power, at, values)}})
	}
	return m
}

// TestTheNamedNodesAreEnoughAndNoneTooMany: with as many more nodes of each set as the rules name they
// pass; with one fewer of any set one of them does not.
func TestTheNamedNodesAreEnoughAndNoneTooMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edition := rapid.SampledFrom([]methodology.Edition{methodology.V12, methodology.V20}).Draw(t, "edition")
		level := rapid.SampledFrom(power.Levels()).Draw(t, "level")
		var sets []power.NodeSet
		var watts []int
		for _, name := range []string{"cpu", "gpu", "fat"}[:rapid.IntRange(1, 3).Draw(t, "sets")] {
			nodes := rapid.IntRange(1, 400).Draw(t, "nodes")
			sets = append(sets,
				power.NodeSet{Name: name, Nodes: nodes, Measured: rapid.IntRange(1, nodes).Draw(t, "measured")})
			watts = append(watts, rapid.IntRange(1, 4000).Draw(t, "watts"))
		}
		further := named(sets, needsOfNodes(sets, watts, edition, level))
		if left := needsOfNodes(with(sets, further), watts, edition, level); left != nil {
			t.Fatalf("with %v more nodes they still need %v", further, left)
		}
		for i := range further {
			if further[i] == 0 {
				continue
			}
			fewer := slices.Clone(further)
			fewer[i]--
			if needsOfNodes(with(sets, fewer), watts, edition, level) == nil {
				t.Errorf("%v more nodes are named, %v are enough", further, fewer)
			}
		}
	})
}

// needsOfNodes is what the rules about the number of nodes need; nil if they pass.
func needsOfNodes(sets []power.NodeSet, watts []int, edition methodology.Edition, level power.Level) []rules.Need {
	var needs []rules.Need
	for _, id := range []string{"machine-fraction", "node-sets"} {
		rule := ruleOf(id)
		if slices.Contains(rule.Levels, level) {
			got := rule.Check(rules.Case{Measurement: nodesDrawing(sets, watts, time.Minute), Level: level,
				Limits: edition.Limits(level)})
			needs = append(needs, got.Needs...)
		}
	}
	return needs
}

// named is how many more nodes of each set the needs name.
func named(sets []power.NodeSet, needs []rules.Need) []int {
	further := make([]int, len(sets))
	for i, set := range sets {
		for _, need := range needs {
			if need.Subject == "nodes of set "+set.Name {
				further[i] = max(further[i], int(need.Amount))
			}
		}
	}
	return further
}

func with(sets []power.NodeSet, further []int) []power.NodeSet {
	sets = slices.Clone(sets)
	for i := range sets {
		sets[i].Measured += further[i]
	}
	return sets
}

// TestTheNamedIntervalIsShortEnough: wherever in the core phase the first reading falls.
func TestTheNamedIntervalIsShortEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		core := time.Duration(rapid.IntRange(60, 4000).Draw(t, "core phase")) * time.Second
		m := nodesDrawing([]power.NodeSet{{Name: "cpu", Nodes: 1, Measured: 1}}, []int{500}, core)
		m.Parts[0].Series.Stamp = rapid.SampledFrom([]string{"", "begin", "middle", "end"}).Draw(t, "stamp")
		level := power.Level(2)
		asked := rules.Case{Measurement: m, Level: level, Limits: methodology.V20.Limits(level)}
		slow := time.Duration(rapid.IntRange(int(core/time.Second)/10+1, int(core/time.Second)).Draw(t, "interval")) *
			time.Second
		first := time.Duration(rapid.IntRange(0, 4000).Draw(t, "first")) * time.Millisecond
		readEvery(m, slow, first)
		shortest := slow
		for _, id := range []string{"reading-interval", "readings-in-core"} {
			for _, need := range ruleOf(id).Check(asked).Needs {
				if need.Subject == "interval of cpu" {
					shortest = min(shortest, time.Duration(-need.Amount*float64(time.Second)))
				}
			}
		}
		readEvery(m, shortest, first)
		for _, id := range []string{"reading-interval", "readings-in-core"} {
			if got := ruleOf(id).Check(asked); got.Outcome != rules.Pass {
				t.Errorf("read every %s: %s", shortest, got.Message)
			}
		}
	})
}

// readEvery makes a reading on each step, from a little after the start of the core phase backwards and on.
func readEvery(m *power.Measurement, step, first time.Duration) {
	var at, values []int64
	for t := m.Core.Start.Add(first%step - step); t.Before(m.Core.End.Add(step)); t = t.Add(step) {
		at, values = append(at, t.UnixNano()), append(values, 1)
	}
	m.Parts[0].Traces = []*power.Trace{power.NewTrace("", power.Power, at, values)}
}
