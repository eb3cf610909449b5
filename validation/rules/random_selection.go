package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"green500/validation/methodology"
	"green500/validation/power"
)

var randomSelection = Rule{
	ID:      "random-selection",
	Title:   "The measured nodes were chosen at random",
	Aspect:  methodology.MachineFraction,
	Section: methodology.Fraction,
	Field:   "node_sets[].selection",
	Requires: "The measured part must be chosen at random. " +
		"Screening for parts of low power, or exchanging parts for them, is forbidden.",
	Levels:   []power.Level{1, 2},
	Since:    methodology.V20,
	Severity: Must,
	Remedy: "Choose the nodes or racks to measure at random and say so (node_sets: selection_method, " +
		"and selection for how).",
	How: "The selection method (node_sets: selection_method) must be stated for each set of which not all nodes are " +
		"measured. A document without it is read by its words (selection): plain ones, such as \"random\" or " +
		"\"whole racks, drawn at random\", count as random, in whatever order; " +
		"all others as another way, with these words as the explanation. " +
		"No wording costs a level by itself: a reviewer confirms another way, as a rule of its own asks.",
	Check: func(c Case) Result { return worstOf(c.Entry.NodeSets, selectionResult) },
}

func selectionResult(set power.NodeSet) Result {
	const asked = "at random"
	if set.Measured >= set.Nodes {
		return passed("All nodes of set %s are measured.", set.Name).seen("all", asked)
	}
	switch selectionMethod(set) {
	case "":
		return unknown("How the nodes of set %s were chosen is not stated.", set.Name).seen("not stated", asked).
			needs("State how the %d measured nodes of set %s were chosen: at random", set.Measured, set.Name)
	case power.SelectAll:
		return failed("All nodes of set %s are stated to be measured, and %d of %d are.", set.Name, set.Measured,
			set.Nodes).seen("all", asked).
			needs("State how the %d measured nodes of set %s were chosen, or measure all %d of them", set.Measured,
				set.Name, set.Nodes)
	case power.SelectOther:
		if describesNothing(set.Selection) {
			return unknown("How the nodes of set %s were chosen is not explained.", set.Name).
				seen("not explained", asked).
				needs("Explain how the %d measured nodes of set %s were chosen", set.Measured, set.Name)
		}
		return passed("The nodes of set %s were chosen in another way, which a reviewer confirms: %s.", set.Name,
			set.Selection).seen(set.Selection, asked)
	}
	plain := cmp.Or(set.Selection, inWords(string(set.SelectionMethod)))
	return passed("The nodes of set %s were chosen at random.", set.Name).seen(plain, asked)
}

func selectionMethod(set power.NodeSet) power.SelectionMethod {
	if set.SelectionMethod != "" {
		return set.SelectionMethod
	}
	words := strings.FieldsFunc(strings.ToLower(set.Selection),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	random := slices.ContainsFunc(words, func(word string) bool { return word == "random" || word == "randomly" })
	switch {
	case len(words) == 0:
		return ""
	case slices.Equal(words, []string{"all"}), slices.Equal(words, []string{"all", "nodes"}):
		return power.SelectAll
	case random && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(plainWords, word) }):
		return power.SelectRandom
	}
	return power.SelectOther
}

// plainWords are those of a random choice without a condition: any other word may be one.
var plainWords = []string{
	"random", "randomly", "at", "whole", "complete", "full", "entire", "rack", "racks", "chassis", "cabinet",
	"cabinets", "blade", "blades", "row", "rows", "node", "nodes", "compute", "system", "machine",
	"one", "two", "three", "four", "chosen", "drawn", "picked", "selected", "taken", "sampled", "choice", "draw",
	"selection", "sample", "sampling", "was", "were", "is", "are", "by", "a", "an", "the", "lot",
	"from", "of", "all", "among", "uniformly", "uniform", "and", "number", "generator", "list", "pure", "purely",
	"simple", "with", "without", "replacement",
}
