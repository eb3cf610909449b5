package infer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// roles says what every column is for, but for those that identify meters. Nobody changes what it returns.
func (g *sample) roles() []Role { return once(g, "roles", g.findRoles) }

func (g *sample) findRoles() []Role {
	roles := make([]Role, len(g.Names))
	named := -1
	if g.settings.Value != "" {
		named, _ = g.Find("value", g.settings.Value)
	}
	for i := range roles {
		if roles[i] = g.role(i); i == named && i != g.timeAt {
			roles[i] = ReadingRole
		}
	}
	g.withoutOtherQuantities(roles)
	g.withoutCodes(roles)
	g.withoutOthers(roles)
	if g.product >= 0 && g.settings.Value == "" { // a person who names another one knows better
		withoutReadings(roles, func(i int) bool { return i != g.product && g.Raw[i] == "" })
		roles[g.product] = ReadingRole
	}
	if slices.Contains(roles, ReadingRole) {
		return roles
	}
	for i, role := range roles { // numbers that rise by one: those of rows begin with 0 or 1
		if role == OtherRole && g.countsOtherwise(i) && !g.called[i].Foreign && !g.called[i].ID &&
			!slices.Contains(g.Aside, i) {
			roles[i] = ReadingRole
		}
	}
	return roles
}

func (g *sample) role(i int) Role {
	switch numbered := g.cells[i].numbered(); {
	case i == g.timeAt:
		return TimeRole
	case i == g.Value:
		return ReadingRole
	case slices.Contains(g.Keys, i):
		return MeterRole
	case slices.Contains(g.Aside, i):
		return OtherRole
	case numbered && g.Means[i].Unit != "":
		return ReadingRole
	case g.clocklike(i):
		return TimeRole
	case numbered && g.readable(i):
		return ReadingRole
	}
	return OtherRole
}

func withoutReadings(roles []Role, not func(i int) bool) {
	for i := range roles {
		if roles[i] == ReadingRole && not(i) {
			roles[i] = OtherRole
		}
	}
}

func (g *sample) readable(i int) bool {
	is := &g.called[i]
	return !is.Foreign && !g.charges(i) && !areFlags(g.cells[i].texts) && !g.partsTime(i) && g.Names[i] != "" &&
		(is.Hint.Quantity != "" || !g.counting(i) && !g.numbering(i)) &&
		!strings.HasPrefix(g.Names[i], "__index_level_")
}

const fewestFlags = 4

// areFlags reports whether texts are states of several things, such as 00000000 and 00000010.
func areFlags(texts []string) bool {
	return len(texts) > 0 && strings.HasPrefix(texts[0], "0") && !slices.ContainsFunc(texts, func(text string) bool {
		return len(text) != len(texts[0]) || len(text) < fewestFlags || strings.Trim(text, "01") != ""
	})
}

func (g *sample) withoutOtherQuantities(roles []Role) {
	silent := func(i int) bool {
		return !(i == g.Value || g.Means[i].Unit != "" || g.hintOf(i).Quantity != "" || g.named(i))
	}
	for i := range roles {
		if roles[i] == ReadingRole && !silent(i) {
			withoutReadings(roles, silent)
			return
		}
	}
}

const aDay = 26 * 3600 // how far a second clock may stand from the first, in seconds: zones differ by less

func (g *sample) clocklike(i int) bool {
	c := &g.cells[i]
	if !c.numbered() || c.missing > 0 {
		return false
	}
	for row, n := range c.numbers {
		if g.at[row] == noTime || math.IsNaN(n) || n < anEpoch || n >= math.MaxInt64 {
			return false
		}
		counted := int64(n) / (timestamp.NanosecondsPerSecond / timestamp.UnitOf(int64(n)).Nanoseconds)
		if seconds := g.at[row] / timestamp.NanosecondsPerSecond; counted-seconds > aDay || seconds-counted > aDay {
			return false
		}
	}
	return len(c.numbers) > 0
}

