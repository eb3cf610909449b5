package rules

import (
	"slices"
	"strings"
	"unicode"

	"green500/validation/methodology"
	"green500/validation/power"
)

// randomSelection: a fraction chosen for its low power is off by several percent however large it is.
var randomSelection = Rule{
	ID:       "random-selection",
	Title:    "The measured nodes were chosen at random",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Severity: Must,
	Remedy:   "Choose the nodes or racks to measure at random and say how (node_sets: selection).",
	How: "The selection (node_sets: selection) must say that the nodes were chosen at random, for each set of which not all nodes are measured. Only the word is " +
		"checked; the reviewer decides whether the choice was random.",
	Check: func(c Case) Result {
		var results []Result
		for _, set := range c.Entry.NodeSets {
			results = append(results, selectionResult(set))
		}
		return worst(results)
	},
}

func selectionResult(set power.NodeSet) Result {
	switch {
	case set.Measured >= set.Nodes:
		return passed("All nodes of set %s are measured.", set.Name).seen("all", "at random")
	case set.Selection == "":
		return unknown("The document does not say how the nodes of set %s were chosen.", set.Name).seen("not stated", "at random").
			needs("Say how the %d measured nodes of set %s were chosen: a random choice is required", set.Measured, set.Name)
	case saysRandom(set.Selection):
		return passed("The nodes of set %s were chosen at random.", set.Name).seen(set.Selection, "at random")
	}
	return failed("The nodes of set %s were chosen by %q, not at random.", set.Name, set.Selection).seen(set.Selection, "at random").
		needs("Choose the measured nodes of set %s at random, or measure all %d of them", set.Name, set.Nodes)
}

// saysRandom looks for the word, and for one before it in the same part of the sentence that takes it
// back: "not at random" is a way of choosing too, and "at random, not by power" is a random one.
func saysRandom(selection string) bool {
	for _, part := range strings.FieldsFunc(strings.ToLower(selection), func(r rune) bool { return strings.ContainsRune(",;:.()", r) }) {
		words := strings.FieldsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) })
		at := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, "random") })
		if at >= 0 && words[at] != "nonrandom" && !slices.ContainsFunc(words[:at], takesBack) {
			return true
		}
	}
	return false
}

func takesBack(word string) bool {
	return slices.Contains([]string{"not", "no", "non", "never", "without"}, word)
}
