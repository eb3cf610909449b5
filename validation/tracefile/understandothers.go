package tracefile

import (
	"math"
	"slices"
	"strings"

	"green500/validation/power"
)

// What a log holds beside power and energy, by the names of its columns and of what stands in them.

// otherUnits are what the last word of a name may be where no word of it says power or energy. busyWords are of a share of the time
// or of what there is, where they are said of one of the shared things.
var (
	otherUnits  = wordSet("ms msec us µs usec sec secs second seconds minute minutes mv uv µv kv ma ua µa mah byte bytes kb mb gb kib mib gib bit bits bps kbps mbps gbps packets")
	busyWords   = wordSet("usage used use load busy activity active")
	sharedWords = wordSet("cpu gpu core cores mem memory ram vram disk swap")
)

// saysOther reports whether a name that says neither power nor energy says that a column holds something else.
func saysOther(name string) bool {
	words := wordsOf(strings.ToLower(name))
	return len(words) > 0 && otherUnits[words[len(words)-1]] || says(name, busyWords) && says(name, sharedWords)
}

// fromWords stand before what something was made of.
var fromWords = wordSet("from via aus")

// lastSaid is the quantity that a name says last, before it says from what: ENERGY.Power and power_from_energy are power. It is empty
// where another word follows, as in power/energy-pkg/.
func lastSaid(name string) (said power.Quantity) {
	for _, w := range wordsOf(strings.ToLower(name)) {
		switch {
		case strings.Trim(w, "0123456789") == "":
		case said != "" && fromWords[w]:
			return said
		default:
			said = quantityWords[bareWord(w)]
		}
	}
	return said
}

// kindWords are of columns that name what the numbers beside them are, and otherKinds what these may be that is neither power nor
// energy. Names of sensors hold other words that are foreign to readings, such as their number.
var (
	kindWords  = wordSet("metric metrics sensor field quantity measurement parameter variable entity")
	otherKinds = wordSet("volt volts voltage voltmeter amp amps ampere amperes ammeter amperemeter current temperature temp thermometer temperatur spannung " +
		"strom freq frequency humidity hygrometer barometer count util utilization utilisation percent rpm")
)

// withoutOthers makes columns of numbers that nothing is told of no readings where a column says of all rows that they are of
// something else. Whoever says a unit or a quantity knows better.
func (g *glance) withoutOthers(roles []Role) []Role {
	naming := g.columnsWhere(func(i int) bool { return g.naming(i, roles) })
	text, _ := g.unitTold(nil)
	if _, known := unitNamed(text); known || g.told.Unit != "" || g.told.Quantity != "" || !slices.ContainsFunc(naming, g.namesOthers) {
		return roles
	}
	for i := range roles {
		if roles[i] == ReadingRole && i != g.value && !g.named(i) && g.means[i].unit == "" && g.hintOf(i).quantity == "" {
			roles[i] = OtherRole
		}
	}
	return roles
}

// fullWords tell how full a battery is, storeWords and levelWords where both are said, and plugWords whether it is being filled.
var (
	fullWords  = wordSet("soc")
	storeWords = wordSet("battery batt bat akku accu charge state")
	levelWords = wordSet("level capacity charge")
	plugWords  = wordSet("charging charged")
)

// full is the most that a column shows which tells in percent how full something is.
const full = 100

// charges reports whether a column tells how full a battery is by its name, and by its numbers may.
func (g *glance) charges(i int) bool {
	name, most := g.names[i], 1.0
	switch words := len(wordsOf(name)); {
	case g.quantityOf(i) != "":
		return false
	case says(name, fullWords), words > 1 && says(name, storeWords) && says(name, levelWords):
		most = full
	case !says(name, plugWords):
		return false
	}
	return !slices.ContainsFunc(g.cells[i].numbers, func(n float64) bool { return n < 0 || n > most })
}

// leastCode is from where numbers are those of meters, contracts or products rather than readings, where they never change.
const leastCode = 1e6

// withoutCodes makes columns of whole numbers of many digits that never change no readings where another one changes.
func (g *glance) withoutCodes(roles []Role) []Role {
	code := func(i int) bool {
		c := &g.cells[i]
		return i != g.value && !g.named(i) && g.quantityOf(i) == "" && len(c.texts) == 1 && len(c.numbers) > 1 &&
			!slices.ContainsFunc(c.numbers, func(n float64) bool { return n < leastCode || n != math.Trunc(n) })
	}
	if !slices.ContainsFunc(g.columnsWhere(func(i int) bool { return roles[i] == ReadingRole }), func(i int) bool { return len(g.cells[i].texts) > 1 }) {
		return roles
	}
	for i := range roles {
		if roles[i] == ReadingRole && code(i) {
			roles[i] = OtherRole
		}
	}
	return roles
}

// namesOthers reports whether all words of a column name something else than power and energy.
func (g *glance) namesOthers(column int) bool {
	return says(g.names[column], kindWords) && !slices.ContainsFunc(g.cells[column].texts, func(text string) bool {
		return !says(text, otherKinds) || ofPower(text)
	})
}
