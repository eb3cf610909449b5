package rules

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"green500/validation/forensics"
	"green500/validation/power"
)

func lateBy(by float64) string {
	if by < 0 {
		return seconds(-by) + " earlier"
	}
	return seconds(by) + " later"
}

func wholeWatts(w power.Watts) string {
	if w >= 100 {
		w = power.Watts(math.Round(float64(w)))
	}
	return watts(float64(w))
}

const mostNames = 3

func namesOf(facts *forensics.Facts, places []int) string {
	var names []string
	for _, i := range places[:min(mostNames, len(places))] {
		names = append(names, facts.Instruments[i].Name())
	}
	text := strings.Join(names, ", ")
	if more := len(places) - len(names); more > 0 {
		text += " and " + others(more, "instrument")
	}
	return text
}

var noDescriptions = []string{
	"none", "no", "not", "not at all", "nothing", "never", "nil", "null", "na", "not applicable", "not available",
	"not known", "unknown", "not stated", "unspecified", "undefined",
	"tbd", "tbc", "todo", "to do", "to be done", "to be determined", "to be defined", "later", "see above", "see below",
	"yes", "ok", "fine", "test", "free running", "unsynchronised",
	"not synchronised", "not described", "no synchronisation", "no idea", "somehow",
}

// wordsOfDescription is how many words it takes to say what stands behind the meters of what.
const wordsOfDescription = 3

// describesNothing reports whether a text that should be a description describes nothing: it is empty, without a word,
// or a placeholder. Only the whole text decides; no word in it does.
func describesNothing(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	whole := strings.ReplaceAll(strings.Join(words, " "), "chroniz", "chronis")
	return utf8.RuneCountInString(whole) < 2 || slices.Contains(noDescriptions, whole) ||
		strings.ReplaceAll(whole, " ", "") == "na"
}
