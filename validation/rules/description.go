package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func noDescriptions() []string {
	return []string{
		"none", "no", "not", "not at all", "nothing", "never", "nil", "null", "na", "not applicable", "not available", "not known", "unknown", "not stated", "unspecified", "undefined",
		"tbd", "tbc", "todo", "to do", "to be done", "to be determined", "to be defined", "later", "see above", "see below", "yes", "ok", "fine", "test", "free running", "unsynchronised",
		"not synchronised", "not described", "no synchronisation", "no idea", "somehow",
	}
}

// wordsOfDescription is how many words it takes to say what stands behind the meters of what.
const wordsOfDescription = 3

// describesNothing reports whether a text stands where a description is required and is none: empty, without a word, or a
// placeholder. Only the whole text decides; no word in it does.
func describesNothing(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	whole := strings.ReplaceAll(strings.Join(words, " "), "chroniz", "chronis")
	return utf8.RuneCountInString(whole) < 2 || slices.Contains(noDescriptions(), whole) || strings.ReplaceAll(whole, " ", "") == "na"
}
