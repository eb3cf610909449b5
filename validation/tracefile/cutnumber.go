package tracefile

import "bytes"

// fewestDecimals is how many numbers tell something by having as many decimals.
const fewestDecimals = 3

// decimalsIn returns how many decimals every number in the last column of rows has, 0 where they differ. The last row may be cut
// off.
func (s *survey) decimalsIn(rows [][][]byte) int {
	alike, last := 0, len(s.kinds)-1
	if len(rows) <= fewestDecimals {
		return 0
	}
	for _, cells := range rows[:len(rows)-1] {
		n, ok := s.decimalsOf(cells[last])
		if !ok || n == 0 || alike > 0 && n != alike {
			return 0
		}
		alike = n
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

// endsWithin reports whether the last line of the file, which has no line end, has fewer cells than the header, or a last number
// of fewer decimals than all before it.
func (r *textRow) endsWithin() bool {
	n, found := len(r.names), len(r.cells)
	if found == n {
		decimals, ok := r.decimalsOf(r.cells[n-1])
		return ok && decimals < r.decimals
	}
	leavesOut := found == n-1 && r.raw[n-1] == "" && r.raw[0] != "" // the separator before nothing, below names that end so
	return found < n && !leavesOut
}

// cutOffLine is the fault of a line that ends within a cell, whichever.
func cutOffLine() *fault {
	f := cutOff()
	f.field = strayField
	return f
}
