package templates

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/validation/power"
	"green500/validation/rules"
)

// anchored is a finding with its place on the page.
type anchored struct {
	rules.Finding
	anchor string
}

// standing is what a finding means for the level that was claimed.
type standing string

// The standings, in the order they are read. Above is what only a level above the claimed one requires
// and this submission does not show: no error of the submission, but what keeps it from a higher level.
const (
	failed    standing = "failed"
	unproven  standing = "unknown"
	warned    standing = "warnings" // of a requirement that does not affect the level
	above     standing = "requirements of higher levels not met"
	passed    standing = "passed"
	unasked   standing = "not required"
	example   standing = "example" // of no entry
	noClaimed          = power.Level(0)
)

// standingOf sorts a finding by its outcome, its severity and whether the claimed level requires it.
func standingOf(f rules.Finding, claimed power.Level) standing {
	switch {
	case f.Outcome == rules.Pass:
		return passed
	case f.Outcome == rules.NotApplicable:
		return unasked
	case claimed != noClaimed && len(f.Levels) > 0 && slices.Min(f.Levels) > claimed:
		return above
	case f.Severity != rules.Must:
		return warned
	case f.Outcome == rules.Unknown:
		return unproven
	}
	return failed
}

// FindingGroup is the findings of one standing.
type FindingGroup struct {
	standing standing
	class    string
	title    string
	open     bool
	findings []anchored

	aside func(rule string) templ.Component // what stands beside a finding; may be nil
}

// caption is the title with the number of findings; a single one that is shown as an example has none.
func (g FindingGroup) caption() string {
	if g.standing == example {
		return g.title
	}
	return g.title + " (" + Digits(float64(len(g.findings)), 0) + ")"
}

// marked reports whether every row has to show its outcome, because the group holds several.
func (g FindingGroup) marked() bool { return g.standing == above || g.standing == warned }

// brief reports whether sections are cited by number alone.
func (g FindingGroup) brief() bool { return g.standing == passed || g.standing == unasked }

// grouped sorts findings for a reader who has little time: what failed on top, the narrowest margin
// first. A group without findings is left out.
func grouped(findings []rules.Finding, claimed power.Level) []FindingGroup {
	groups := []FindingGroup{
		{failed, "fail", "Failed", true, nil, nil},
		{unproven, "unknown", "Evidence missing", true, nil, nil},
		{warned, "remark", "Warnings (they do not affect the level)", true, nil, nil},
		{above, "above", "Not met, required only above " + claimed.String(), true, nil, nil},
		{passed, "pass", "Passed, narrowest margin first", true, nil, nil},
		{unasked, "not_applicable", "Not required for this submission", false, nil, nil},
	}
	seen := map[string]bool{}
	for i := range groups {
		for _, f := range findings {
			if standingOf(f, claimed) == groups[i].standing {
				groups[i].findings = append(groups[i].findings, anchored{f, newAnchor(f, seen)})
			}
		}
		slices.SortStableFunc(groups[i].findings, bySeverityAndMargin)
	}
	return slices.DeleteFunc(folded(groups), func(g FindingGroup) bool { return len(g.findings) == 0 })
}

// narrowest is how many of the passed findings are shown before the rest.
const narrowest = 8

// folded puts what passed with more margin, or has none, into a group of its own that is closed.
func folded(groups []FindingGroup) []FindingGroup {
	at := slices.IndexFunc(groups, func(g FindingGroup) bool { return g.standing == passed })
	first := groups[at]
	if len(first.findings) <= narrowest {
		return groups
	}
	rest := first
	rest.title, rest.open, rest.findings = "Passed with a larger margin, or without a number", false, first.findings[narrowest:]
	groups[at].findings = first.findings[:narrowest]
	return slices.Insert(groups, at+1, rest)
}

// Tally counts findings in words, the worst first.
func Tally(findings []rules.Finding, claimed power.Level) string {
	count := map[standing]int{}
	for _, f := range findings {
		count[standingOf(f, claimed)]++
	}
	var parts []string
	for _, s := range []standing{failed, unproven, warned, passed, above} {
		switch {
		case s == warned && count[s] == 1:
			parts = append(parts, "1 warning")
		case s == above && count[s] == 1:
			parts = append(parts, "1 requirement of higher levels not met")
		case count[s] > 0 || s == failed:
			parts = append(parts, strconv.Itoa(count[s])+" "+string(s))
		}
	}
	return strings.Join(parts, ", ")
}

// newAnchor names a finding by its rule; a rule with different requirements for different levels has
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
	if f.Outcome == rules.Pass {
		return 0
	}
	return slices.Index([]rules.Severity{rules.Must, rules.Should, rules.May}, f.Severity)
}

// margins is the margin, or more than any margin if there is none.
func margins(f anchored) float64 {
	if f.Margin == nil {
		return math.Inf(1)
	}
	return *f.Margin
}

// levelsWord names the levels that require something.
func levelsWord(levels []power.Level) string {
	names := make([]string, len(levels))
	for i, level := range levels {
		names[i] = level.Short()
	}
	return strings.Join(names, " ")
}

// sectionNumber is the number of a cited section.
func sectionNumber(section string) string {
	number, _, _ := strings.Cut(section, " ")
	return number
}

// OrMissing is a text, or the sign that there is none.
func OrMissing(text string) string {
	if text == "" {
		return Missing
	}
	return text
}

// beside is what stands beside the findings of a rule.
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
