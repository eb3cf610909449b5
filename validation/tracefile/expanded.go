package tracefile

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// psql prints wide rows a column a line, each below a line of its number, where it is asked with \x:
//
//	-[ RECORD 1 ]-----------------
//	time  | 2026-06-01 10:00:00+02
//	watts | 500

var expandedRow = regexp.MustCompile(`^-\[ RECORD \d+ \][-+]*$`)

func isExpanded(head []byte) bool {
	return expandedRow.Match(firstLine(head)) && len(expandedNames(head)) > 0
}

// expandedNames returns the names of the columns of the first row.
func expandedNames(head []byte) (names []string) {
	rows := 0
	for line := range bytes.Lines(bytes.TrimSpace(head)) {
		line = bytes.TrimSpace(line)
		if expandedRow.Match(line) {
			if rows++; rows > 1 {
				break
			}
		} else if name, _, ok := expandedCell(line); ok && len(names) < maxColumns {
			names = append(names, name)
		}
	}
	return names
}

func expandedCell(line []byte) (name, value string, ok bool) {
	name, value, ok = strings.Cut(latin1(line), "|")
	return strings.TrimSpace(name), strings.TrimSpace(value), ok
}

func openExpanded(in *input) (sheet, error) {
	names := expandedNames(in.head)
	headed, row := false, make([]string, 0, len(names))
	return openRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		if expandedRow.Match(line) {
			if !headed {
				writeCells(out, names)
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
			writeCells(out, row)
		}
		return nil
	})
}
