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
	beginningPart  = 0.1 // of the largest number before it, that one is at most of which digits before the decimals are missing
)

func (s *Survey) resolveCut(rows [][][]byte) {
	last := len(s.Kinds) - 1
	if len(rows) <= fewestPadded {
		return
	}
	padded, alike, same, fewest := false, true, 0, math.MaxInt
	for _, cells := range rows[:len(rows)-1] {
		cell := cells[last]
		wholes, decimals, ok := s.digitsOf(cell)
		if !ok {
			return
		}
		alike = alike && decimals >= fewestDecimals && (same == 0 || decimals == same)
		same = decimals
		padded, fewest = padded || cell[len(cell)-1] == '0', min(fewest, wholes)
	}
	if s.wholes = fewest; alike && padded {
		s.decimals = same
	}
}

func (s *Survey) digitsOf(cell []byte) (wholes, decimals int, ok bool) {
	point := byte('.')
	if s.Notation.Comma {
		point = ','
	}
	whole, after, _ := bytes.Cut(celltext.Unsigned(cell), []byte{point})
	return len(whole), len(after), celltext.OnlyDigits(whole) && (len(after) == 0 || celltext.OnlyDigits(after))
}

func (r *TextRow) cutWithin(column int) bool {
	if r.cut && IsTorn(r.Cells[column]) {
		return true
	}
	if !r.cut || column != len(r.Names)-1 {
		return false
	}
	_, decimals, ok := r.digitsOf(r.Cells[column])
	return ok && (decimals < r.decimals || r.isBeginning(r.Cells[column]))
}

func (r *TextRow) isBeginning(cell []byte) bool {
	digits, _, ok := r.digitsOf(cell)
	if !ok || digits >= r.wholes {
		return false
	}
	size := func(cell []byte) float64 {
		value, _ := r.Notation.Number(cell)
		return math.Abs(value)
	}
	largest, text := 0.0, r.Before
	for range fewestPadded {
		from := bytes.LastIndexByte(bytes.TrimSuffix(text, celltext.Newline), '\n') + 1
		cells, f := CellsOf(nil, bytes.TrimSpace(text[from:]), r.Separator)
		if f != nil || len(cells) != len(r.Names) {
			return false
		}
		last := cells[len(cells)-1]
		if n, _, ok := r.digitsOf(last); !ok || n <= digits {
			return false
		}
		largest, text = max(largest, size(last)), text[:from]
	}
	return size(cell) <= beginningPart*largest
}
