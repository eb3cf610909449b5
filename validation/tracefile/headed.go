package tracefile

import "slices"

// heads reports whether the separator cuts the first reading that it cuts and the line above it, which names a column of times, and
// reads no less of that reading than a blank: the summary at the end of a log, blanks in names and those between dates and times of
// day may be cut alike in more lines than its readings are, if a decimal comma or a column that was inserted midway cuts those apart.
func (l *likeness) heads(all []sample) bool {
	return l.headsFirst(all, func(cells int) bool { return cells > 1 }) || l.headsFirst(all, func(cells int) bool { return cells == l.cells })
}

// headsFirst says so of the first reading that is cut into as many cells as it may be: lines before the table may tell times.
func (l *likeness) headsFirst(all []sample, may func(cells int) bool) bool {
	if l.cells < 2 {
		return false
	}
	at := slices.IndexFunc(all, func(s sample) bool {
		return !s.comment && may(cellCount(s.text, l.separator)) && isReading(cellsIn(s, l.separator))
	})
	if at < 1 || all[at-1].comment {
		return false
	}
	names := cellsIn(all[at-1], l.separator)
	if len(names) < 2 || len(names) > cellCount(all[at].text, l.separator) || !slices.ContainsFunc(names, namesTime) {
		return false
	}
	own, blank := likeness{separator: l.separator}, likeness{separator: ' '}
	own.taste(all[at])
	blank.taste(all[at])
	return own.read >= blank.read
}

func namesTime(cell []byte) bool { return timely(string(cell)) }

// firstHeaded returns the first of the readings right above the first usual one that stand below names and are cut as those are,
// where there are such: those below have other cells, as where a column was inserted midway, and are no measure for the names.
func (l *layout) firstHeaded(all []sample, usual int) int {
	at := usual
	for at > 0 && !all[at-1].comment && all[at-1].cells > 1 && isReading(cellsIn(all[at-1], l.separator)) {
		at--
	}
	if at == 0 || all[at-1].comment || all[at-1].cells != all[at].cells || !slices.ContainsFunc(cellsIn(all[at-1], l.separator), namesTime) {
		return usual
	}
	return at
}

// firstTimed returns the first reading of a table further down that has times, where the usual first reading is of one that has none:
// programs list what they read, with its unit, above what they read.
func (l *layout) firstTimed(all []sample, usual int) int {
	if hasTime(cellsIn(all[usual], l.separator)) || usual > 0 && slices.ContainsFunc(cellsIn(all[usual-1], l.separator), namesTime) {
		return usual
	}
	for at := usual + 2; at < len(all); at++ {
		names, cells := all[at-1], all[at]
		if names.comment || cells.comment || cells.cells < 2 || names.cells != cells.cells || !slices.ContainsFunc(cellsIn(names, l.separator), namesTime) {
			continue
		}
		if hasTime(cellsIn(cells, l.separator)) {
			return at
		}
	}
	return usual
}

// hasTime reports whether a cell holds a time that can be nothing else.
func hasTime(cells [][]byte) bool {
	return slices.ContainsFunc(cells, func(cell []byte) bool {
		k := kindOf(cell)
		return k == zonedTime || k == wallTime || k == countedTime || k == dayTime
	})
}
