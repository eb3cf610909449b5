// Package example breaks one thing in a clean submission for every rule: what the pages of the rules
// show, and what proves that a rule sees its fault and no other rule does. The texts lie beside the
// rules, in validation/rules/examples.
package example

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Example is a clean submission in which one thing is broken, and what the rule then finds.
type Example struct {
	Sentence string       // what is wrong with the submission
	Changes  []string     // what was changed about the clean one, each as part of a sentence
	Also     []string     // ids of other rules that the level asks, whose outcome changes with it
	Result   rules.Result // of the rule, for the level
	Never    string       // why nothing can break the rule here, as part of a sentence; then all the rest is empty
}

// Examples are those of the whole catalogue.
type Examples struct{ of map[place]Example }

// place is a rule as one level of an edition asks it.
type place struct {
	rule    string
	edition methodology.Edition
	level   power.Level
}

// Load makes every example that the catalogue has a text for; it grades each, so keep the result.
func Load() (*Examples, error) {
	all, clean := &Examples{map[place]Example{}}, bases{}
	for _, edition := range methodology.Editions() {
		for _, rule := range rules.For(edition) {
			for _, level := range rule.Levels {
				if err := all.add(clean, rule, edition, level); err != nil {
					return nil, fmt.Errorf("example of %s for %s %s: %w", rule.ID, edition, level.Short(), err)
				}
			}
		}
	}
	return all, nil
}

// add makes the example of a rule for a level of an edition, where there is a text.
func (e *Examples) add(clean bases, rule rules.Rule, edition methodology.Edition, level power.Level) error {
	s, found, err := find(rule, edition, level)
	if err != nil || !found {
		return err
	}
	at := place{rule.ID, edition, level}
	if s.never != "" {
		e.of[at] = Example{Never: s.never}
		return nil
	}
	_, changed, err := clean.broken(s, edition, level)
	if err != nil {
		return err
	}
	example := Example{Sentence: s.sentence}
	for _, other := range rules.For(edition) {
		if slices.Contains(s.also, other.ID) && slices.Contains(other.Levels, level) {
			example.Also = append(example.Also, other.ID)
		}
	}
	for _, change := range s.changes {
		example.Changes = append(example.Changes, change.Words())
	}
	example.Result = rule.Check(rules.Case{Measurement: changed, Level: level, Limits: edition.Limits(level)})
	e.of[at] = example
	return nil
}

// Of returns the example of a rule for a level of an edition; ok is false where these do not ask the
// rule, or nobody wrote one.
func (e *Examples) Of(rule rules.Rule, edition methodology.Edition, level power.Level) (example Example, ok bool) {
	example, ok = e.of[place{rule.ID, edition, level}]
	return example, ok
}

// find returns the section of a rule's text that counts for a level of an edition.
func find(rule rules.Rule, edition methodology.Edition, level power.Level) (found section, ok bool, err error) {
	text, ok := rule.Example()
	if !ok {
		return section{}, false, nil
	}
	sections, err := parse(text)
	ok = false
	for _, s := range sections {
		if s.fits(edition, level) && !s.empty() {
			found, ok = s, true
		}
	}
	return found, ok, err
}
