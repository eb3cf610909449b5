package rules

import (
	"slices"

	"green500/templates"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// RulePage is one rule: GET /rules/{id}.
type RulePage struct {
	templates.Page
	Rule     rules.Rule
	Editions []methodology.Edition // that are offered, oldest first
	Drafts   bool                  // draft editions were asked for
	Examples []RuleExample         // the one to show first; may be empty
	Margins  *RuleMargins          // nil leaves the section out
	Before   Neighbour             // in the text's order; empty at its ends
	After    Neighbour
}

// Neighbour is a rule to go on to.
type Neighbour struct {
	ID    string
	Title string
}

// RuleExample is a clean submission in which one thing is broken, and what the rule then finds.
type RuleExample struct {
	Edition  methodology.Edition
	Level    power.Level
	Sentence string         // what is wrong with the submission
	Changes  []string       // what was changed about the clean one, each as part of a sentence
	Also     []string       // ids of other rules that the level asks, and whose outcome changes with it
	Finding  *rules.Finding // as an evidence page has it; nil where nothing can break the rule
	Never    string         // then why nothing can, as part of a sentence
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

// demands are the limits that a level of an edition requires, a sentence each.
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

// bounded reports whether a number of the methodology bounds the rule; a level without one requires nothing by it.
func (p RulePage) bounded() bool { return len(templates.LimitsOf(p.Rule.ID)) > 0 }

// limitOfExample is the limit of a rule that no number of the methodology bounds by itself, as the
// example of a level of an edition has it; empty where there is none.
func (p RulePage) limitOfExample(edition methodology.Edition, level power.Level) string {
	for _, e := range p.Examples {
		if e.Edition == edition && e.Level == level && e.Finding != nil {
			return e.Finding.Limit
		}
	}
	return ""
}

// others are the examples beside the one that is shown, each sentence once.
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

// words say what is broken, or why nothing can be.
func (e RuleExample) words() string {
	if e.Never != "" {
		return "It cannot fail here: " + e.Never + "."
	}
	return e.Sentence
}

// asked reports whether a level of an edition requires the rule.
func (p RulePage) asked(edition methodology.Edition, level power.Level) bool {
	return asks(edition, p.Rule) && slices.Contains(p.Rule.Levels, level)
}

// finding shows the finding of the example as the page of an entry does.
func (e RuleExample) finding() templates.FindingGroup {
	class := map[rules.Outcome]string{rules.Fail: "fail", rules.Unknown: "unknown"}[e.Finding.Outcome]
	return templates.ExampleGroup(*e.Finding, class, "Finding in the report")
}

// title says what the example shows.
func (e RuleExample) title() string {
	switch {
	case e.Finding == nil:
		return "Why no example fails"
	case e.Finding.Outcome == rules.Unknown:
		return "An example that lacks evidence"
	}
	return "An example that fails"
}
