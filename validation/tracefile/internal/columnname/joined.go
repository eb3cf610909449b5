package columnname

import (
	"cmp"
	"regexp"
	"strings"

	"green500/validation/power"
)

// Names in which every word begins with a capital have their unit joined to the word before it, as PowerkW and PowerMW: the small letter
// of the former belongs to the unit or to the word, and the M of the latter is a capital whatever it stands for.
var (
	joinedSmall = regexp.MustCompile(`(\p{L}+)([kmunµμ])(Wh|W|J)($|[^\p{L}])`)
	joinedMega  = regexp.MustCompile(`(\p{Ll})(MWh|MW|MJ)($|[^\p{L}])`)
)

// partedUnit parts a unit from the word that it is joined to. Where the letter between them may belong to either, it takes the unit out
// of the name, and returns what that may be.
func partedUnit(name string) (parted string, either [2]power.Unit) {
	if !strings.ContainsAny(name, "WJ") { // most names have none, and there may be thousands
		return name, either
	}
	at := joinedMega.FindStringSubmatchIndex(name)
	if at != nil {
		return name[:at[3]] + " " + strings.ToLower(name[at[4]:at[5]]) + name[at[5]:], either
	}
	if at = joinedSmall.FindStringSubmatchIndex(name); at == nil {
		return name, either
	}
	words := WordsOf(name[at[2]:at[3]])
	word, letter, unit := words[len(words)-1], name[at[4]:at[5]], name[at[6]:at[7]]
	longer := cmp.Or(exactWords[letter+unit], UnitWords[strings.ToLower(letter+unit)])
	switch ends, goesOn := isMeterWord(word), isMeterWord(word+letter); {
	case longer == "", goesOn && !ends:
		return name, either
	case ends && !goesOn:
		return name[:at[3]] + " " + name[at[4]:], either
	}
	return name[:at[5]] + name[at[7]:], [2]power.Unit{longer, power.Unit(unit)}
}

// isMeterWord reports whether a word is one of those that name what meters read, or a letter that stands for it.
func isMeterWord(word string) bool {
	small := strings.ToLower(word)
	return len([]rune(word)) == 1 || QuantityWords[small] != "" || averageWords[small] != "" || PartWords[small] > 0 ||
		SumWords[small] || mainsWords[small] || wholeWords[small] || supplyWords[small]
}
