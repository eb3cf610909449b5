package draft

import (
	"strconv"
	"strings"

	"green500/templates/fields"
	"green500/validation/rules"
)

var itemNames = map[string]string{"meters": "id", "node_sets": "name", "series": "file", "subsystems": "name", "tunables": "name"}

// RulePath is where in the form something is done about what a sentence says of a rule: in the item that
// the sentence names, else in the first that leaves the field empty, else in the first; at the section
// where there is no item yet. It is empty for an unknown rule.
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
		if (from == 0 || strings.IndexByte(before, sentence[from-1]) >= 0) && (end == len(sentence) || strings.IndexByte(after, sentence[end]) >= 0) {
			return true
		}
	}
	return false
}
