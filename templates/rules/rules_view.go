// Package rules draws the catalogue of rules: /rules, each rule, and editions side by side.
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
	"green500/validation/rules/examples"
)

// RuleFilter is what the query of the catalogue asks for; what is zero filters nothing.
type RuleFilter struct {
	Edition  methodology.Edition
	Level    power.Level
	Severity rules.Severity
	Drafts   bool // draft editions were asked for, which every link keeps
}

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

func compareHref(differences, drafts bool) templ.SafeURL {
	query := templates.DraftQuery(drafts)
	if differences {
		query.Set("differences", "1")
	}
	return templates.Address("/rules/compare", query)
}

type choice struct {
	text   string
	note   string // beside it, such as "in force"
	href   templ.SafeURL
	chosen bool
}

func (f RuleFilter) editions(offered []methodology.Edition) []choice {
	choices := choicesOf(f, func(f *RuleFilter) *methodology.Edition { return &f.Edition }, offered,
		func(e methodology.Edition) string { return string(e) })
	for i, edition := range offered {
		choices[i+1].note = editionNote(edition)
	}
	return choices
}

func (f RuleFilter) levels() []choice {
	return choicesOf(f, func(f *RuleFilter) *power.Level { return &f.Level }, power.Levels(), power.Level.String)
}

func (f RuleFilter) severities() []choice {
	return choicesOf(f, func(f *RuleFilter) *rules.Severity { return &f.Severity }, severities(),
		func(s rules.Severity) string { return string(s) })
}

func choicesOf[T comparable](f RuleFilter, part func(*RuleFilter) *T, values []T, say func(T) string) []choice {
	chosen, one := *part(&f), f
	*part(&one) = *new(T)
	choices := []choice{{"all", "", one.href(), chosen == *new(T)}}
	for _, value := range values {
		*part(&one) = value
		choices = append(choices, choice{say(value), "", one.href(), value == chosen})
	}
	return choices
}

func severities() []rules.Severity { return []rules.Severity{rules.Must, rules.Should, rules.May} }

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

func asks(e methodology.Edition, rule rules.Rule) bool { return e.Between(rule.Since, rule.Until) }

func asking(editions []methodology.Edition, rule rules.Rule) []methodology.Edition {
	return slices.DeleteFunc(slices.Clone(editions), func(e methodology.Edition) bool { return !asks(e, rule) })
}

func (f RuleFilter) shown(rule rules.Rule, editions []methodology.Edition) bool {
	return len(asking(editions, rule)) > 0 && (f.Level == 0 || slices.Contains(rule.Levels, f.Level)) &&
		(f.Severity == "" || f.Severity == rule.Severity)
}

func onlyIn(editions []methodology.Edition, rule rules.Rule) string {
	has := asking(editions, rule)
	if len(has) == len(editions) || len(has) == 0 {
		return ""
	}
	return "only in " + strings.Join(editionWords(has), ", ")
}

func editionWords(editions []methodology.Edition) []string {
	words := make([]string, len(editions))
	for i, edition := range editions {
		words[i] = string(edition)
	}
	return words
}

func section(rule rules.Rule, edition methodology.Edition) (s methodology.Section, ok bool) {
	if !asks(edition, rule) {
		return s, false
	}
	return edition.Section(rule.Section)
}

// RulePage is one rule: GET /rules/{id}.
type RulePage struct {
	templates.Page
	Rule     rules.Rule
	Editions []methodology.Edition // that are offered, oldest first
	Drafts   bool
	Examples []RuleExample // the one to show first; may be empty
	Margins  *RuleMargins  // nil leaves the section out
	Before   rules.Rule    // in the text's order; empty at its ends
	After    rules.Rule
}

// RuleExample is a clean submission in which one thing is broken, and what the rule then finds.
type RuleExample struct {
	examples.Example
	Edition methodology.Edition
	Level   power.Level
	Finding *rules.Finding // as an evidence page has it; nil if nothing can break the rule
}

// cited is where the text has the rule: in the edition in force or, if that does not ask it, in the newest that does.
func (p RulePage) cited() string {
	cited := ""
	for _, edition := range p.Editions {
		if section, ok := edition.Section(p.Rule.Section); ok && asks(edition, p.Rule) {
			cited = "Edition " + string(edition) + ", section " + section.String()
			if edition == methodology.InForce {
				break
			}
		}
	}
	return cited
}

