package linelog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// ClickHouse, DuckDB, sqlite3 -box and others draw the lines of their tables, and put the names of the columns into the
// first of these lines or below it:
//
//	┌────────────────time─┬─watts─┐
//	│ 2026-06-01 10:00:00 │   500 │
//	└─────────────────────┴───────┘

const (
	boxCorners = "┌╭┏╔"
	boxBars    = "│┃║"
)

func inBox(r rune) bool { return r >= '─' && r <= '╿' }

func isBoxed(head []byte) bool {
	first := celltext.FirstLine(head)
	corner, _ := utf8.DecodeRune(first)
	return strings.ContainsRune(boxCorners, corner) && bytes.ContainsAny(head[len(first):], boxBars)
}

func openBoxed(in *input.File) (table.Sheet, error) {
	var names []string
	return delimited.OpenRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		text := strings.TrimSpace(string(line))
		switch cells := boxCells(text); {
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

// boxCells returns the cells of a row, or the names in a line; nil if it holds none. A number of the row may stand
// before it.
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

const boxJoints = "┬╤┳╦"

// psql prints wide rows a column a line, each below a line of its number, if \x is set:
//
//	-[ RECORD 1 ]-----------------
//	time  | 2026-06-01 10:00:00+02
//	watts | 500

var expandedRow = regexp.MustCompile(`^-\[ RECORD \d+ \][-+]*$`)

func isExpanded(head []byte) bool {
	return expandedRow.Match(celltext.FirstLine(head)) && len(expandedNames(head)) > 0
}

func expandedNames(head []byte) (names []string) {
	rows := 0
	for line := range bytes.Lines(bytes.TrimSpace(head)) {
		if line = bytes.TrimSpace(line); expandedRow.Match(line) {
			if rows++; rows > 1 {
				break
			}
		} else if name, _, ok := expandedCell(line); ok && len(names) < table.MaxColumns {
			names = append(names, name)
		}
	}
	return names
}

func expandedCell(line []byte) (name, value string, ok bool) {
	name, value, ok = strings.Cut(celltext.Latin1(line), "|")
	return strings.TrimSpace(name), strings.TrimSpace(value), ok
}

func openExpanded(in *input.File) (table.Sheet, error) {
	names := expandedNames(in.Head)
	headed, row := false, make([]string, 0, len(names))
	return delimited.OpenRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		if expandedRow.Match(line) {
			if !headed {
				delimited.WriteCells(out, names)
			}
			headed, row = true, row[:0]
			return nil
		}
		name, value, ok := expandedCell(line)
		if !ok {
			out.Write(line)
			return nil
		}
		if at := slices.Index(names, name); at != len(row) {
			return &power.InputError{Field: name, Problem: "stands in another place than in the first row",
				Remedy: "ask for rows of the same columns"}
		}
		if row = append(row, value); len(row) == len(names) {
			delimited.WriteCells(out, row)
		}
		return nil
	})
}
