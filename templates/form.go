package templates

import (
	"slices"
	"strconv"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Kind is how a field of the form is filled in.
type Kind string

// The kinds of fields.
const (
	KindText     Kind = "text"
	KindNumber   Kind = "number"
	KindSelect   Kind = "select"
	KindCheckbox Kind = "checkbox" // "true", or empty
	KindTime     Kind = "time"     // RFC 3339 with its offset
	KindTextArea Kind = "textarea"
	KindList     Kind = "list" // items with commas between; "where" pairs with semicolons between
	KindHidden   Kind = "hidden"
)

// Option is one choice of a select.
type Option struct {
	Value string
	Label string
}

// Field is one input of the form, for one path of the document.
type Field struct {
	Path     string // "system.name"; in a group "meters[].accuracy.of_reading_percent"
	Label    string
	Hint     string
	Kind     Kind
	Options  []Option
	Suggest  string // what to suggest while typing: files, or the names of a group: meters, node_sets, subsystems
	Unit     string
	Required bool
	Wide     bool // takes the whole width
}

// Section is one part of the form. A section with a Group is repeated: once an item.
type Section struct {
	ID     string
	Title  string
	Lead   string
	Group  string // "meters"; empty where the section is there once
	Item   string // what one item is called
	Least  int    // how many items there have to be
	Fields []Field
}

// timeHint shows how a time is written.
const timeHint = "With its offset, as 2024-09-27T11:16:15+02:00"

// Sections is the form: every path of the document once, in the order in which it is asked.
func Sections() []Section {
	return slices.Concat(generalSections(), measurementSections(), contextSections())
}

// options makes choices of values that speak for themselves.
func options(values ...string) []Option {
	made := make([]Option, len(values))
	for i, v := range values {
		made[i] = Option{v, words(v)}
	}
	return made
}

func levelOptions() []Option {
	var made []Option
	for _, level := range power.Levels() {
		made = append(made, Option{strconv.Itoa(int(level)), level.String()})
	}
	return made
}

func methodologyOptions() []Option {
	var made []Option
	for _, e := range methodology.Listed() {
		option := Option{string(e), string(e)}
		if e == methodology.InForce {
			option.Label += " (in force)"
		}
		made = append(made, option)
	}
	return made
}

// at is the path of the field in the n-th item of its group.
func (f Field) at(n int) string {
	return strings.Replace(f.Path, "[]", "["+strconv.Itoa(n)+"]", 1)
}

// ItemID is the id of an item of a group on the page of the form: "item-meters-1".
func ItemID(group string, n int) string { return "item-" + group + "-" + strconv.Itoa(n) }

// Count is how many items of a group there are among values by path.
func Count[V any](group string, values map[string]V) int {
	count := 0
	for path := range values {
		rest, found := strings.CutPrefix(path, group+"[")
		index, _, closed := strings.Cut(rest, "]")
		if n, err := strconv.Atoi(index); found && closed && err == nil {
			count = max(count, n+1)
		}
	}
	return count
}
