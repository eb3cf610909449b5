package validation_test

import (
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
	"green500/validation/rules"
)

func TestStandings(t *testing.T) {
	of := func(severity rules.Severity, outcome rules.Outcome, levels ...power.Level) rules.Finding {
		return rules.Finding{Severity: severity, Outcome: outcome, Levels: levels}
	}
	for _, c := range []struct {
		finding rules.Finding
		claimed power.Level
		want    validation.Standing
	}{
		{of(rules.Must, rules.Fail, 1, 2, 3), 2, validation.Failed},
		{of(rules.Must, rules.Unknown, 2), 2, validation.Unproven},
		{of(rules.Should, rules.Fail, 1, 2, 3), 2, validation.Warned},
		{of(rules.May, rules.Unknown, 2, 3), 2, validation.Warned},
		{of(rules.Must, rules.Fail, 3), 2, validation.Above},
		{of(rules.Should, rules.Unknown, 3), 2, validation.Above},
		{of(rules.Must, rules.Fail, 1, 3), 2, validation.Above},
		{of(rules.Must, rules.Fail, 1), 2, validation.Below}, // the claimed level has a requirement of its own
		{of(rules.Must, rules.Pass, 3), 2, validation.Passed},
		{of(rules.Must, rules.NotApplicable, 1), 2, validation.NotRequired},
		{of(rules.Must, rules.Fail, 3), 0, validation.Failed},
	} {
		if got := validation.StandingOf(c.finding, c.claimed); got != c.want {
			t.Errorf("%+v claimed at %d: %q, want %q", c.finding, c.claimed, got, c.want)
		}
	}
}

// TestOneCountForAll: what is listed, what is counted and what is said in a sentence is the same number.
func TestOneCountForAll(t *testing.T) {
	for claimed := power.Level(1); claimed <= 3; claimed++ {
		b := sample.Clean(2, "2.0")
		b.Entry.ClaimedLevel, b.Entry.Meters[0].Make, b.Entry.Environment.Cooling = claimed, "", ""
		b.Entry.Meters[0].Accuracy = power.Accuracy{}
		read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
		if err != nil {
			t.Fatal(err)
		}
		report, err := read.Grade("")
		if err != nil {
			t.Fatal(err)
		}
		listed := map[validation.Standing]int{}
		for _, p := range report.Points() {
			listed[validation.StandingOf(p.Finding, claimed)]++
		}
		count := validation.CountStandings(report.Findings, claimed)
		failed, unknown := report.Counts(claimed)
		if failed == 0 || unknown == 0 || count[validation.Warned] == 0 {
			t.Errorf("level %d: %v shows nothing", claimed, count)
		}
		for standing, want := range map[validation.Standing]int{validation.Failed: failed, validation.Unproven: unknown,
			validation.Warned: count[validation.Warned]} {
			if listed[standing] != want || count[standing] != want {
				t.Errorf("level %d: %d are listed as %s, %d counted, want %d", claimed, listed[standing], standing,
					count[standing], want)
			}
		}
		all := 0
		for _, n := range count {
			all += n
		}
		if all != len(report.Findings) {
			t.Errorf("level %d: %d of %d findings are counted", claimed, all, len(report.Findings))
		}
		if words := validation.Tally(report.Findings, claimed); !strings.Contains(words, " failed, ") ||
			!strings.Contains(words, " warning") {
			t.Error(words)
		}
		if err := read.Close(); err != nil {
			t.Error(err)
		}
	}
}
