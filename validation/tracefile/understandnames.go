package tracefile

import (
	"strings"
	"unicode"

	"green500/validation/power"
)

// nameHint is what a word in the name of a column tells.
type nameHint struct {
	quantity power.Quantity
	unit     power.Unit
}

// unitWords are words of a name that tell its unit. Case tells mW from MW; a name in one case only tells
// neither.
var unitWords = map[string]power.Unit{
	"w": "W", "watt": "W", "watts": "W", "kw": "kW", "kilowatt": "kW", "kilowatts": "kW", "millijoule": "mJ", "millijoules": "mJ",
	"microjoule": "uJ", "microjoules": "uJ", "milliwatt": "mW", "milliwatts": "mW",
	"megawatt": "MW", "megawatts": "MW", "wh": "Wh", "kwh": "kWh", "mwh": "MWh", "j": "J", "joule": "J", "joules": "J", "kj": "kJ",
	"kilojoule": "kJ", "kilojoules": "kJ", "megajoule": "MJ", "megajoules": "MJ",
}

// exactWords are those whose case tells.
var exactWords = map[string]power.Unit{"mW": "mW", "MW": "MW", "MJ": "MJ"}

// quantityWords tell what is read, but not its unit.
var quantityWords = map[string]power.Quantity{
	"power": power.Power, "leistung": power.Power, "wirkleistung": power.Power, "puissance": power.Power, "potencia": power.Power, "pwr": power.Power,
	"energy": power.Energy, "energie": power.Energy, "energia": power.Energy, "arbeit": power.Energy,
}

// foreignWords are of columns that hold something else, whatever other words they have.
var foreignWords = wordSet("volt volts voltage v amp amps ampere amperes current temp temperature freq frequency mhz ghz hz util " +
	"percent pf factor cap limit reactive apparent var va fan fans rpm clock clocks count status index efficiency utilisation cos phi thd " +
	"humidity supply version id port default enforced spannung strom temperatur interval duration jobid appid job step pid uid time elapsed khz")

// sumWords and wholeWords are of columns that see more of a machine, partWords of those that see a part
// of it or that nobody measured.
var (
	sumWords   = wordSet("total sum gesamt summe machine hall site")
	wholeWords = wordSet("system sys chassis input ac wall node server dc wattmetre wattmeter outlet pdu rack all")
	partWords  = wordSet("gpu cpu dram mem memory fan psu pkg package core cores uncore soc ch channel socket estimated est min max minimum maximum " +
		"ram instant a7 a15 ddr rail output disk nic")
)

// averageWords tell averages from instants.
var averageWords = map[string]string{"avg": "average", "average": "average", "mean": "average", "mittel": "average", "instant": "instant", "instantaneous": "instant"}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// wordsOf splits a name into its words: at what is no letter or digit, and where a capital follows a
// small letter.
func wordsOf(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = nil
		}
	}
	before := ' '
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			before = ' '
			continue
		case unicode.IsUpper(r) && unicode.IsLower(before) && len(word) > 1: // mW is one word
			end()
		}
		word = append(word, r)
		before = r
	}
	end()
	return words
}

// hintOf says what the name of a column tells of its readings; it tells nothing of a column that holds
// something else.
func hintOf(name string) (h nameHint, foreign bool) {
	for _, w := range wordsOf(name) {
		small := strings.ToLower(w)
		if foreignWords[small] {
			return nameHint{}, true
		}
		if unit, known := exactWords[w]; known {
			h.unit = unit
		} else if unit, known := unitWords[small]; known && h.unit == "" {
			h.unit = unit
		}
		if quantity, known := quantityWords[small]; known && h.quantity != power.Energy { // perf calls it power/energy-pkg/
			h.quantity = quantity
		}
	}
	if quantity, known := h.unit.Quantity(); known {
		h.quantity = quantity
	}
	return h, false
}

// reach says how much of a machine a column sees by its name: more is likelier what was submitted.
func reach(name string) int {
	sum := 0
	for _, w := range wordsOf(name) {
		w = strings.TrimRight(strings.ToLower(w), "0123456789")
		if sumWords[w] {
			sum += 2
		}
		if wholeWords[w] {
			sum++
		}
		if partWords[w] {
			sum--
		}
	}
	return sum
}

// statedBy says whether a name tells an average from an instant; empty where it does not.
func statedBy(name string) string {
	for _, w := range wordsOf(name) {
		if stated := averageWords[strings.ToLower(w)]; stated != "" {
			return stated
		}
	}
	return ""
}
