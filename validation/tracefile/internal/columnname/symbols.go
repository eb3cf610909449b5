package columnname

import (
	"regexp"
	"slices"

	"green500/validation/power"
)

// Power analysers call their columns by the symbols of what they measure, alone or with the number of an element: U, I, P, S, Q. A letter
// states nothing by itself, but P is power where volts and amperes stand beside it.
var (
	voltSymbol   = symbol(`[UV]`)
	ampereSymbol = symbol(`I`)
	powerSymbol  = symbol(`P`)
	otherSymbol  = symbol(`S|Q|LAMBDA|λ|PF|PHI|φ|F[UI]?|[UI]THD|[UI]CF`)
)

// symbol is of names that are one of some symbols, with how it was formed and of what.
func symbol(letters string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(` + letters + `)[_ -]?(rms|mn|ac|dc|avg)?[_ -]?(\d{1,2}|sum|tot|total|Σ|sigma|L[123]|[abc])?$`)
}

// applySymbols takes what the symbols of a table tell where those of volts and of amperes are among them.
func applySymbols(names []string, called []Description) {
	if !slices.ContainsFunc(names, voltSymbol.MatchString) || !slices.ContainsFunc(names, ampereSymbol.MatchString) {
		return
	}
	for i, name := range names {
		is := &called[i]
		switch {
		case is.Foreign || is.Hint.Quantity != "":
		case powerSymbol.MatchString(name):
			is.Hint.Quantity = power.Power
		case voltSymbol.MatchString(name), ampereSymbol.MatchString(name), otherSymbol.MatchString(name):
			is.Foreign = true
		}
	}
}
