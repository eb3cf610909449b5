package tracefile

import (
	"regexp"
	"slices"
	"strings"
)

// Meters write several lines above their readings: of which devices the columns are, what they are called, in which units they are,
// how each was formed of what was sampled.

// headlines bounds how many of them are looked at.
const headlines = 8

// pastHeadings returns the first reading below lines of words that stand below numbers without a date, such as the serial numbers of
// devices; first where there are none.
func (l *layout) pastHeadings(all []sample, first int) int {
	for at := first; at+1 < min(len(all), first+headlines); at++ {
		cells := cellsIn(all[at], l.separator)
		if all[at].comment || holdsDate(cells) {
			break
		}
		if all[at].cells == all[at+1].cells && onlyWords(cells) && holdsDate(cellsIn(all[at+1], l.separator)) {
			return at + 1
		}
	}
	return first
}

// onlyWords reports whether cells hold several words and nothing else.
func onlyWords(cells [][]byte) bool {
	said := 0
	for _, cell := range cells {
		k := kindOf(cell)
		if k != words && k != kindNone {
			return false
		}
		said += countIf(k == words)
	}
	return said > 1
}

// holdsDate reports whether a cell is a date that is written as such: numbers of devices may look like counts since 1970.
func holdsDate(cells [][]byte) bool {
	return slices.ContainsFunc(cells, func(cell []byte) bool {
		k := kindOf(cell)
		return k == zonedTime || k == wallTime || k == dateOnly
	})
}

// formedWords say how readings were formed of what was sampled.
var formedWords = wordSet("avg average mean min minimum max maximum tot total sum smp sample std stdev")

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
func (l *layout) aboveUnits(all []sample, at int) int {
	if l.alikeAbove(all, at) && isFormed(cellsIn(all[at], l.separator)) {
		l.formed = textsOf(cellsIn(all[at], l.separator))
		at--
	}
	if !l.alikeAbove(all, at) {
		return at
	}
	names, units := textsOf(cellsIn(all[at-1], l.separator)), textsOf(cellsIn(all[at], l.separator))
	bare := slices.Clone(units)
	for i := range min(len(bare), len(names)) {
		if timely(bare[i]) && timely(names[i]) {
			bare[i] = "" // it is that of the times below their name
		}
	}
	if isUnits(bare) || isTypes(cellsIn(all[at], l.separator)) || l.formed != nil && !slices.Equal(bare, units) {
		l.units = units
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
func (l *layout) alikeAbove(all []sample, at int) bool {
	return at > 0 && !all[at-1].comment && all[at-1].cells == all[at].cells
}

// nameFormed completes names that several columns share by how each was formed, where that is said of all of them.
func (l *layout) nameFormed() {
	times := map[string]int{}
	for i, name := range l.names {
		if times[name]++; i >= len(l.formed) || l.formed[i] == "" {
			times[name] = -len(l.names)
		}
	}
	for i, name := range l.names {
		if name != "" && times[name] > 1 {
			l.names[i] = name + " " + l.formed[i]
		}
	}
}

// namesTimes reports whether a record holds nothing but words, of which one says time.
func (l *layout) namesTimes(s sample) bool {
	cells := cellsIn(s, l.separator)
	return onlyWords(cells) && slices.ContainsFunc(cells, namesTime)
}
