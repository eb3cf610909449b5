package rules

import (
	"regexp"
	"strings"
	"unicode"

	"green500/validation/power"
)

// Units of other figures than those of one unit.
const (
	kilo        = 1e3
	teraflops   = 1e3 // GFlops in a TFlop/s
	bytesOfGB   = 1e9
	usualOfPeak = 0.15 // of Rpeak, reached by nearly all listed machines
)

// unitWords are the words of a column's name that are units. A word that could be one of two has both.
var unitWords = map[string][]power.Unit{
	"kw": {"kW"}, "watt": {"W"}, "watts": {"W"}, "kilowatt": {"kW"}, "kilowatts": {"kW"}, "megawatt": {"MW"},
	"megawatts": {"MW"}, "mw": {"MW", "mW"},
	"milliwatt": {"mW"}, "milliwatts": {"mW"}, "uw": {"uW"}, "microwatt": {"uW"}, "microwatts": {"uW"},
	"wh": {"Wh"}, "kwh": {"kWh"}, "mwh": {"MWh", "mWh"}, "gwh": {"GWh"}, "kj": {"kJ"}, "mj": {"MJ", "mJ"},
	"gj": {"GJ"}, "uj": {"uJ"},
	"joule": {"J"}, "joules": {"J"}, "kilojoule": {"kJ"}, "kilojoules": {"kJ"}, "megajoule": {"MJ"},
	"megajoules": {"MJ"}, "millijoules": {"mJ"}, "microjoules": {"uJ"},
}

var (
	// letterUnit is a unit of one letter, which is one only in brackets or after a word for what is read.
	letterUnit = regexp.MustCompile(`(?i)[\[(]\s*([wj])\s*[\])]|(?:power|energy|load|leistung|energie)[ _.\-/]+([wj])$`)
	// suffixUnit is a unit behind a word without a sign between them, as in PowerkW.
	suffixUnit = regexp.MustCompile(`[a-z](k|M|G)(W|Wh|J)$`)
	perTime    = regexp.MustCompile(`(?i)(?:/|\bper) ?(?:s|h|sec|second|hour|min|day)\b`)
	ofHours    = regexp.MustCompile(`(?i)(watts?|kw|mw|w)[ _.\-*·]?(?:h|hrs?|hours?)\b`)
)

func unitsNamed(column string) []power.Unit {
	spaced := strings.ReplaceAll(column, "_", " ")
	if perTime.MatchString(spaced) || ofHours.MatchString(spaced) && !strings.Contains(strings.ToLower(column), "wh") {
		return nil
	}
	var found []power.Unit
	add := func(units []power.Unit) bool {
		if found != nil && found[0] != units[0] {
			return false
		}
		found = units
		return true
	}
	words := strings.FieldsFunc(column, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range words {
		if units, known := unitWords[strings.ToLower(word)]; known && !add(units) {
			return nil
		}
	}
	if letter := letterUnit.FindStringSubmatch(column); letter != nil &&
		!add([]power.Unit{power.Unit(strings.ToUpper(letter[1] + letter[2]))}) {
		return nil
	}
	if found == nil {
		if suffix := suffixUnit.FindStringSubmatch(column); suffix != nil {
			return []power.Unit{power.Unit(suffix[1] + suffix[2])}
		}
	}
	return found
}
