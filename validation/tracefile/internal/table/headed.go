package table

import (
	"slices"

	"green500/validation/tracefile/internal/columnname"
)

// heads reports whether the separator cuts the first reading that it cuts and the line above it, which names a column of times, and
// reads no less of that reading than a blank: the summary at the end of a log, blanks in names and those between dates and times of
// day may be cut alike in more lines than its readings are, if a decimal comma or a column that was inserted midway cuts those apart.
func (l *likeness) heads(all []Sample) bool {
	return l.headsFirst(all, func(cells int) bool { return cells > 1 }) || l.headsFirst(all, func(cells int) bool { return cells == l.cells })
}

// headsFirst says so of the first reading that is cut into as many cells as it may be: lines before the table may tell times.
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

// firstHeaded returns the first of the readings right above the first usual one that stand below names and are cut as those are,
// where there are such: those below have other cells, as where a column was inserted midway, and are no measure for the names.
func (l *Layout) firstHeaded(all []Sample, usual int) int {
	at := usual
	for at > 0 && !all[at-1].Comment && all[at-1].Cells > 1 && IsReading(CellsIn(all[at-1], l.Separator)) {
		at--
	}
	if at == 0 || all[at-1].Comment || all[at-1].Cells != all[at].Cells || !slices.ContainsFunc(CellsIn(all[at-1], l.Separator), NamesTime) {
		return usual
	}
	return at
}

// firstTimed returns the first reading of a table further down that has times, where the usual first reading is of one that has none:
// programs list what they read, with its unit, above what they read.
func (l *Layout) firstTimed(all []Sample, usual int) int {
	if hasTime(CellsIn(all[usual], l.Separator)) || usual > 0 && slices.ContainsFunc(CellsIn(all[usual-1], l.Separator), NamesTime) {
		return usual
	}
	for at := usual + 2; at < len(all); at++ {
		names, cells := all[at-1], all[at]
		if names.Comment || cells.Comment || cells.Cells < 2 || names.Cells != cells.Cells || !slices.ContainsFunc(CellsIn(names, l.Separator), NamesTime) {
			continue
		}
		if hasTime(CellsIn(cells, l.Separator)) {
			return at
		}
	}
	return usual
}

// hasTime reports whether a cell holds a time that can be nothing else.
func hasTime(cells [][]byte) bool {
	return slices.ContainsFunc(cells, func(cell []byte) bool {
		k := KindOf(cell)
		return k == ZonedTime || k == LocalTime || k == CountedTime || k == DayTime
	})
}
