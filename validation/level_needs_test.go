package validation_test

import (
	"slices"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/power"
)

func TestTheWayUpSaysAllThatIsMissing(t *testing.T) {
	for _, c := range []struct {
		name  string
		level power.Level
		base  sample.Bundle
		spoil func(*power.Entry)
		want  []string // a line each: the need, and in brackets the rules it satisfies
	}{
		{
			"level 1 to level 2", 2, sample.Clean(1, "2.0"), func(e *power.Entry) { e.Idle = nil }, []string{
				"Record idle power: at least 1 measurement (idle-power)",
				"Measure the head nodes, or state an upper bound from the specification (subsystems-included)",
				"Measure the storage, or state an upper bound from the specification (subsystems-included)",
				"Measure the cooling, or state an upper bound from the specification (subsystems-included)",
			},
		},
		{
			"level 2 to level 3", 3, sample.Clean(2, "2.0"), func(*power.Entry) {}, []string{
				"Measure with a meter that samples at 5,000 Hz or faster instead of meter pdu (sampling-rate-energy)",
				"Read a running total of energy at meter pdu instead of power (integrated-energy)",
				"Measure 128 more nodes of set cpu, for all of them (machine-fraction)",
				"Put a meter on the interconnect (subsystems-measured)",
				"Put a meter on the cooling (subsystems-measured)",
			},
		},
		{
			"one need for two rules", 2, sample.Clean(2, "2.0"),
			func(e *power.Entry) { e.Run.FullRun = power.Span{} }, []string{
				"State when the job started and ended (full-run-covered, full-run-average)",
			},
		},
		{
			"the nodes of the set are part of those of the machine", 2, sample.Clean(2, "2.0"), func(e *power.Entry) {
				e.NodeSets[0].Measured = 12
			}, []string{"Measure 8 more nodes of set cpu, for 12.5% and 10,000 W and 15 nodes (machine-fraction)"},
		},
		{
			"forty kilowatts are nearer than a tenth", 1, sample.Clean(1, "2.0"), func(e *power.Entry) {
				e.NodeSets[0].Nodes, e.NodeSets[0].Measured = 4000, 14
			}, []string{"Measure 31 more nodes of set cpu, for 40,000 W (machine-fraction)"},
		},
		{
			"level 3 lacks what level 2 lacks, too", 3, sample.Clean(3, "2.0"), func(e *power.Entry) {
				e.Idle, e.Run.AllComputeNodes = nil, false
			}, []string{
				"Record idle power: at least 1 measurement (idle-power)",
				"Run on every compute node, and say so (workload-on-all-nodes)",
			},
		},
		{
			"both texts of a meter", 1, sample.Clean(1, "2.0"), func(e *power.Entry) {
				e.Meters[0].SamplingHertz, e.Meters[0].Accuracy, e.Meters[0].Make = 0, power.Accuracy{}, ""
			}, []string{
				"State the sampling rate of meter pdu: at least 1 Hz is required (sampling-rate)",
				"State the accuracy of meter pdu from its data sheet: at most 5% is required (meter-accuracy)",
				"Name the make of meter pdu (meters-described)",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.spoil(&c.base.Entry)
			if got := linesOf(grade(t, c.base), c.level); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func linesOf(report *validation.Report, level power.Level) []string {
	var lines []string
	for _, way := range report.WayUp {
		if way.Level != level {
			continue
		}
		for _, need := range way.Needs {
			lines = append(lines, need.Text+" ("+strings.Join(need.Rules, ", ")+")")
		}
	}
	return lines
}

// TestTheWayUpLeadsToEveryLevelAboveTheGranted: each level has a list, no list is empty or says a thing
// twice, and what it wants raises aspects that are too low.
func TestTheWayUpLeadsToEveryLevelAboveTheGranted(t *testing.T) {
	bundles := clean()
	for _, s := range demo() {
		if !s.Ungraded {
			bundles = append(bundles, sample.Named{Name: s.Name, Bundle: s.Bundle})
		}
	}
	for _, b := range bundles {
		report := grade(t, b.Bundle)
		next := report.GrantedLevel
		for _, way := range report.WayUp {
			next++
			if way.Level != next || len(way.Needs) == 0 {
				t.Errorf("%s: %d needs for %s, granted %s", b.Name, len(way.Needs), way.Level, report.GrantedLevel)
			}
			said := map[string]bool{}
			for _, need := range way.Needs {
				if said[need.Text] || strings.HasSuffix(need.Text, ".") || len(need.Rules) == 0 {
					t.Errorf("%s: %q is said twice, ends with a full stop or satisfies %v", b.Name,
						need.Text, need.Rules)
				}
				said[need.Text] = true
				for _, aspect := range need.Aspects {
					if levelsOf(report)[string(aspect)] >= way.Level {
						t.Errorf("%s: %q raises aspect %s, which has reached %s", b.Name, need.Text, aspect, way.Level)
					}
				}
			}
		}
		if next != slices.Max(power.Levels()) {
			t.Errorf("%s: the way up ends at %s", b.Name, next)
		}
	}
}
