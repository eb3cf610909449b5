// Package examples has for every rule the smallest change of a clean submission that fails this rule and no other. The
// pages of the rules show it.
package examples

import (
	"fmt"
	"slices"
	"sync"

	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
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

// Examples are those of the whole catalogue. Each is made when it is first asked for, which grades it. They are safe
// for concurrent use.
type Examples struct {
	mutex sync.Mutex
	clean bases
	made  map[place]made
}

type made struct {
	example Example
	ok      bool
	err     error
}

// New returns the examples of the catalogue.
func New() *Examples { return &Examples{clean: bases{}, made: map[place]made{}} }

type place struct {
	rule    string
	edition methodology.Edition
	level   power.Level
}

// Of returns the example of a rule for a level of an edition; ok is false if these do not ask the rule, or nobody wrote
// one. It fails if a text of the catalogue is wrong.
func (e *Examples) Of(rule rules.Rule, edition methodology.Edition, level power.Level) (
	example Example, ok bool, err error) {
	if !slices.ContainsFunc(rules.For(edition),
		func(asked rules.Rule) bool { return asked.ID == rule.ID && slices.Contains(asked.Levels, level) }) {
		return Example{}, false, nil
	}
	at := place{rule.ID, edition, level}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	found, known := e.made[at]
	if !known {
		if found.example, found.ok, found.err = e.clean.example(rule, edition, level); found.err != nil {
			found.err = fmt.Errorf("example of %s for %s %s: %w", rule.ID, edition, level.Short(), found.err)
		}
		e.made[at] = found
	}
	return found.example, found.ok, found.err
}

func (all bases) example(rule rules.Rule, edition methodology.Edition, level power.Level) (Example, bool, error) {
	s, found, err := find(rule, edition, level)
	if err != nil || !found {
		return Example{}, false, err
	}
	if s.never != "" {
		return Example{Never: s.never}, true, nil
	}
	_, changed, err := all.broken(s, edition, level)
	if err != nil {
		return Example{}, false, err
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
	return example, true, nil
}

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

// bases are the clean measurements that examples start from, each read once; nobody may change them.
type bases map[base]*power.Measurement

type base struct {
	shape   string
	edition methodology.Edition
	level   power.Level
}

func (all bases) of(b base) (*power.Measurement, error) {
	if m, ok := all[b]; ok {
		return m, nil
	}
	clean, ok := sample.CleanShape(b.shape, b.level, string(b.edition))
	if !ok {
		return nil, fmt.Errorf("there is no base %q", b.shape)
	}
	read, err := bundle.Assemble(&clean.Entry, clean.FS(), canonical.Memory)
	if err != nil {
		return nil, fmt.Errorf("clean bundle: %w", err)
	}
	all[b] = read.Measurement
	return read.Measurement, nil
}

// broken applies what a section says to its clean measurement, and returns both.
func (all bases) broken(s section, edition methodology.Edition, level power.Level) (
	clean, changed *power.Measurement, err error) {
	clean, err = all.of(base{s.shape, edition, level})
	if err != nil {
		return nil, nil, err
	}
	changed, err = sample.Apply(clean, s.changes)
	return clean, changed, err
}
