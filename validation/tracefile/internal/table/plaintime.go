package table

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/timestamp"
)

// PlainTime leaves out the commas between thousands of a count, if they are known to be such.
func (r *TextRow) PlainTime(column int, cell []byte) []byte {
	if r.Kinds[column] == Number && r.Notation.Known && !r.Notation.Comma && bytes.IndexByte(cell, ',') > 0 && celltext.Grouped(cell, ',') {
		return bytes.ReplaceAll(cell, []byte{','}, nil)
	}
	return r.Survey.plainTime(column, cell)
}

// plainTime returns the same of a cell of a column: among counts, zeros at the end may be left out of any.
func (s *Survey) plainTime(column int, cell []byte) []byte {
	if s.Kinds[column] == CountedTime && timestamp.HasExponent(cell) {
		return timestamp.WithoutExponent(cell, true)
	}
	return timestamp.PlainTime(cell)
}
