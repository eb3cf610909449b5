package table

import (
	"bytes"
	"cmp"
	"slices"

	"green500/validation/logs/tracefile/internal/columnname"
)

type likeness struct {
	separator byte
	agree     int // records cut into the usual number of cells
	cells     int // the usual number
	read, of  int // characters of the last of these records in cells that are a time or a number, and all
}

const tasted = 10

// separate chooses the separator and returns the usual number of cells. The one that cuts most lines
// alike wins; counting in the header alone would be misled by a name such as "Power (node, W)",
// counting in the readings by a decimal comma. Of several that do, the one wins whose cells leave least of
// the text unread: a blank cuts a date from its time of day, and joins what commas separate. It never wins over
// one that cuts the names and the first reading below them.
func (l *Layout) separate(all []Sample) (usual int) {
	best := likeness{separator: Separators[0], cells: 1}
	for _, separator := range Separators {
		cuts := func(s Sample) bool {
			return bytes.IndexByte(s.Text, separator) >= 0 || separator == ' ' && bytes.IndexByte(s.Text, '\t') >= 0
		}
		if !slices.ContainsFunc(all, cuts) || separator == ' ' && best.heads(all) {
			continue
		}
		one := like(all, separator)
		better := cmp.Or(cmp.Compare(one.agree, best.agree),
			cmp.Compare(one.read*max(best.of, 1), best.read*max(one.of, 1)), cmp.Compare(one.cells, best.cells))
		if one.cells > 1 && better > 0 {
			best = one
		}
	}
	l.Separator = best.separator
	for i := range all {
		all[i].Cells = CellCount(all[i].Text, l.Separator)
	}
	return best.cells
}

func like(all []Sample, separator byte) likeness {
	l := likeness{separator: separator}
	counts := map[int]int{} // of records, by how many cells they are cut into
	for i := range all {
		if all[i].Comment {
			continue
		}
		n := CellCount(all[i].Text, separator)
		counts[n]++
		if n > 1 && (counts[n] > l.agree || counts[n] == l.agree && n > l.cells) {
			l.agree, l.cells = counts[n], n
		}
	}
	for i, left := len(all)-1, tasted; i >= 0 && left > 0; i-- {
		if !all[i].Comment && CellCount(all[i].Text, separator) == l.cells {
			l.taste(all[i])
			left--
		}
	}
	return l
}

func (l *likeness) taste(s Sample) {
	l.of += len(s.Text)
	cells := CellsIn(s, l.separator)
	if l.separator == ' ' &&
		slices.ContainsFunc(cells, func(cell []byte) bool { return len(cell) == 1 && bytes.ContainsAny(cell, ",;|") }) {
		return
	}
	for _, cell := range cells {
		if k := PlainKind(cell); k != Words && k != KindNone {
			l.read += len(cell)
		}
	}
}

// heads reports whether the separator cuts the first reading that it cuts and the line above it, which names a column
// of times, and reads no less of that reading than a blank: the summary at the end of a log, blanks in names and those
// between dates and times of day may be cut alike in more lines than its readings are, if a decimal comma or a column
// that was inserted midway cuts those apart. Lines before the table may tell times.
func (l *likeness) heads(all []Sample) bool {
	return l.headsFirst(all, func(cells int) bool { return cells > 1 }) ||
		l.headsFirst(all, func(cells int) bool { return cells == l.cells })
}

func (l *likeness) headsFirst(all []Sample, may func(cells int) bool) bool {
	if l.cells < 2 {
		return false
	}
	at := slices.IndexFunc(all, func(s Sample) bool {
		return !s.Comment && may(CellCount(s.Text, l.separator)) && IsReading(CellsIn(s, l.separator))
	})
	if at < 1 || all[at-1].Comment {
		return false
	}
	names := CellsIn(all[at-1], l.separator)
	if len(names) < 2 || len(names) > CellCount(all[at].Text, l.separator) || !slices.ContainsFunc(names, NamesTime) {
		return false
	}
	own, blank := likeness{separator: l.separator}, likeness{separator: ' '}
	own.taste(all[at])
	blank.taste(all[at])
	return own.read >= blank.read
}

// NamesTime reports whether a cell is the name of a column of times.
func NamesTime(cell []byte) bool { return columnname.Timely(string(cell)) }

// firstHeaded returns the first reading right below names that are cut as it is; those below may have other cells, of a
// column inserted midway.
func (l *Layout) firstHeaded(all []Sample, usual int) int {
	at := usual
	for at > 0 && !all[at-1].Comment && all[at-1].Cells > 1 && IsReading(CellsIn(all[at-1], l.Separator)) {
		at--
	}
	if !l.alikeAbove(all, at) || !slices.ContainsFunc(CellsIn(all[at-1], l.Separator), NamesTime) {
		return usual
	}
	return at
}

// firstTimed returns the first reading with a time, if the usual one has none: programs list what they read above it.
func (l *Layout) firstTimed(all []Sample, usual int) int {
	if hasTime(CellsIn(all[usual], l.Separator)) ||
		usual > 0 && slices.ContainsFunc(CellsIn(all[usual-1], l.Separator), NamesTime) {
		return usual
	}
	for at := usual + 2; at < len(all); at++ {
		if all[at].Comment || all[at].Cells < 2 || !l.alikeAbove(all, at) ||
			!slices.ContainsFunc(CellsIn(all[at-1], l.Separator), NamesTime) {
			continue
		}
		if hasTime(CellsIn(all[at], l.Separator)) {
			return at
		}
	}
	return usual
}

func hasTime(cells [][]byte) bool { return hasKind(cells, ZonedTime, LocalTime, CountedTime, DayTime) }

func hasKind(cells [][]byte, kinds ...Kind) bool {
	return slices.ContainsFunc(cells, func(cell []byte) bool { return slices.Contains(kinds, KindOf(cell)) })
}
