package validation_test

import (
	"slices"
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestPointsStandWorstFirst: what costs the level stands before what does not, and what changes the power most before
// the rest.
func TestPointsStandWorstFirst(t *testing.T) {
	near, far := -0.01, -0.5
	finding := func(rule string, severity rules.Severity, outcome rules.Outcome, times float64, margin *float64,
		levels ...power.Level) rules.Finding {
		return rules.Finding{Rule: rule, Severity: severity, Outcome: outcome, TimesPower: times, Margin: margin,
			Levels: levels}
	}
	report := validation.Report{
		ClaimedLevel: 2, GrantedLevel: 1,
		Numbers: validation.Numbers{CoreAverage: &validation.Number{Value: 2_000},
			Efficiency: &validation.Number{Value: 10}},
		Findings: []rules.Finding{
			finding("warned", rules.Should, rules.Fail, 0, nil, 2),
			finding("thousand", rules.Should, rules.Fail, 1000, nil, 2),
			finding("higher", rules.Must, rules.Fail, 0, nil, 3),
			finding("open", rules.Must, rules.Unknown, 0, nil, 1, 2),
			finding("near", rules.Must, rules.Fail, 0, &near, 2),
			finding("far", rules.Must, rules.Fail, 0, &far, 2),
			finding("met", rules.Must, rules.Pass, 0, nil, 2),
		},
	}
	var order []string
	changes := map[string]string{}
	for _, p := range report.Points() {
		order = append(order, p.Rule)
		changes[p.Rule] = p.Changes
	}
	if want := []string{"far", "near", "open", "thousand", "warned"}; !slices.Equal(order, want) {
		t.Errorf("the points are %q, want %q", order, want)
	}
	for rule, want := range map[string]string{
		"far":      "One of 3 requirements to correct for Level 2.",
		"thousand": "If so, power is 2000.000 kW instead of 2.000 kW, and efficiency 0.01 instead of 10.00 GFlops/W.",
		"warned":   "",
	} {
		if changes[rule] != want {
			t.Errorf("%s: %q, want %q", rule, changes[rule], want)
		}
	}
	if got, want := report.Sentence(),
		"Level 1 is granted, below the claimed Level 2. A reviewer must deal with 2 warnings."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	report.Findings = report.Findings[4:5]
	if got := report.Points(); len(got) != 1 ||
		!strings.HasSuffix(got[0].Changes, "Level 2 is granted if this alone is corrected.") {
		t.Errorf("%+v", got)
	}
}
