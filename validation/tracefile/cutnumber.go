package tracefile

import "bytes"

// The last number of a file without a line end is cut off where all before it were written with as many decimals and it has fewer:
// at least fewestPadded numbers of at least fewestDecimals, one of which ends in a zero. Programs that write the shortest form of a
// number never end its decimals so, and may write a whole number behind any others.
const (
	fewestPadded   = 20
	fewestDecimals = 2
)

// decimalsIn returns how many decimals every number in the last column of rows has, 0 where that does not show how the next one is
// written. The last row may be cut off.
func (s *survey) decimalsIn(rows [][][]byte) int {
	alike, padded, last := 0, false, len(s.kinds)-1
	if len(rows) <= fewestPadded {
		return 0
	}
	for _, cells := range rows[:len(rows)-1] {
		n, ok := s.decimalsOf(cells[last])
		if !ok || n < fewestDecimals || alike > 0 && n != alike {
			return 0
		}
		alike, padded = n, padded || cells[last][len(cells[last])-1] == '0'
	}
	if !padded {
		return 0
	}
	return alike
}

// decimalsOf counts the decimals of a number; ok is false for anything else.
func (s *survey) decimalsOf(cell []byte) (n int, ok bool) {
	point := byte('.')
	if s.notation.comma {
		point = ','
	}
	whole, decimals, _ := bytes.Cut(unsigned(cell), []byte{point})
	return len(decimals), onlyDigits(whole) && (len(decimals) == 0 || onlyDigits(decimals))
}

// cutWithin reports whether the file ends within the cell of a column: a number of fewer decimals than all before it.
func (r *textRow) cutWithin(column int) bool {
	if !r.cut || column != len(r.names)-1 {
		return false
	}
	decimals, ok := r.decimalsOf(r.cells[column])
	return ok && decimals < r.decimals
}

// endsBefore reports whether the last line of the file, which has no line end, has fewer cells than the header.
func (r *textRow) endsBefore() bool {
	n, found := len(r.names), len(r.cells)
	leavesOut := found == n-1 && r.raw[n-1] == "" && r.raw[0] != "" // the separator before nothing, below names that end so
	return found < n && !leavesOut
}

// cutOffLine is the fault of a line that ends before its last cell.
func cutOffLine() *fault {
	f := cutOff()
	f.field = strayField
	return f
}
