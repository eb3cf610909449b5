package draft

import (
	"slices"
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/rules"
)

func checkItems(s fields.Section) []validation.CheckItem {
	return slices.DeleteFunc(validation.Checklist(), func(item validation.CheckItem) bool {
		return len(answering(s, item)) == 0
	})
}

func answering(s fields.Section, item validation.CheckItem) []fields.Field {
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f fields.Field) bool {
		return !slices.ContainsFunc(item.Fields, func(path string) bool { return strings.HasPrefix(f.Path, path) })
	})
}

type checkNote struct {
	validation.CheckItem
	section           string // its number
	sign, word, class string
}

func (p FormPage) checkNotes(s fields.Section, entry *power.Entry) []checkNote {
	var notes []checkNote
	for _, item := range checkItems(s) {
		section, ok := item.Section(p.edition())
		applies := p.applies(s, item)
		if !ok || !applies && len(item.Fields) > 1 {
			continue // the edition has dropped it, or another section answers it
		}
		note := checkNote{CheckItem: item, section: section.Number}
		switch {
		case p.answered(s, item) && item.Given(entry):
			note.sign, note.word, note.class = "✓", "answered", "pass"
		case !applies:
			note.sign, note.word, note.class = templates.Missing, "does not apply", "not_applicable"
		case p.demanded(s, item):
			note.sign, note.word, note.class = "?", "open", "unknown"
		default:
			note.sign, note.word, note.class = templates.Missing, "not required", "not_applicable"
		}
		notes = append(notes, note)
	}
	return notes
}

func (p FormPage) answered(s fields.Section, item validation.CheckItem) bool {
	for n := range max(1, fields.Count(s.Group, p.Values)) {
		if state := p.stateOf(answering(s, item), n); state.Wrong+state.Missing > 0 {
			return false
		}
	}
	return true
}

func (p FormPage) applies(s fields.Section, item validation.CheckItem) bool {
	for n := range max(1, fields.Count(s.Group, p.Values)) {
		if slices.ContainsFunc(answering(s, item), func(f fields.Field) bool {
			return p.Values[f.At(n)] != "" ||
				len(f.Levels(p.edition())) > 0 && (f.When.Path == "" || p.holds(f.When, n))
		}) {
			return true
		}
	}
	return false
}

func (p FormPage) demanded(s fields.Section, item validation.CheckItem) bool {
	edition, level := p.edition(), p.claimed()
	ruled := slices.DeleteFunc(rules.For(edition), func(rule rules.Rule) bool {
		return rule.Severity != rules.Must || !slices.Contains(item.Labels, rule.Section)
	})
	if len(ruled) == 0 {
		return slices.ContainsFunc(answering(s, item), func(f fields.Field) bool { return f.Needed(edition, level) })
	}
	return slices.ContainsFunc(ruled, func(rule rules.Rule) bool { return slices.Contains(rule.Levels, level) })
}

func (p FormPage) entry() *power.Entry {
	if p.Values == nil {
		return &power.Entry{}
	}
	entry, _ := document.FromFields(p.Values) // what is wrong stands at its field
	return entry
}

func (p FormPage) notAsked(s fields.Section) string {
	var higher []power.Level
	for _, f := range s.Fields {
		for _, level := range f.Levels(p.edition()) {
			if level <= p.claimed() {
				return ""
			}
			higher = append(higher, level)
		}
	}
	if len(higher) == 0 {
		return ""
	}
	return p.claimed().String() + " does not require this; " + slices.Min(higher).String() + " does."
}

var itemNames = map[string]string{"meters": "id", "node_sets": "name", "series": "file", "subsystems": "name",
	"tunables": "name"}

// RulePath is where in the form something is done about what a sentence says of a rule: in the item that
// the sentence names, else in the first that leaves the field empty, else in the first; at the section
// if there is no item yet. It is empty for an unknown rule.
func RulePath(rule, sentence string, values map[string]string) string {
	path := rules.Of(rule).Field
	group, rest, inGroup := strings.Cut(path, "[]")
	count := fields.Count(group, values)
	switch {
	case !inGroup:
		return path
	case count == 0:
		return group
	}
	chosen := 0
	for n := count - 1; n >= 0; n-- {
		if values[fields.Field{Path: path}.At(n)] == "" {
			chosen = n
		}
	}
	for n := range count {
		if hasWord(sentence, values[group+"["+strconv.Itoa(n)+"]."+itemNames[group]]) {
			chosen = n
		}
	}
	return group + "[" + strconv.Itoa(chosen) + "]" + rest
}

func hasWord(sentence, name string) bool {
	const before, after = " \t\n\f\r\"'(,", " \t\n\f\r\"'),.;:"
	for from := 0; name != ""; from++ {
		at := strings.Index(sentence[from:], name)
		if at < 0 {
			return false
		}
		from += at
		end := from + len(name)
		if (from == 0 || strings.IndexByte(before, sentence[from-1]) >= 0) &&
			(end == len(sentence) || strings.IndexByte(after, sentence[end]) >= 0) {
			return true
		}
	}
	return false
}
