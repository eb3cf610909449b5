package templates

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

type anchored struct {
	rules.Finding
	anchor string
}

const example validation.Standing = "example"

// FindingGroup is the findings of one standing.
type FindingGroup struct {
	standing     validation.Standing
	class, title string
	open         bool
	findings     []anchored

	aside func(rule string) templ.Component // what stands beside a finding; may be nil
}

func (g FindingGroup) caption() string {
	if g.standing == example {
		return g.title
	}
	if g.otherLevel() {
		return g.standing.Counted(len(g.findings))
	}
	return g.title + " (" + Digits(float64(len(g.findings)), 0) + ")"
}

func (g FindingGroup) marked() bool { return g.standing == validation.Warned }

// otherLevel reports whether the claimed level does not require what is not met: its rows show the levels that do, and
// no failure.
func (g FindingGroup) otherLevel() bool {
	return g.standing == validation.Above || g.standing == validation.Below
}

func (g FindingGroup) brief() bool {
	return g.standing == validation.Passed || g.standing == validation.NotRequired
}

// grouped sorts findings for a reader who has little time: what failed on top, the narrowest margin first.
func grouped(findings []rules.Finding, claimed power.Level) []FindingGroup {
	groups := []FindingGroup{
		{validation.Failed, "fail", "Failed", true, nil, nil},
		{validation.Unproven, "unknown", "Evidence missing", true, nil, nil},
		{validation.Warned, "warning", "Warnings (they do not affect the level)", true, nil, nil},
		{validation.Above, "above", "", true, nil, nil},
		{validation.Below, "above", "", true, nil, nil},
		{validation.Passed, "pass", "Passed, narrowest margin first", true, nil, nil},
		{validation.NotRequired, "not_applicable", "Not required for this submission", false, nil, nil},
	}
	seen := map[string]bool{}
	for i := range groups {
		for _, f := range findings {
			if validation.StandingOf(f, claimed) == groups[i].standing {
				groups[i].findings = append(groups[i].findings, anchored{f, newAnchor(f, seen)})
			}
		}
		slices.SortStableFunc(groups[i].findings, bySeverityAndMargin)
	}
	return slices.DeleteFunc(folded(groups), func(g FindingGroup) bool { return len(g.findings) == 0 })
}

const narrowest = 8

func folded(groups []FindingGroup) []FindingGroup {
	at := slices.IndexFunc(groups, func(g FindingGroup) bool { return g.standing == validation.Passed })
	first := groups[at]
	if len(first.findings) <= narrowest {
		return groups
	}
	rest := first
	rest.title, rest.open, rest.findings = "Passed with a larger margin, or without a number", false,
		first.findings[narrowest:]
	groups[at].findings = first.findings[:narrowest]
	return slices.Insert(groups, at+1, rest)
}

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

// AnchorOf is where the worst finding of a rule stands on the page. Those of other rules neither move nor name it.
func AnchorOf(findings []rules.Finding, claimed power.Level, rule string) string {
	var own []rules.Finding
	for _, f := range findings {
		if f.Rule == rule {
			own = append(own, f)
		}
	}
	if groups := grouped(own, claimed); len(groups) > 0 {
		return groups[0].findings[0].anchor
	}
	return "findings"
}

func bySeverityAndMargin(a, b anchored) int {
	return cmp.Or(cmp.Compare(urgency(a), urgency(b)), cmp.Compare(margins(a), margins(b)))
}

// urgency orders what did not pass by severity; among what passed only the margin counts.
func urgency(f anchored) int {
	return Either(f.Outcome == rules.Pass, 0,
		slices.Index([]rules.Severity{rules.Must, rules.Should, rules.May}, f.Severity))
}

func margins(f anchored) float64 {
	if f.Margin == nil {
		return math.Inf(1)
	}
	return *f.Margin
}

func levelsWord(levels []power.Level) string {
	names := make([]string, len(levels))
	for i, level := range levels {
		names[i] = level.Short()
	}
	return strings.Join(names, " ")
}

func sectionNumber(section string) string {
	number, _, _ := strings.Cut(section, " ")
	return number
}

// OrMissing returns a text, or the sign for a missing one if it is empty.
func OrMissing(text string) string {
	if text == "" {
		return Missing
	}
	return text
}

func (g FindingGroup) beside(rule string) templ.Component {
	if g.aside == nil {
		return templ.NopComponent
	}
	return g.aside(rule)
}

// ExampleGroup is a finding that is of no entry, under a title of its own.
func ExampleGroup(f rules.Finding, class, title string) FindingGroup {
	return FindingGroup{standing: example, class: class, title: title, findings: []anchored{{f, "finding-" + f.Rule}}}
}
