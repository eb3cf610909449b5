package table

import (
	"bytes"
	"math"

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
	whole, decimals, _ := bytes.Cut(celltext.Unsigned(cell), []byte{s.point()})
	return len(decimals), celltext.OnlyDigits(whole) && (len(decimals) == 0 || celltext.OnlyDigits(decimals))
}

// point is what stands before decimals.
func (s *Survey) point() byte {
	if s.Notation.Comma {
		return ','
	}
	return '.'
}

// cutWithin reports whether the file ends within the cell of a column: a number of fewer decimals than all before it, or one that was
// read line by line.
func (r *TextRow) cutWithin(column int) bool {
	if r.cut && IsTorn(r.Cells[column]) {
		return true
	}
	if !r.cut || column != len(r.Names)-1 {
		return false
	}
	decimals, ok := r.decimalsOf(r.Cells[column])
	return ok && (decimals < r.decimals || r.isBeginning(r.Cells[column]))
}

// beginningPart is how small a number is, as a part of the largest one before it, if at least one of its digits before the decimals is
// missing.
const beginningPart = 0.1

// isBeginning reports whether a number seems to be the beginning of another one: it has fewer digits before its decimals than any
// number among the first rows and the last ones, and is at most a tenth of one of the last ones.
func (r *TextRow) isBeginning(cell []byte) bool {
	digits, ok := r.wholeDigits(cell)
	if !ok || digits >= r.wholes {
		return false
	}
	value, largest, text := r.magnitude(cell), 0.0, r.Before
	for range fewestPadded {
		from := bytes.LastIndexByte(bytes.TrimSuffix(text, celltext.Newline), '\n') + 1
		cells, f := CellsOf(nil, bytes.TrimSpace(text[from:]), r.Separator)
		if f != nil || len(cells) != len(r.Names) {
			return false
		}
		last := cells[len(cells)-1]
		if n, ok := r.wholeDigits(last); !ok || n <= digits {
			return false
		}
		largest, text = max(largest, r.magnitude(last)), text[:from]
	}
	return value <= beginningPart*largest
}

// wholeDigits counts the digits before the decimals of a number; ok is false for anything else.
func (s *Survey) wholeDigits(cell []byte) (n int, ok bool) {
	decimals, ok := s.decimalsOf(cell)
	cell = celltext.Unsigned(cell)
	if n = len(cell) - decimals; n < len(cell) || bytes.HasSuffix(cell, []byte{s.point()}) {
		n-- // the point itself
	}
	return n, ok
}

// magnitude is a number without its sign, 0 if the cell holds none.
func (r *TextRow) magnitude(cell []byte) float64 {
	value, f := r.Notation.Number(cell)
	if f != nil {
		return 0
	}
	return math.Abs(value)
}

// wholesIn returns the fewest digits that a number in the last column of rows has before its decimals; 0 if not all hold one, or few do.
// The last row may be cut off.
func (s *Survey) wholesIn(rows [][][]byte) int {
	if len(rows) <= fewestPadded {
		return 0
	}
	fewest, last := math.MaxInt, len(s.Kinds)-1
	for _, cells := range rows[:len(rows)-1] {
		n, ok := s.wholeDigits(cells[last])
		if !ok {
			return 0
		}
		fewest = min(fewest, n)
	}
	return fewest
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
