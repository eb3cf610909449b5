package validation_test

import (
	"reflect"
	"slices"
	"testing"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// judged is a finding of a rule that is named by its outcome and the levels that ask it.
func judged(rule string, aspect methodology.Aspect, severity rules.Severity, outcome rules.Outcome,
	levels ...power.Level) rules.Finding {
	return rules.Finding{Rule: rule, Aspect: aspect, Severity: severity, Outcome: outcome, Levels: levels}
}

// unmetReport claims a level and misses one demand of all levels, one of the last, and one of the last two for want of
// evidence.
func unmetReport(claimed, reached power.Level) *validation.Report {
	first, other := methodology.Aspects()[0], methodology.Aspects()[1]
	return &validation.Report{ClaimedLevel: claimed, GrantedLevel: reached, Findings: []rules.Finding{
		judged("met", first, rules.Must, rules.Pass, 1, 2, 3),
		judged("broken", first, rules.Must, rules.Fail, 1, 2),
		judged("broken", first, rules.Must, rules.Fail, 3),
		judged("unproven", other, rules.Must, rules.Unknown, 2, 3),
		judged("last", other, rules.Must, rules.Fail, 3),
		judged("remark", other, rules.Should, rules.Fail, 1, 2, 3),
	}}
}

func TestTheLevelThatWaiversGrant(t *testing.T) {
	for _, c := range []struct {
		claimed, reached power.Level
		waived           []string
		want             power.Level
	}{
		{2, 0, nil, 0},
		{2, 0, []string{"remark"}, 0},
		{2, 0, []string{"unproven"}, 0},
		{2, 0, []string{"broken"}, 1},
		{1, 0, []string{"broken"}, 1},
		{2, 0, []string{"broken", "unproven"}, 2},
		{1, 0, []string{"broken", "unproven"}, 1}, // never above the claim
		{3, 0, []string{"broken", "unproven"}, 2},
		{3, 0, []string{"broken", "unproven", "last"}, 3},
		{1, 2, nil, 2}, // never below what is granted without
		{0, 0, []string{"broken"}, 0},
		{2, 0, []string{"no-such-rule"}, 0},
	} {
		report := unmetReport(c.claimed, c.reached)
		if got := report.Waived(c.waived); got != c.want {
			t.Errorf("claimed %d, waived %v: got %d, want %d", c.claimed, c.waived, got, c.want)
		}
		if !reflect.DeepEqual(report, unmetReport(c.claimed, c.reached)) {
			t.Errorf("the report was changed by waiving %v", c.waived)
		}
	}
}

func TestWhatCanBeWaived(t *testing.T) {
	for claimed, want := range map[power.Level][]string{0: nil, 1: {"broken"}, 2: {"broken", "unproven"},
		3: {"broken", "unproven", "last"}} {
		var got []string
		for _, f := range unmetReport(claimed, 0).Waivable() {
			got = append(got, f.Rule)
		}
		if !slices.Equal(got, want) {
			t.Errorf("claimed %d: got %v, want %v", claimed, got, want)
		}
	}
}
