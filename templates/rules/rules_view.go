package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// RuleFilter is what the query of the catalogue asks for; what is zero filters nothing.
type RuleFilter struct {
	Edition  methodology.Edition
	Level    power.Level
	Severity rules.Severity
	Drafts   bool // draft editions were asked for, which every link keeps
}

// href is the address of the catalogue under the filter.
func (f RuleFilter) href() templ.SafeURL {
	query := templates.DraftQuery(f.Drafts)
	if f.Edition != "" {
		query.Set("edition", string(f.Edition))
	}
	if f.Level != 0 {
		query.Set("level", strconv.Itoa(int(f.Level)))
	}
	if f.Severity != "" {
		query.Set("severity", string(f.Severity))
	}
	return templates.Address("/rules", query)
}

// compareHref is the page that sets editions side by side.
func compareHref(differences, drafts bool) templ.SafeURL {
	query := templates.DraftQuery(drafts)
	if differences {
		query.Set("differences", "1")
	}
	return templates.Address("/rules/compare", query)
}

// choice is a link of a filter.
type choice struct {
	text   string
	note   string // beside it, such as "in force"
	href   templ.SafeURL
	chosen bool
}

func (f RuleFilter) editions(offered []methodology.Edition) []choice {
	all := f
	all.Edition = ""
	choices := []choice{{"all", "", all.href(), f.Edition == ""}}
	for _, edition := range offered {
		one := f
		one.Edition = edition
		choices = append(choices, choice{string(edition), editionNote(edition), one.href(), f.Edition == edition})
	}
	return choices
}

func (f RuleFilter) levels() []choice {
	all := f
	all.Level = 0
	choices := []choice{{"all", "", all.href(), f.Level == 0}}
	for _, level := range power.Levels() {
		one := f
		one.Level = level
		choices = append(choices, choice{level.String(), "", one.href(), f.Level == level})
	}
	return choices
}

func (f RuleFilter) severities() []choice {
	all := f
	all.Severity = ""
	choices := []choice{{"all", "", all.href(), f.Severity == ""}}
	for _, severity := range severities() {
		one := f
		one.Severity = severity
		choices = append(choices, choice{string(severity), "", one.href(), f.Severity == severity})
	}
	return choices
}

func severities() []rules.Severity { return []rules.Severity{rules.Must, rules.Should, rules.May} }

// severityWords say what a severity means for a level, as the end of a sentence.
func severityWords(s rules.Severity) string {
	return map[rules.Severity]string{
		rules.Must:   "a level is granted only if the requirement is met and the evidence shows it.",
		rules.Should: "expected; a report states if it is not met, but no level depends on it.",
		rules.May:    "welcome; a report states whether it is met, but no level depends on it.",
	}[s]
}

// editionNote says where an edition stands; empty for one that was in force before.
func editionNote(e methodology.Edition) string {
	switch {
	case e == methodology.InForce:
		return "in force"
	case e.Draft():
		return "not in force"
	}
	return ""
}

// asks reports whether an edition has a rule.
func asks(e methodology.Edition, rule rules.Rule) bool { return e.Between(rule.Since, rule.Until) }

// asking are those of the editions that have a rule.
func asking(editions []methodology.Edition, rule rules.Rule) []methodology.Edition {
	return slices.DeleteFunc(slices.Clone(editions), func(e methodology.Edition) bool { return !asks(e, rule) })
}

// shown reports whether the filter lets a rule through, of those that the editions have.
func (f RuleFilter) shown(rule rules.Rule, editions []methodology.Edition) bool {
	return len(asking(editions, rule)) > 0 && (f.Level == 0 || slices.Contains(rule.Levels, f.Level)) && (f.Severity == "" || f.Severity == rule.Severity)
}

// onlyIn says which editions have a rule, where not all of them do.
func onlyIn(editions []methodology.Edition, rule rules.Rule) string {
	has := asking(editions, rule)
	if len(has) == len(editions) || len(has) == 0 {
		return ""
	}
	return "only in " + editionNames(has)
}

func editionNames(editions []methodology.Edition) string {
	names := make([]string, len(editions))
	for i, edition := range editions {
		names[i] = string(edition)
	}
	return strings.Join(names, ", ")
}

// section is where a rule stands in an edition; ok is false where the edition does not have it.
func section(rule rules.Rule, edition methodology.Edition) (s methodology.Section, ok bool) {
	if !asks(edition, rule) {
		return s, false
	}
	return edition.Section(rule.Section)
}
