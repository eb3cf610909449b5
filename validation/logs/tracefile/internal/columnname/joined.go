package columnname

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// Names in which every word begins with a capital have their unit joined to the word before it, as PowerkW and PowerMW:
// the small letter of the former belongs to the unit or to the word, and the M of the latter is a capital whatever it
// stands for.
var (
	joinedSmall = regexp.MustCompile(`(\p{L}+)([kmunµμ])(Wh|W|J)($|[^\p{L}])`)
	joinedMega  = regexp.MustCompile(`(\p{Ll})(MWh|MW|MJ)($|[^\p{L}])`)
)

// partedUnit parts a unit from its word, or takes it out and returns what it may be, if a letter may belong to either.
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

func isMeterWord(word string) bool {
	small := strings.ToLower(word)
	return len([]rune(word)) == 1 || QuantityWords[small] != "" || averageWords[small] != "" || PartWords[small] > 0 ||
		SumWords[small] || mainsWords[small] || wholeWords[small] || supplyWords[small]
}

// What Prometheus answers is called by a metric and its labels, as ipmi_power_watts{instance="n1:9290", job="ipmi"},
// and Grafana makes such names those of columns, if the metric may be a label as well: {__name__="ipmi_power_watts",
// instance="n1:9290"}.
var (
	labelledName = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)?\s*\{((\s*[a-zA-Z_]\w*="([^"\\]|\\.)*"\s*,?)+)\}$`)
	oneLabel     = regexp.MustCompile(`([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"`)
)

// metricOf returns the metric of such a name, and what its labels say, but for their names. Others are a metric as they
// are.
func metricOf(name string) (metric, labels string) {
	if !strings.HasSuffix(name, "}") {
		return name, ""
	}
	parts := labelledName.FindStringSubmatch(name)
	if parts == nil {
		return name, ""
	}
	metric = parts[1]
	var said []string
	for _, label := range oneLabel.FindAllStringSubmatch(parts[2], -1) {
		if label[1] == MetricName {
			metric = label[2]
		} else {
			said = append(said, label[2])
		}
	}
	return metric, strings.Join(said, " ")
}

// Power analysers call their columns by the symbols of what they measure, alone or with the number of an element: U, I,
// P, S, Q. A letter states nothing by itself, but P is power if volts and amperes stand beside it.
var (
	voltSymbol   = symbol(`[UV]`)
	ampereSymbol = symbol(`I`)
	powerSymbol  = symbol(`P`)
	otherSymbol  = symbol(`S|Q|LAMBDA|λ|PF|PHI|φ|F[UI]?|[UI]THD|[UI]CF`)
)

// symbol is of names that are one of some symbols, with how it was formed and of what.
func symbol(letters string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(` + letters +
		`)[_ -]?(rms|mn|ac|dc|avg)?[_ -]?(\d{1,2}|sum|tot|total|Σ|sigma|L[123]|[abc])?$`)
}

func applySymbols(names []string, called []Description) {
	if !slices.ContainsFunc(names, voltSymbol.MatchString) || !slices.ContainsFunc(names, ampereSymbol.MatchString) {
		return
	}
	for i, name := range names {
		switch is := &called[i]; {
		case is.Foreign || is.Hint.Quantity != "":
		case powerSymbol.MatchString(name):
			is.Hint.Quantity = power.Power
		case voltSymbol.MatchString(name), ampereSymbol.MatchString(name), otherSymbol.MatchString(name):
			is.Foreign = true
		}
	}
}
