package plan_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"green500/validation/methodology"
	"green500/validation/plan"
	"green500/validation/power"
	"green500/validation/rules"
)

// fractionMet reports whether the rules on how many nodes are measured are met if every node draws as
// little as a plan allows for.
func fractionMet(request plan.Request, edition methodology.Edition, level power.Level, measured []int) bool {
	const readings = 61
	start := launch()
	m := &power.Measurement{Core: power.NewSpan(start, start.Add((readings-1)*time.Second)),
		Entry: &power.Entry{Meters: []power.Meter{{ID: "meter", Measures: power.Power, IntervalSeconds: 1}}}}
	for i, set := range request.NodeSets {
		m.Entry.NodeSets = append(m.Entry.NodeSets,
			power.NodeSet{Name: set.Name, Nodes: set.Nodes, Measured: measured[i]})
		series := &power.Series{Meter: "meter", Quantity: power.Power, Unit: "W",
			Covers: power.Covers{Subsystem: power.Compute}}
		if len(request.NodeSets) > 1 {
			series.Covers.NodeSet = set.Name
		}
		var at, value []int64
		for second := range readings {
			at = append(at, start.Add(time.Duration(second)*time.Second).UnixNano())
			// not less than allowed for by rounding
			value = append(value, int64(1e6*float64(set.Power)*(1-plan.Margin)*float64(measured[i]))+1)
		}
		m.Parts = append(m.Parts, power.Part{Series: series, Meter: &m.Entry.Meters[0],
			Traces: []*power.Trace{power.NewTrace("", power.Power, at, value)}})
	}
	return !slices.ContainsFunc(rules.For(edition), func(rule rules.Rule) bool {
		return (rule.ID == "machine-fraction" || rule.ID == "node-sets") && slices.Contains(rule.Levels, level) &&
			rule.Check(rules.Case{Measurement: m, Level: level, Limits: edition.Limits(level)}).Outcome.Open()
	})
}

// TestOneNodeLessIsTooFew: a plan asks for no node in vain.
func TestOneNodeLessIsTooFew(t *testing.T) {
	for seed := range uint64(300) {
		request := randomRequest(rand.New(rand.NewPCG(seed, 1)))
		request.Goal = 0
		p, err := plan.Of(request)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Levels {
			var asked []int
			for _, set := range l.Sets {
				asked = append(asked, set.Asked)
			}
			if !fractionMet(request, l.Methodology, l.Level, asked) {
				t.Errorf("machine %d, %s %s: %v nodes are too few", seed, l.Methodology, l.Level, asked)
			}
			for i := range asked {
				fewer := slices.Clone(asked)
				if fewer[i]--; fewer[i] >= 0 && fractionMet(request, l.Methodology, l.Level, fewer) {
					t.Errorf("machine %d, %s %s: %v nodes are planned, and %v would do", seed, l.Methodology,
						l.Level, asked, fewer)
				}
			}
		}
	}
}
