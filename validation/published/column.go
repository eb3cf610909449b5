package published

import (
	"fmt"
	"strings"

	"green500/validation/power"
)

type column struct {
	at     int // place in a line
	header string
	field  field
	ten    int // power of ten between its unit and that of a row
}

// normal writes a header in lower case, with single spaces for whatever stands between its words.
func normal(header string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(header), "_", " ")), " ")
}

func meaningOf(header string) (m meaning, known bool) {
	plain := normal(header)
	if m, known = meanings[plain]; known {
		return m, true
	}
	for _, brackets := range []string{"[]", "()"} {
		before, ok := strings.CutSuffix(plain, brackets[1:])
		open := strings.LastIndex(before, brackets[:1])
		if !ok || open < 0 {
			continue
		}
		if m, known = meanings[strings.TrimSpace(before[:open])]; known {
			m.unit = strings.TrimSpace(before[open+1:])
			return m, true
		}
	}
	return meaning{}, false
}

// alone refuses a file that holds several lists: it shows neither the edition nor the rank of a row.
func (l line) alone(file string) error {
	for _, cell := range l.cells {
		if m, _ := meaningOf(cell); m.field == several {
			return &power.InputError{File: file, Line: l.number, Field: cell, Problem: "the file contains rows of more than one list", Remedy: "give each list as it was published, in a separate file"}
		}
	}
	return nil
}

func (l *List) place(file string, header line, rows []line) ([]column, error) {
	var columns []column
	placed := map[field]bool{}
	secondRank := otherRank(header, rows)
	for at, cell := range header.cells {
		m, problem := l.meaning(cell, at, rows)
		if at == secondRank && l.Kind == Green500 {
			m.field = top500Rank
		}
		ten := 0
		if problem == "" && m.field != unused {
			ten, problem = tens(m.field, m.unit, l.Edition)
		}
		switch {
		case problem != "":
			l.remark(Warning{Line: header.number, Column: titled(cell, at), Problem: problem})
		case m.field == unused || placed[m.field] && twice[m.field]:
		case placed[m.field]:
			l.remark(Warning{Line: header.number, Column: titled(cell, at), Problem: "repeats an earlier column, and is not read"})
		default:
			placed[m.field] = true
			columns = append(columns, column{at: at, header: titled(cell, at), field: m.field, ten: ten})
		}
	}
	for _, f := range needed {
		if !placed[f] {
			return nil, &power.InputError{File: file, Line: header.number, Problem: fmt.Sprintf("no column contains the %s", neededNames[f]), Remedy: "give the list as it was published, with the names of its columns"}
		}
	}
	return columns, nil
}

// otherRank is the column of a plain rank beside a rank in the Green500, which it differs from: it is the rank in the
// TOP500.
func otherRank(header line, rows []line) int {
	green, plain := -1, -1
	for at, cell := range header.cells {
		switch normal(cell) {
		case "green500 rank":
			green = at
		case "rank":
			plain = at
		case "top500 rank":
			return -1
		}
	}
	if green < 0 || plain < 0 {
		return -1
	}
	for _, row := range rows {
		if row.at(green) != row.at(plain) {
			return plain
		}
	}
	return -1
}

var neededNames = map[field]string{rank: "rank", rmax: "Rmax in a known unit"}

func (l *List) meaning(header string, at int, rows []line) (m meaning, problem string) {
	if f, misnamed := misnomers[l.Edition][header]; misnamed {
		return meaning{field: f}, ""
	}
	if header == "" {
		for _, row := range rows {
			if at < len(row.cells) && row.cells[at] != "" {
				return meaning{}, "has no name, and is not read"
			}
		}
		return meaning{}, ""
	}
	m, known := meaningOf(header)
	if !known {
		return meaning{}, "is not a known column, and is not read"
	}
	return m, ""
}

func titled(header string, at int) string {
	if header == "" {
		return fmt.Sprintf("column %d", at+1)
	}
	return header
}
