package draft

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"green500/templates"
	"green500/templates/fields"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// edition is the text the document is graded by; the one in force if it names none.
func (p FormPage) edition() methodology.Edition {
	if edition, known := methodology.Parse(p.Values["methodology"]); known {
		return edition
	}
	return methodology.InForce
}

func (p FormPage) claimed() power.Level {
	n, err := strconv.Atoi(p.Values["claimed_level"])
	if level := power.Level(n); err == nil && slices.Contains(power.Levels(), level) {
		return level
	}
	return power.Levels()[0]
}

// holds reports whether the condition of a field holds in the n-th item; one that only the reader can know does not.
func (p FormPage) holds(w fields.When, n int) bool {
	switch {
	case w.Path != "":
		held := strings.TrimSpace(p.Values[fields.ItemPath(w.Path, n)])
		return w.Given && held != "" || slices.Contains(w.Values, held)
	default:
		return w.Words == ""
	}
}

type formPart struct {
	Title  string // empty for what is required now
	Fields []fields.Field
}

// parts divides the fields of the n-th item: what the claimed level requires, and every field with a
// value, comes first; then what only higher levels require; then what is required only if it applies.
func (p FormPage) parts(s fields.Section, n int) []formPart {
	var now, rest []fields.Field
	higher := map[power.Level][]fields.Field{}
	for _, f := range s.Fields {
		path := f.At(n)
		levels := f.Levels(p.edition())
		above := slices.IndexFunc(levels, func(l power.Level) bool { return l > p.claimed() })
		switch {
		case f.Kind == fields.KindHidden, slices.Contains(levels, p.claimed()) && p.holds(f.When, n):
			now = append(now, f)
		case above >= 0 && p.holds(f.When, n):
			higher[levels[above]] = append(higher[levels[above]], f)
		case p.Values[path] != "" && p.Values[path] != "false" || p.Errors[path] != "":
			now = append(now, f)
		default:
			rest = append(rest, f)
		}
	}
	parts := []formPart{{Fields: now}}
	for _, level := range power.Levels() {
		parts = append(parts, formPart{"Required for " + level.String(), higher[level]})
	}
	parts = append(parts, formPart{"If it applies", rest})
	return slices.DeleteFunc(parts, func(part formPart) bool { return len(part.Fields) == 0 })
}

func (p FormPage) need(f fields.Field, n int) string {
	switch {
	case !p.holds(f.When, n):
		return ""
	case f.Required:
		return "required"
	case f.Needed(p.edition(), p.claimed()):
		return "for " + p.claimed().String()
	}
	return ""
}

func (p FormPage) source(f fields.Field) (section, href string) {
	if len(f.Rules) == 0 {
		return "", ""
	}
	number, asked := numbers()[p.edition()][f.Rules[0]]
	if !asked {
		return "", ""
	}
	return "Section " + number, "/rules/" + f.Rules[0]
}

var numbers = sync.OnceValue(func() map[methodology.Edition]map[string]string {
	all := map[methodology.Edition]map[string]string{}
	for _, edition := range methodology.Editions() {
		all[edition] = map[string]string{}
		for _, rule := range rules.For(edition) {
			passage, _ := edition.Section(rule.Section)
			all[edition][rule.ID] = passage.Number
		}
	}
	return all
})

func partTells(part formPart, state sectionState) string {
	tells := templates.Plural(len(part.Fields), "field", "fields")
	if state.Filled > 0 {
		tells += ", " + strconv.Itoa(state.Filled) + " filled in"
	}
	if state.Wrong > 0 {
		tells += ", " + strconv.Itoa(state.Wrong) + " wrong"
	}
	return tells
}
