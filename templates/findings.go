package templates

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/rules"
)

// anchored is a finding with its place on the page.
type anchored struct {
	rules.Finding
	anchor string
}

// findingGroup is the findings of one outcome.
type findingGroup struct {
	outcome  rules.Outcome
	title    string
	open     bool
	findings []anchored
}

// grouped sorts findings for a reader who has little time: what failed on top, the narrowest margin
// first. A group without findings is left out.
func grouped(findings []rules.Finding) []findingGroup {
	groups := []findingGroup{
		{rules.Fail, "Failed", true, nil},
		{rules.Unknown, "Evidence missing", true, nil},
		{rules.Pass, "Passed, narrowest margin first", true, nil},
		{rules.NotApplicable, "Not asked of this entry", false, nil},
	}
	seen := map[string]bool{}
	for i := range groups {
		for _, f := range findings {
			if f.Outcome == groups[i].outcome {
				groups[i].findings = append(groups[i].findings, anchored{f, newAnchor(f, seen)})
			}
		}
		slices.SortStableFunc(groups[i].findings, bySeverityAndSlack)
	}
	return slices.DeleteFunc(groups, func(g findingGroup) bool { return len(g.findings) == 0 })
}

// newAnchor names a finding by its rule; a rule that asks different things of different levels has
// several findings, and the later ones are named by their levels, too.
func newAnchor(f rules.Finding, seen map[string]bool) string {
	anchor := "finding-" + f.Rule
	for _, level := range f.Levels {
		if seen[anchor] {
			anchor += "-" + strings.ToLower(level.Short())
		}
	}
	seen[anchor] = true
	return anchor
}

// anchorOf is where the worst finding of a rule stands on the page.
func anchorOf(findings []rules.Finding, rule string) string {
	for _, group := range grouped(findings) {
		for _, f := range group.findings {
			if f.Rule == rule {
				return f.anchor
			}
		}
	}
	return "findings"
}

func bySeverityAndSlack(a, b anchored) int {
	return cmp.Or(cmp.Compare(gravity(a), gravity(b)), cmp.Compare(margins(a), margins(b)))
}

// gravity orders what did not pass by severity; among what passed only the margin counts.
func gravity(f anchored) int {
	if f.Outcome == rules.Pass {
		return 0
	}
	return slices.Index([]rules.Severity{rules.Must, rules.Should, rules.May}, f.Severity)
}

// margins is the slack, or more than any slack where there is none.
func margins(f anchored) float64 {
	if f.Slack == nil {
		return math.Inf(1)
	}
	return *f.Slack
}

// levelsWord names the levels that ask something.
func levelsWord(levels []power.Level) string {
	names := make([]string, len(levels))
	for i, level := range levels {
		names[i] = level.Short()
	}
	return strings.Join(names, " ")
}

func orMissing(text string) string {
	if text == "" {
		return missing
	}
	return text
}
