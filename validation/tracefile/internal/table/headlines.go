package table

import (
	"regexp"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// Meters write several lines above their readings: of which devices the columns are, what they are called, in which units they are,
// how each was formed of what was sampled.

// headlines bounds how many of them are looked at.
const headlines = 8

// pastHeadings returns the first reading below lines of words that stand below numbers without a date, such as the serial numbers of
// devices; first if there are none.
func (l *Layout) pastHeadings(all []Sample, first int) int {
	for at := first; at+1 < min(len(all), first+headlines); at++ {
		cells := CellsIn(all[at], l.Separator)
		if all[at].Comment || holdsDate(cells) {
			break
		}
		if all[at].Cells == all[at+1].Cells && onlyWords(cells) && holdsDate(CellsIn(all[at+1], l.Separator)) {
			return at + 1
		}
	}
	return first
}

// onlyWords reports whether cells hold several words and nothing else.
func onlyWords(cells [][]byte) bool {
	said := 0
	for _, cell := range cells {
		k := KindOf(cell)
		if k != Words && k != KindNone {
			return false
		}
		said += celltext.CountIf(k == Words)
	}
	return said > 1
}

// holdsDate reports whether a cell is a date that is written as such: numbers of devices may look like counts since 1970.
func holdsDate(cells [][]byte) bool {
	return slices.ContainsFunc(cells, func(cell []byte) bool {
		k := KindOf(cell)
		return k == ZonedTime || k == LocalTime || k == DateOnly
	})
}

// formedWords say how readings were formed of what was sampled.
var formedWords = columnname.WordSet("avg average mean min minimum max maximum tot total sum smp sample std stdev")

// isFormed reports whether a line says how the columns below were formed, and nothing else.
func isFormed(cells [][]byte) bool {
	said := false
	for _, cell := range cells {
		if len(cell) > 0 && !formedWords[strings.ToLower(string(cell))] {
			return false
		}
		said = said || len(cell) > 0
	}
	return said
}

// aboveUnits returns which line holds the names: at, or the one above if at holds units or types, and the one above both if a line below
// them says how the columns were formed.
func (l *Layout) aboveUnits(all []Sample, at int) int {
	if l.alikeAbove(all, at) && isFormed(CellsIn(all[at], l.Separator)) {
		l.formed = TextsOf(CellsIn(all[at], l.Separator))
		at--
	}
	if !l.alikeAbove(all, at) {
		return at
	}
	names, units := TextsOf(CellsIn(all[at-1], l.Separator)), TextsOf(CellsIn(all[at], l.Separator))
	bare := slices.Clone(units)
	for i := range min(len(bare), len(names)) {
		if columnname.Timely(bare[i]) && columnname.Timely(names[i]) {
			bare[i] = "" // it is that of the times below their name
		}
	}
	if IsUnits(bare) || isTypes(CellsIn(all[at], l.Separator)) || l.formed != nil && !slices.Equal(bare, units) {
		l.Units = units
		at--
	}
	return at
}

// typeName is one of the types that databases give columns, with what it is made of.
var typeName = regexp.MustCompile(`(?i)^((LowCardinality|Nullable)\()*(string|text|(var)?char|symbol|bool(ean)?|date(time)?(32|64)?|time(stamp)?(tz)?|timestamp with time zone|u?int(eger)?\d*|(tiny|small|big|huge)int|float\d*|real|double( precision)?|decimal|numeric)(\([^()]*\))?\)*$`)

// isTypes reports whether cells are the types of several columns, as databases write them under their names.
func isTypes(cells [][]byte) bool {
	return len(cells) > 1 && !slices.ContainsFunc(cells, func(cell []byte) bool { return !typeName.Match(cell) })
}

// alikeAbove reports whether the line above another is cut as that: a setting is above names that are units.
func (l *Layout) alikeAbove(all []Sample, at int) bool {
	return at > 0 && !all[at-1].Comment && all[at-1].Cells == all[at].Cells
}

// nameFormed completes names that several columns share by how each was formed, where that is said of all of them.
func (l *Layout) nameFormed() {
	times := map[string]int{}
	for i, name := range l.Names {
		if times[name]++; i >= len(l.formed) || l.formed[i] == "" {
			times[name] = -len(l.Names)
		}
	}
	for i, name := range l.Names {
		if name != "" && times[name] > 1 {
			l.Names[i] = name + " " + l.formed[i]
		}
	}
}

// namesTimes reports whether a record holds nothing but words, of which one says time.
func (l *Layout) namesTimes(s Sample) bool {
	cells := CellsIn(s, l.Separator)
	return onlyWords(cells) && slices.ContainsFunc(cells, NamesTime)
}