func (p RulePage) demands(edition methodology.Edition, level power.Level) []string {
	var all []string
	of := templates.LimitsOf(p.Rule.ID)
	for _, l := range of {
		sentence := l.Sentence(edition, level)
		if sentence != "" && len(of) > 1 {
			sentence = l.Name + ": " + sentence
		}
		if sentence != "" {
			all = append(all, sentence)
		}
	}
	return all
}

func (p RulePage) bounded() bool { return len(templates.LimitsOf(p.Rule.ID)) > 0 }

// limitOfExample is the limit of a rule that no number of the methodology bounds by itself; empty if there is none.
func (p RulePage) limitOfExample(edition methodology.Edition, level power.Level) string {
	for _, e := range p.Examples {
		if e.Edition == edition && e.Level == level && e.Finding != nil {
			return e.Finding.Limit
		}
	}
	return ""
}

func (p RulePage) others() []RuleExample {
	var others []RuleExample
	told := map[string]bool{p.Examples[0].words(): true}
	for _, e := range p.Examples {
		if !told[e.words()] {
			told[e.words()] = true
			others = append(others, e)
		}
	}
	return others
}

func (e RuleExample) words() string {
	if e.Never != "" {
		return "It cannot fail here: " + e.Never + "."
	}
	return e.Sentence
}

func (p RulePage) asked(edition methodology.Edition, level power.Level) bool {
	return asks(edition, p.Rule) && slices.Contains(p.Rule.Levels, level)
}

func (e RuleExample) finding() templates.FindingGroup {
	class := map[rules.Outcome]string{rules.Fail: "fail", rules.Unknown: "unknown"}[e.Finding.Outcome]
	return templates.ExampleGroup(*e.Finding, class, "Finding in the report")
}

func (e RuleExample) title() string {
	switch {
	case e.Finding == nil:
		return "Why no example fails"
	case e.Finding.Outcome == rules.Unknown:
		return "An example that lacks evidence"
	}
	return "An example that fails"
}

// ComparePage sets editions side by side: GET /rules/compare.
type ComparePage struct {
	templates.Page
	Rules       []rules.Rule          // all, in the text's order
	Editions    []methodology.Edition // side by side, oldest first
	Differences bool
	Drafts      bool
}

type limitCell struct {
	edition methodology.Edition
	level   power.Level
	value   string // empty if it asks nothing
	differs bool   // from the edition before
}

func (p ComparePage) cells(l templates.Limit) []limitCell {
	var cells []limitCell
	for i, edition := range p.Editions {
		for _, level := range power.Levels() {
			value := l.Write(edition.Limits(level))
			differs := i > 0 && value != l.Write(p.Editions[i-1].Limits(level))
			cells = append(cells, limitCell{edition, level, value, differs})
		}
	}
	return cells
}

func (p ComparePage) limits(aspect methodology.Aspect) []templates.Limit {
	return slices.DeleteFunc(templates.Limits(), func(l templates.Limit) bool {
		return l.Aspect != aspect || !slices.ContainsFunc(p.cells(l),
			func(c limitCell) bool { return c.value != "" }) || p.Differences && !p.differs(l)
	})
}

func (p ComparePage) differs(l templates.Limit) bool {
	return slices.ContainsFunc(p.cells(l), func(c limitCell) bool { return c.differs })
}

func (p ComparePage) rules(aspect methodology.Aspect) []rules.Rule {
	return slices.DeleteFunc(ofAspect(p.Rules, aspect), func(rule rules.Rule) bool {
		return len(asking(p.Editions, rule)) == 0 || p.Differences && onlyIn(p.Editions, rule) == ""
	})
}

func (p ComparePage) rulesWord() string {
	var groups []string
	count := map[string]int{}
	for _, rule := range p.Rules {
		where := onlyIn(p.Editions, rule)
		if where == "" && len(asking(p.Editions, rule)) > 0 {
			where = "in all of them"
		}
		if where != "" && count[where] == 0 {
			groups = append(groups, where)
		}
		count[where]++
	}
	slices.Sort(groups)
	for i, where := range groups {
		groups[i] = templates.Digits(float64(count[where]), 0) + " " + where
	}
	return strings.Join(groups, ", ")
}

func (p ComparePage) limitsWord() string {
	all, differ := 0, 0
	for _, l := range templates.Limits() {
		if slices.ContainsFunc(p.cells(l), func(c limitCell) bool { return c.value != "" }) {
			all++
			if p.differs(l) {
				differ++
			}
		}
	}
	return templates.Digits(float64(differ), 0) + " of " + templates.Plural(all, "limit", "limits")
}

func columnName(edition methodology.Edition, level power.Level) string {
	return string(edition) + " " + level.Short()
}
