package linelog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/delimited"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// psql prints wide rows a column a line, each below a line of its number, if \x is set:
//
//	-[ RECORD 1 ]-----------------
//	time  | 2026-06-01 10:00:00+02
//	watts | 500

var expandedRow = regexp.MustCompile(`^-\[ RECORD \d+ \][-+]*$`)

// IsExpanded reports whether head, the beginning of a file, is what psql prints in expanded form.
func IsExpanded(head []byte) bool {
	return expandedRow.Match(celltext.FirstLine(head)) && len(expandedNames(head)) > 0
}

func expandedNames(head []byte) (names []string) {
	rows := 0
	for line := range bytes.Lines(bytes.TrimSpace(head)) {
		line = bytes.TrimSpace(line)
		if expandedRow.Match(line) {
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

// OpenExpanded opens rows that psql prints in expanded form, a line for each cell.
func OpenExpanded(in *input.File) (table.Sheet, error) {
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
			return &power.InputError{Field: name, Problem: "stands in another place than in the first row", Remedy: "ask for rows of the same columns"}
		}
		if row = append(row, value); len(row) == len(names) {
			delimited.WriteCells(out, row)
		}
		return nil
	})
}
