package validation_test

import (
	"slices"
	"strings"
	"testing"

	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestCleanBundlesRaiseNothing: they are granted their level, and no finding of that level fails or is
// unknown, however mild its demand.
func TestCleanBundlesRaiseNothing(t *testing.T) {
	for _, b := range slices.Concat(clean(), shaped()) {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			report := grade(t, b.Bundle)
			if report.GrantedLevel != b.Entry.ClaimedLevel {
				t.Errorf("granted %s, claimed %s", report.GrantedLevel, b.Entry.ClaimedLevel)
			}
			if open := unmet(report, b.Entry.ClaimedLevel, rules.Must, rules.Should, rules.May); len(open) > 0 {
				t.Errorf("not met:\n%s", strings.Join(open, "\n"))
			}
		})
	}
}

// shaped lists the clean bundles of every shape that examples start from.
func shaped() []sample.Named {
	var all []sample.Named
	for _, edition := range methodology.Editions() {
		for _, level := range power.Levels() {
			for _, shape := range sample.Shapes() {
				b, _ := sample.CleanShape(shape, level, string(edition))
				all = append(all,
					sample.Named{Name: "shape " + shape + " " + string(edition) + " " + level.Short(), Bundle: b})
			}
		}
	}
	return all
}

// TestCleanBundlesAreVaried: silence about one kind of site would say little of the others.
func TestCleanBundlesAreVaried(t *testing.T) {
	if least := 12; len(clean()) < least {
		t.Errorf("there are %d clean bundles, fewer than %d", len(clean()), least)
	}
	for _, trait := range []struct {
		one, other string
		is         func(power.Entry) bool // the other
	}{
		{"one node set", "several node sets", func(e power.Entry) bool { return len(e.NodeSets) > 1 }},
		{"power", "energy", func(e power.Entry) bool {
			return anySeries(e, func(s power.Series) bool { return s.Quantity == power.Energy })
		}},
		{"one meter a part", "nine meters",
			func(e power.Entry) bool { return anyMeter(e, func(m power.Meter) bool { return m.Count == 9 }) }},
		{"AC", "DC",
			func(e power.Entry) bool { return anyMeter(e, func(m power.Meter) bool { return m.Current == "DC" }) }},
		{"air", "liquid", func(e power.Entry) bool { return e.Environment.Cooling != "air" }},
		{"all nodes measured", "a part of the nodes measured",
			func(e power.Entry) bool { nodes, measured := e.Nodes(); return measured < nodes }},
		{"at the delivery", "behind the supplies", func(e power.Entry) bool {
			return anyMeter(e, func(m power.Meter) bool { return m.Location == power.Downstream })
		}},
		{"the whole core phase averaged", "a window averaged",
			func(e power.Entry) bool { return !e.Run.AveragingWindow.IsZero() }},
	} {
		var ones, others int
		for _, b := range clean() {
			if trait.is(b.Entry) {
				others++
			} else {
				ones++
			}
		}
		if ones == 0 || others == 0 {
			t.Errorf("of the clean bundles %d have %s and %d have %s", ones, trait.one, others, trait.other)
		}
	}
}

func anySeries(e power.Entry, is func(power.Series) bool) bool {
	return slices.ContainsFunc(e.Series, is)
}

func anyMeter(e power.Entry, is func(power.Meter) bool) bool {
	return slices.ContainsFunc(e.Meters, is)
}