func (g *sample) named(i int) bool {
	return g.settings.Value != "" && strings.EqualFold(g.Names[i], celltext.OneLine(g.settings.Value))
}

func (g *sample) hintOf(i int) columnname.NameHint {
	if _, known := g.rates[i]; known {
		return columnname.NameHint{Quantity: power.Power, Unit: "W"}
	}
	return g.called[i].Hint
}

func (g *sample) quantityOf(i int) power.Quantity {
	if quantity, known := g.Means[i].Unit.Quantity(); known {
		return quantity
	}
	return g.hintOf(i).Quantity
}

func (g *sample) countsOtherwise(i int) bool {
	c := &g.cells[i]
	return c.numeric == len(c.numbers) && g.Numeric[i] && g.counting(i) && math.Abs(c.numbers[0]) > 1
}

// how many steps a count of rows has for each reset, as of logs in a row. Instruments in turn are counted in shorter
// rounds
const manyResets = 4

func (g *sample) counting(i int) bool {
	first, last, steps, reset := math.NaN(), math.NaN(), 0, 0
	for _, n := range g.cells[i].numbers {
		switch {
		case math.IsNaN(n): // a header that comes again
			continue
		case math.IsNaN(last):
			first = n
		case n-last == 1:
			steps++
		case n == first && (n == 0 || n == 1):
			reset++
		default:
			return false
		}
		last = n
	}
	return steps > 1 && manyResets*reset <= steps
}

// numbering reports whether a column numbers rows of which some are missing: it has no name, or that of such, and whole
// numbers that rise.
func (g *sample) numbering(i int) bool {
	words := columnname.WordsOf(strings.ToLower(g.Names[i]))
	ofRows := len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !columnname.RowWords[w] }) ||
		columnname.Unnamed.MatchString(g.Names[i])
	if nameless := g.Raw[i] == "" && !g.Numeric[i]; !nameless && !ofRows {
		return false
	}
	last, steps, reset := math.NaN(), 0, 0
	for _, n := range g.cells[i].numbers {
		switch {
		case math.IsNaN(n):
			continue
		case n < 0 || n != math.Trunc(n) || n == last:
			return false
		case n > last:
			steps++
		case n < last:
			reset++
		}
		last = n
	}
	return steps > 1 && manyResets*reset <= steps
}

// withoutOthers takes columns that nothing is known about for no readings if another says of all rows that they are of
// something else.
func (g *sample) withoutOthers(roles []Role) {
	ofOthers := func(i int) bool {
		return g.naming(i, roles) && columnname.Says(g.Names[i], columnname.KindWords) &&
			!slices.ContainsFunc(g.cells[i].texts, func(text string) bool {
				return !columnname.Says(text, columnname.OtherKinds) || columnname.OfPower(text)
			})
	}
	text, _ := g.unitColumnText(nil)
	if _, known := columnname.UnitNamed(text); known || g.settings.Unit != "" || g.settings.Quantity != "" ||
		len(g.ColumnsWhere(ofOthers)) == 0 {
		return
	}
	withoutReadings(roles, func(i int) bool {
		return i != g.Value && !g.named(i) && g.Means[i].Unit == "" && g.hintOf(i).Quantity == ""
	})
}

// fullWords tell how full a battery is, storeWords and levelWords if both are said, and plugWords whether it is being
// filled.
var (
	fullWords  = columnname.WordSet("soc")
	storeWords = columnname.WordSet("battery batt bat akku accu charge state")
	levelWords = columnname.WordSet("level capacity charge")
	plugWords  = columnname.WordSet("charging charged")
)

func (g *sample) charges(i int) bool {
	name, most := g.Names[i], 1.0
	switch words := len(columnname.WordsOf(name)); {
	case g.quantityOf(i) != "":
		return false
	case columnname.Says(name, fullWords),
		words > 1 && columnname.Says(name, storeWords) && columnname.Says(name, levelWords):
		most = 100 // percent
	case !columnname.Says(name, plugWords):
		return false
	}
	return !g.cells[i].has(func(n float64) bool { return n < 0 || n > most })
}

