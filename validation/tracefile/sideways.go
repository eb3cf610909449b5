package tracefile

// fewestSideways is how many times stand in the first line of a table at least that has a column for each.
const fewestSideways = 2

// sideways reports whether the first line of a table holds times where the line below it holds none, as where a program exports a line a
// sensor and a column a time. Nothing else of such a table is what its place says.
func (l *layout) sideways(all []sample) (line int, is bool) {
	for at := range all {
		if all[at].comment {
			continue
		}
		if at+1 == len(all) || all[at].cells != all[at+1].cells {
			return 0, false
		}
		above, below := cellsIn(all[at], l.separator), cellsIn(all[at+1], l.separator)
		times := 0
		for i, cell := range above {
			switch {
			case !isDated(cell):
			case isDated(below[i]):
				return 0, false
			default:
				times++
			}
		}
		return all[at].line, times >= fewestSideways
	}
	return 0, false
}

// isDated reports whether a cell holds a date with its time of day.
func isDated(cell []byte) bool {
	k := kindOf(cell)
	return k == zonedTime || k == wallTime
}
