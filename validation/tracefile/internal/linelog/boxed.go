package linelog

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/delimited"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// ClickHouse, DuckDB, sqlite3 -box and others draw the lines of their tables, and put the names of the columns into the first of
// these lines or below it:
//
//	┌────────────────time─┬─watts─┐
//	│ 2026-06-01 10:00:00 │   500 │
//	└─────────────────────┴───────┘

const (
	boxCorners = "┌╭┏╔"
	boxBars    = "│┃║"
)

func inBox(r rune) bool { return r >= '─' && r <= '╿' }

// IsBoxed reports whether head, the beginning of a file, is that of a table whose border is drawn with characters.
func IsBoxed(head []byte) bool {
	first := celltext.FirstLine(head)
	corner, _ := utf8.DecodeRune(first)
	return strings.ContainsRune(boxCorners, corner) && bytes.ContainsAny(head[len(first):], boxBars)
}

// OpenBoxed opens a table whose border is drawn with characters, as database clients print it.
func OpenBoxed(in *input.File) (table.Sheet, error) {
	var names []string
	return delimited.OpenRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		text := strings.TrimSpace(string(line))
		cells := boxCells(text)
		switch {
		case len(cells) > 0 && names == nil:
			names = cells
			delimited.WriteCells(out, names)
		case len(cells) > 0 && !slices.Equal(cells, names): // which are drawn again below many rows
			delimited.WriteCells(out, cells)
		case len(cells) == 0 && strings.IndexFunc(text, inBox) < 0:
			out.WriteString(text)
		}
		return nil
	})
}

// boxCells returns the cells of a row, or the names in a line; nil if it holds none. A number of the row may stand before it.
func boxCells(text string) []string {
	at := strings.IndexAny(text, boxBars)
	if at < 0 && strings.IndexFunc(text, inBox) != 0 {
		return nil
	}
	if at >= 0 {
		_, bar := utf8.DecodeRuneInString(text[at:])
		text = strings.TrimRight(text[at+bar:], boxBars)
	}
	cells := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(boxBars+boxJoints, r) })
	given := false
	for i := range cells {
		cells[i] = strings.TrimFunc(cells[i], func(r rune) bool { return r == ' ' || inBox(r) })
		given = given || cells[i] != ""
	}
	if !given {
		return nil
	}
	return cells
}

// boxJoints are where a line of names meets those between the columns.
const boxJoints = "┬╤┳╦"