// from where numbers are those of meters, contracts or products rather than readings, if they never change
const leastCode = 1e6

func (g *sample) withoutCodes(roles []Role) {
	if len(g.ColumnsWhere(func(i int) bool { return roles[i] == ReadingRole && len(g.cells[i].texts) > 1 })) == 0 {
		return
	}
	withoutReadings(roles, func(i int) bool {
		c := &g.cells[i]
		return i != g.Value && !g.named(i) && g.quantityOf(i) == "" && len(c.texts) == 1 && len(c.numbers) > 1 &&
			!c.has(func(n float64) bool { return n < leastCode || n != math.Trunc(n) })
	})
}

// If nothing names the columns, a unit may stand in a cell of its own after each number, as in
//
//	2026-06-01 10:00:00 230.1 V 1.95 A 448.7 W
//
// It is the unit of the number before it, and of no other number in its row.

var otherSigns = columnname.WordSet(
	"v mv kv a ma ua µa μa ka va kva var kvar vah kvah varh kvarh hz khz mhz ghz % °c °f c k ah mah s ms rpm lx")

func (g *sample) applySigns() {
	for i := 1; i < len(g.cells); i++ {
		sign := g.signAt(i)
		if sign == "" {
			continue
		}
		if g.called[i-1].Foreign = otherSigns[strings.ToLower(sign)]; !g.called[i-1].Foreign {
			g.called[i-1].Hint, _ = columnname.HintOf(sign)
		}
	}
}

func (g *sample) signAt(i int) string {
	if i < 1 || i >= len(g.cells) || len(g.cells[i].texts) != 1 || g.cells[i].missing > 0 || !g.cells[i-1].numbered() {
		return ""
	}
	nameless := func(i int) bool { return g.Names[i] == fmt.Sprintf("column %d", i+1) }
	sign := g.cells[i].texts[0]
	if _, known := columnname.UnitNamed(sign); !known && !otherSigns[strings.ToLower(sign)] || !nameless(i) ||
		!nameless(i-1) {
		return ""
	}
	return sign
}

var timeParts = columnname.WordSet("time date day days month months year years hour hours minute minutes week " +
	"weekday weekdays weekend dayofweek dow doy quarter " + "datum monat jahr stunde woche wochentag of the")

func (g *sample) partsTime(i int) bool {
	words := columnname.WordsOf(g.Names[i])
	return i != g.timeAt && len(words) > 0 && (table.SaysMillis(g.Names[i]) ||
		!slices.ContainsFunc(words, func(w string) bool { return !timeParts[strings.ToLower(w)] }))
}

// dates reports whether a column holds times that are written as dates, as when a reading came in.
func (g *sample) dates(i int) bool {
	texts := g.cells[i].texts
	return len(texts) > 0 &&
		slices.Contains([]table.Kind{table.LocalTime, table.ZonedTime}, table.KindOf([]byte(texts[0])))
}

func (g *sample) timeColumns() []int {
	return once(g, "times", func() []int {
		roles := g.roles()
		return g.ColumnsWhere(func(i int) bool { return roles[i] == TimeRole || g.countsTime(i) || g.dates(i) })
	})
}

// countsTime reports whether a column counts times from a start by its name, or since it is called as that of the times
// is.
func (g *sample) countsTime(i int) bool {
	rises, last := false, math.NaN()
	for _, n := range g.cells[i].numbers {
		if n < last {
			return false
		}
		if !math.IsNaN(n) {
			rises, last = rises || n > last, n
		}
	}
	return rises && (columnname.Says(g.Raw[i], columnname.TimeWords) ||
		g.Raw[i] != "" && columnname.PatternOf(g.Raw[i]) == columnname.PatternOf(g.Raw[g.timeAt]))
}
