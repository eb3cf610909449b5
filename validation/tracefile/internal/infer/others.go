package infer

import (
	"math"
	"slices"

	"green500/validation/tracefile/internal/columnname"
)

// withoutOthers makes columns of numbers that nothing is known about no readings where a column says of all rows that they are of
// something else. A person who states a unit or a quantity knows better.
func (g *sample) withoutOthers(roles []Role) []Role {
	naming := g.ColumnsWhere(func(i int) bool { return g.naming(i, roles) })
	text, _ := g.unitColumnText(nil)
	if _, known := columnname.UnitNamed(text); known || g.settings.Unit != "" || g.settings.Quantity != "" || !slices.ContainsFunc(naming, g.namesOthers) {
		return roles
	}
	for i := range roles {
		if roles[i] == ReadingRole && i != g.Value && !g.named(i) && g.Means[i].Unit == "" && g.hintOf(i).Quantity == "" {
			roles[i] = OtherRole
		}
	}
	return roles
}

// fullWords tell how full a battery is, storeWords and levelWords where both are said, and plugWords whether it is being filled.
var (
	fullWords  = columnname.WordSet("soc")
	storeWords = columnname.WordSet("battery batt bat akku accu charge state")
	levelWords = columnname.WordSet("level capacity charge")
	plugWords  = columnname.WordSet("charging charged")
)

// full is the most that a column shows that states in percent how full something is.
const full = 100

// charges reports whether a column states how full a battery is by its name, and by its numbers may.
func (g *sample) charges(i int) bool {
	name, most := g.Names[i], 1.0
	switch words := len(columnname.WordsOf(name)); {
	case g.quantityOf(i) != "":
		return false
	case columnname.Says(name, fullWords), words > 1 && columnname.Says(name, storeWords) && columnname.Says(name, levelWords):
		most = full
	case !columnname.Says(name, plugWords):
		return false
	}
	return !slices.ContainsFunc(g.cells[i].numbers, func(n float64) bool { return n < 0 || n > most })
}

// leastCode is from where numbers are those of meters, contracts or products rather than readings, where they never change.
const leastCode = 1e6

// withoutCodes makes columns of whole numbers of many digits that never change no readings where another one changes.
func (g *sample) withoutCodes(roles []Role) []Role {
	code := func(i int) bool {
		c := &g.cells[i]
		return i != g.Value && !g.named(i) && g.quantityOf(i) == "" && len(c.texts) == 1 && len(c.numbers) > 1 &&
			!slices.ContainsFunc(c.numbers, func(n float64) bool { return n < leastCode || n != math.Trunc(n) })
	}
	if !slices.ContainsFunc(g.ColumnsWhere(func(i int) bool { return roles[i] == ReadingRole }), func(i int) bool { return len(g.cells[i].texts) > 1 }) {
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
func (g *sample) namesOthers(column int) bool {
	return columnname.Says(g.Names[column], columnname.KindWords) && !slices.ContainsFunc(g.cells[column].texts, func(text string) bool {
		return !columnname.Says(text, columnname.OtherKinds) || columnname.OfPower(text)
	})
}
