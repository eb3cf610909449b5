// Package fields has the sections and fields of the form, with their labels, hints and ids, and the levels that require
// them. It draws no page.
package fields

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"green500/templates"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Kind is how a field of the form is filled in.
type Kind string

// The kinds of fields.
const (
	KindText     Kind = "text"
	KindNumber   Kind = "number" // with a decimal point
	KindWhole    Kind = "whole"  // a whole number
	KindSelect   Kind = "select"
	KindFile     Kind = "file"     // a select of the files there are; a text if there are none yet
	KindCheckbox Kind = "checkbox" // "true", or empty
	KindTime     Kind = "time"     // RFC 3339 with its offset
	KindTextArea Kind = "textarea"
	KindList     Kind = "list" // items with commas between; "where" pairs with semicolons between
	KindEmail    Kind = "email"
	KindURL      Kind = "url"
	KindHidden   Kind = "hidden"
)

// Field is one input of the form, for one path of the document.
//
// Which levels require it follows from the rules that look at it: they differ from edition to edition.
// Level is for what the document or the list wants though no rule does.
type Field struct {
	Path    string // "system.name"; in a group "meters[].accuracy.of_reading_percent"
	Label   string
	Hint    string // what it is and why it is required, one line
	Example string
	Kind    Kind
	Options []templates.Option
	// what to suggest while typing: files, zones, or the names of a group: meters, node_sets, subsystems
	Suggest  string
	Unit     string
	Required bool        // the document cannot be graded without it
	Wide     bool        // takes the whole width
	Rules    []string    // the rules that look at it, the one that explains it best first
	Level    power.Level // the lowest that requires it though no rule does; 0 if it is required only when it applies
	When     When
}

// When is the condition under which a field applies; without a condition it always does.
type When struct {
	Words string // "If the meter is downstream": before the hint
	// of the field that decides, of the same item if it is one of a group; empty if only the reader can tell
	Path   string
	Values []string // of that field, with which the condition holds
	Given  bool     // the condition holds with any value of that field
}

// Section is one part of the form. A section with a Group is repeated: once an item.
type Section struct {
	ID, Title, Lead string
	Group           string   // "meters"; empty if the section is there once
	Item            string   // what one item is called
	Name            string   // the field whose value names an item: "id"
	Tells           []string // what the summary line of an item shows of it, with the names of its fields in braces
	Least           int      // how many items there have to be
	Fields          []Field
}

var sections = sync.OnceValue(func() []Section {
	return slices.Concat(generalSections(), measurementSections(), contextSections())
})

// Sections is the form: every path of the document once, in its order. Nobody may change it.
func Sections() []Section { return sections() }

func options(values ...string) []templates.Option {
	made := make([]templates.Option, len(values))
	for i, v := range values {
		made[i] = templates.Option{Value: v, Label: templates.Words(v)}
	}
	return made
}

// LevelOptions are the levels to choose from.
func LevelOptions() []templates.Option {
	var made []templates.Option
	for _, level := range power.Levels() {
		made = append(made, templates.Option{Value: strconv.Itoa(int(level)), Label: level.String()})
	}
	return made
}

// MethodologyOptions are the editions of the methodology to choose from.
func MethodologyOptions() []templates.Option {
	var made []templates.Option
	for _, e := range methodology.Listed() {
		option := templates.Option{Value: string(e), Label: string(e)}
		if e == methodology.InForce {
			option.Label += " (in force)"
		}
		made = append(made, option)
	}
	return made
}

// At is the path of the field in the n-th item of its group.
func (f Field) At(n int) string { return ItemPath(f.Path, n) }

// ItemPath puts the number of an item into a path of its group.
func ItemPath(path string, n int) string {
	return strings.Replace(path, "[]", "["+strconv.Itoa(n)+"]", 1)
}

// ItemID is the id of an item of a group on the page of the form: "item-meters-1".
func ItemID(group string, n int) string { return "item-" + group + "-" + strconv.Itoa(n) }

// Count is how many items of a group there are among values by path.
func Count[V any](group string, values map[string]V) int {
	count, begin := 0, group+"["
	for path := range values {
		rest, found := strings.CutPrefix(path, begin)
		if !found {
			continue // most are of others, and an error would be made of each
		}
		index, _, closed := strings.Cut(rest, "]")
		if n, err := strconv.Atoi(index); closed && err == nil {
			count = max(count, n+1)
		}
	}
	return count
}

// askedBy are the levels whose requirements look at a field, by edition and path; recommendations require nothing.
var askedBy = sync.OnceValue(func() map[methodology.Edition]map[string][]power.Level {
	all := map[methodology.Edition]map[string][]power.Level{}
	for _, edition := range methodology.Editions() {
		demands := rules.For(edition)
		all[edition] = map[string][]power.Level{}
		for _, s := range Sections() {
			for _, f := range s.Fields {
				all[edition][f.Path] = levelsOf(demands, f)
			}
		}
	}
	return all
})

func levelsOf(demands []rules.Rule, f Field) []power.Level {
	var levels []power.Level
	for _, rule := range demands {
		if rule.Severity == rules.Must && slices.Contains(f.Rules, rule.ID) {
			levels = append(levels, rule.Levels...)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// Levels are the levels that require a field under an edition; none if it is required only when it applies.
func (f Field) Levels(edition methodology.Edition) []power.Level {
	switch {
	case f.Required:
		return power.Levels()
	case f.Level > 0:
		return slices.DeleteFunc(power.Levels(), func(l power.Level) bool { return l < f.Level })
	}
	return askedBy()[edition][f.Path]
}

// Needed reports whether the entry falls short of a level without the field.
func (f Field) Needed(edition methodology.Edition, level power.Level) bool {
	return f.Required || slices.Contains(askedBy()[edition][f.Path], level)
}
