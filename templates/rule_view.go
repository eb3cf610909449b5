package templates

import (
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// RulePage is one rule: GET /rules/{id}.
type RulePage struct {
	Page
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

// demands are what a level of an edition asks in numbers, a sentence each; where no number of the
// methodology bounds it, what the finding of an example has as its limit.
func (p RulePage) demands(edition methodology.Edition, level power.Level) []string {
	var all []string
	of := limitsOf(p.Rule.ID)
	for _, l := range of {
		sentence := l.sentence(edition, level)
		if sentence != "" && len(of) > 1 {
			sentence = l.name + ": " + sentence
		}
		if sentence != "" {
			all = append(all, sentence)
		}
	}
	if len(of) > 0 {
		return all
	}
	for _, example := range p.Examples {
		if example.Edition == edition && example.Level == level && example.Finding != nil && example.Finding.Limit != "" {
			return []string{example.Finding.Limit}
		}
	}
	return nil
}

// asked reports whether a level of an edition asks the rule.
func (p RulePage) asked(edition methodology.Edition, level power.Level) bool {
	return asks(edition, p.Rule) && slices.Contains(p.Rule.Levels, level)
}

// finding shows the finding of an example as the page of an entry does.
func (e RuleExample) finding() findingGroup {
	group := findingGroup{standing: failed, class: "fail", title: "What the report says", open: true, findings: []anchored{{*e.Finding, "finding-" + e.Finding.Rule}}}
	if e.Finding.Outcome == rules.Unknown {
		group.standing, group.class = unproven, "unknown"
	}
	return group
}
