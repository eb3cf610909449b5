package table

// fewestTransposed is how many times stand in the first line of a table at least that has a column for each.
const fewestTransposed = 2

// Transposed reports whether the first line of a table holds times where the line below it holds none, as where a program exports a line a
// sensor and a column a time. Nothing else of such a table is what its place says.
func (l *Layout) Transposed(all []Sample) (line int, is bool) {
	for at := range all {
		if all[at].Comment {
			continue
		}
		if at+1 == len(all) || all[at].Cells != all[at+1].Cells {
			return 0, false
		}
		above, below := CellsIn(all[at], l.Separator), CellsIn(all[at+1], l.Separator)
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
		return all[at].Line, times >= fewestTransposed
	}
	return 0, false
}

// isDated reports whether a cell holds a date with its time of day.
func isDated(cell []byte) bool {
	k := KindOf(cell)
	return k == ZonedTime || k == LocalTime
}
