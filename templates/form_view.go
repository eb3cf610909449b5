package templates

import (
	"maps"
	"slices"
	"strconv"

	"green500/validation/power"
)

// sectionState counts the fields of a section: filled in, wrong, and missing though required.
type sectionState struct{ Filled, Wrong, Missing int }

// sign is the one sign that sums a section up.
func (s sectionState) sign() string {
	switch {
	case s.Wrong > 0:
		return "✕"
	case s.Missing > 0:
		return "?"
	case s.Filled > 0:
		return "✓"
	}
	return missing
}

// word is the class and the meaning of the sign.
func (s sectionState) word() string {
	return map[string]string{"✕": "wrong", "?": "missing", "✓": "filled", missing: "empty"}[s.sign()]
}

// text says the counts that matter, for the navigation.
func (s sectionState) text() string {
	switch {
	case s.Wrong > 0:
		return strconv.Itoa(s.Wrong) + " wrong"
	case s.Missing > 0:
		return strconv.Itoa(s.Missing) + " missing"
	}
	return ""
}

// state counts the fields of a section.
func (p FormPage) state(s Section) sectionState {
	state := sectionState{Wrong: len(p.wide(s))}
	items := 1
	if s.Group != "" {
		items = Count(s.Group, p.Values)
		state.Missing = max(s.Least-items, 0)
	}
	for n := range items {
		for _, field := range s.Fields {
			if field.Kind != KindHidden {
				state.add(field, p.Values[field.at(n)], p.Errors[field.at(n)])
			}
		}
	}
	return state
}

// wide are the errors of a section that belong to no single field of it.
func (p FormPage) wide(s Section) []string {
	var sentences []string
	for _, path := range slices.Sorted(maps.Keys(p.Errors)) {
		_, known := fieldOf(path)
		if of, _ := sectionOf(path); !known && of.ID == s.ID && p.Errors[path] != "" {
			sentences = append(sentences, p.Errors[path])
		}
	}
	return sentences
}

func (s *sectionState) add(f Field, value, problem string) {
	switch {
	case problem != "":
		s.Wrong++
	case value != "":
		s.Filled++
	case f.Required:
		s.Missing++
	}
}

// formProblem is one line of the summary of errors.
type formProblem struct{ text, href string }

// problems are the errors in the order of the form; one that has no field links to the form itself.
func (p FormPage) problems() []formProblem {
	var list []formProblem
	told := map[string]bool{}
	for _, path := range p.paths() {
		if sentence := p.Errors[path]; sentence != "" && !told[path] {
			told[path] = true
			list = append(list, formProblem{sentence, "#" + FieldID(path)})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.Errors)) {
		if !told[path] {
			list = append(list, formProblem{p.Errors[path], FieldHref(path)})
		}
	}
	return list
}

// paths are the paths of all fields on the page.
func (p FormPage) paths() []string {
	var all []string
	for _, s := range Sections() {
		items := 1
		if s.Group != "" {
			items = Count(s.Group, p.Values)
		}
		for n := range items {
			for _, field := range s.Fields {
				all = append(all, field.at(n))
			}
		}
	}
	return all
}

// choices are the options of a select: those of the table, or of the page, and whatever stands in
// the document though it is not among them, so that looking at a form never changes it.
func (p FormPage) choices(f Field, value string) []Option {
	choices := f.Options
	if f.Path == "edition" {
		for _, name := range p.Editions {
			choices = append(choices, Option{name, name})
		}
	}
	known := slices.ContainsFunc(choices, func(o Option) bool { return o.Value == value })
	if value != "" && !known {
		choices = append(slices.Clone(choices), Option{value, value + " (not open)"})
	}
	return choices
}

// suggestions are the lists that fields suggest from, by name.
func (p FormPage) suggestions() map[string][]string {
	return map[string][]string{
		"files":            fileNames(p.Files),
		"meters":           p.itemNames("meters", "id"),
		"node_sets":        p.itemNames("node_sets", "name"),
		"subsystems":       p.itemNames("subsystems", "name"),
		"known_subsystems": power.SubsystemNames(),
	}
}

func (p FormPage) itemNames(group, key string) []string {
	var names []string
	for n := range Count(group, p.Values) {
		if name := p.Values[group+"["+strconv.Itoa(n)+"]."+key]; name != "" {
			names = append(names, name)
		}
	}
	return names
}

func fileNames(files []File) []string {
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
	}
	return names
}

// inputMode tells a phone which keys to show.
func inputMode(k Kind) string {
	if k == KindNumber {
		return "decimal"
	}
	return "text"
}
