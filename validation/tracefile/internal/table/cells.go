package table

import (
	"bytes"
	"fmt"

	"green500/validation/tracefile/internal/celltext"
)

// Separators may stand between cells, in the order of preference. A blank stands for any run of blanks and tabs.
var Separators = [...]byte{',', ';', '\t', '|', ' '}

// CellCount returns how many cells separator makes of record.
func CellCount(record []byte, separator byte) int {
	if separator == ' ' {
		return len(bytes.FieldsFunc(record, func(r rune) bool { return r == ' ' || r == '\t' }))
	}
	if bytes.IndexByte(record, '"') < 0 {
		return 1 + bytes.Count(record, []byte{separator})
	}
	count, quoted := 1, false
	for _, c := range record {
		switch {
		case c == '"':
			quoted = !quoted
		case c == separator && !quoted:
			count++
		}
	}
	return count
}

// CellsOf appends the cells of a record, trimmed, to into. They share its memory; quoted ones, but between blanks, are unquoted in place.
func CellsOf(into [][]byte, record []byte, separator byte) ([][]byte, *celltext.Error) {
	if separator == ' ' {
		return blankCellsOf(into, record)
	}
	quoted := bytes.IndexByte(record, '"') >= 0
	for len(into) < MaxColumns {
		cell, rest, more := bytes.Cut(record, []byte{separator})
		if quoted {
			var f *celltext.Error
			if cell, rest, more, f = firstCell(record, separator); f != nil {
				return nil, f
			}
		}
		if into = append(into, bytes.TrimSpace(cell)); !more {
			return into, nil
		}
		record = rest
	}
	return nil, TooManyCells()
}

func blankCellsOf(into [][]byte, record []byte) ([][]byte, *celltext.Error) {
	for len(into) < MaxColumns {
		record = bytes.TrimLeft(record, " \t")
		end := bytes.IndexAny(record, " \t")
		switch {
		case len(record) == 0:
			return into, nil
		case end < 0:
			return append(into, bytes.TrimSpace(record)), nil
		}
		into = append(into, record[:end])
		record = record[end:]
	}
	return nil, TooManyCells()
}

// TooManyCells is the error of a line with more than MaxColumns cells.
func TooManyCells() *celltext.Error {
	return &celltext.Error{Problem: fmt.Sprintf("has more than %d columns", MaxColumns), Remedy: "give the file in parts"}
}

func firstCell(record []byte, separator byte) (cell, rest []byte, more bool, f *celltext.Error) {
	text, begins := bytes.CutPrefix(bytes.TrimLeft(record, " "), celltext.Quote)
	if !begins {
		cell, rest, more = bytes.Cut(record, []byte{separator})
		if bytes.IndexByte(cell, '"') >= 0 {
			return nil, nil, false, strayQuote()
		}
		return cell, rest, more, nil
	}
	cell, rest, closed := unquote(text)
	between, rest, more := bytes.Cut(rest, []byte{separator})
	if !closed || len(bytes.TrimSpace(between)) > 0 {
		return nil, nil, false, strayQuote()
	}
	return cell, rest, more, nil
}

// unquote returns the text up to the closing quote, with "" made one quote, and what follows.
func unquote(text []byte) (cell, rest []byte, closed bool) {
	cell = text[:0]
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			if i+1 == len(text) || text[i+1] != '"' {
				return cell, text[i+1:], true
			}
			i++
		}
		cell = append(cell, text[i])
	}
	return nil, nil, false
}

func strayQuote() *celltext.Error {
	return &celltext.Error{Problem: "has a quote within a cell", Remedy: `put the whole cell in quotes and write "" for a quote within`, Unreadable: true}
}
