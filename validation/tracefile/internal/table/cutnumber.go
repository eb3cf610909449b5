package table

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// The last number of a file without a line end is cut off where all before it were written with as many decimals and it has fewer:
// at least fewestPadded numbers of at least fewestDecimals, one of which ends in a zero. Programs that write the shortest form of a
// number never end its decimals so, and may write a whole number after any others.
const (
	fewestPadded   = 20
	fewestDecimals = 2
)

// decimalsIn returns how many decimals every number in the last column of rows has, 0 if that does not show how the next one is
// written. The last row may be cut off.
func (s *Survey) decimalsIn(rows [][][]byte) int {
	alike, padded, last := 0, false, len(s.Kinds)-1
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
func (s *Survey) decimalsOf(cell []byte) (n int, ok bool) {
	point := byte('.')
	if s.Notation.Comma {
		point = ','
	}
	whole, decimals, _ := bytes.Cut(celltext.Unsigned(cell), []byte{point})
	return len(decimals), celltext.OnlyDigits(whole) && (len(decimals) == 0 || celltext.OnlyDigits(decimals))
}

// cutWithin reports whether the file ends within the cell of a column: a number of fewer decimals than all before it.
func (r *TextRow) cutWithin(column int) bool {
	if !r.cut || column != len(r.Names)-1 {
		return false
	}
	decimals, ok := r.decimalsOf(r.Cells[column])
	return ok && decimals < r.decimals
}

// endsBefore reports whether the last line of the file, which has no line end, has fewer cells than the header.
func (r *TextRow) endsBefore() bool {
	n, found := len(r.Names), len(r.Cells)
	leavesOut := found == n-1 && r.Raw[n-1] == "" && r.Raw[0] != "" // the separator before nothing, below names that end so
	return found < n && !leavesOut
}

// cutOffLine is the error of a line that ends before its last cell.
func cutOffLine() *celltext.Error {
	f := CutOff()
	f.Field = StrayField
	return f
}
