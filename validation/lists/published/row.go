package published

import (
	"cmp"
	"fmt"
	"strings"
)

func (l *List) readRows(columns []column, width int, lines []line) {
	for _, one := range lines {
		sure, remarks := one.sure(columns, width)
		row, problems := one.row(sure)
		if row.Rank == 0 && row.Rmax == 0 {
			l.remark(Warning{Line: one.number, Text: cmp.Or(one.cells...),
				Problem: "begins a line with neither a rank nor an Rmax; the line is left out"})
			continue
		}
		if l.Kind == Top500 {
			row.Top500Rank = row.Rank
		}
		remarks = append(remarks, problems...)
		for _, remark := range append(remarks, row.missing()...) {
			l.remark(remark)
		}
		l.Rows = append(l.Rows, row)
	}
}

func (l line) row(columns []column) (row Row, problems []Warning) {
	row.Line = l.number
	for _, c := range columns {
		if cell := l.cell(c); cell != "" {
			if problem := takers[c.field](&row, value{cell, c.ten}); problem != "" {
				problems = append(problems, Warning{Line: l.number, Column: c.header, Text: cell, Problem: problem})
			}
		}
	}
	return row, problems
}

func (l line) cell(c column) string { return l.at(c.at) }

func (l line) at(column int) string {
	if column < len(l.cells) {
		return l.cells[column]
	}
	return ""
}

// sure returns the columns that are certain in a line. If it has more cells than there are columns, one of them was
// split, and all behind it are shifted: of the list of 2018-11 there is a text whose "Interlagos" does so, and which
// would give a site's number to a system. What is sure then ends with the last number before one that cannot be read.
func (l line) sure(columns []column, width int) ([]column, []Warning) {
	if len(l.cells) <= width {
		return columns, nil
	}
	sure := 0
	for i, c := range columns {
		if cell := l.cell(c); cell == "" || anything[c.field] {
			continue
		}
		if _, problems := l.row(columns[i : i+1]); len(problems) > 0 {
			return columns[:sure], []Warning{{Line: l.number, Column: c.header, Text: l.cell(c),
				Problem: l.split(width) + ", and the text after the last certain number is not read"}}
		}
		sure = i + 1
	}
	return columns, []Warning{{Line: l.number, Text: l.cells[len(l.cells)-1], Problem: l.split(width)}}
}

func (l line) split(width int) string {
	return fmt.Sprintf("is in a line of %d cells, but there are %d columns", len(l.cells), width)
}

func (r Row) missing() (remarks []Warning) {
	if r.Rank == 0 {
		remarks = append(remarks, Warning{Line: r.Line, Problem: "the row has no rank"})
	}
	if r.Rmax == 0 {
		remarks = append(remarks, Warning{Line: r.Line, Problem: "the row has no Rmax"})
	}
	return remarks
}

// Warning is about something in a list that could not be read.
type Warning struct {
	Line    int    // in the sheet; 0 for the file as a whole
	Column  string // header as written, or "column 7" if it has none; empty for the whole line
	Text    string // what was met; empty if that says nothing
	Problem string // without full stop
}

// String is one sentence.
func (r Warning) String() string {
	var place []string
	if r.Line > 0 {
		place = append(place, fmt.Sprintf("line %d", r.Line))
	}
	if r.Column != "" {
		place = append(place, fmt.Sprintf("%q", r.Column))
	}
	sentence := r.Problem
	if r.Text != "" {
		sentence = fmt.Sprintf("%q %s", shortened(r.Text), r.Problem)
	}
	if len(place) > 0 {
		sentence = strings.Join(place, ", ") + ": " + sentence
	}
	return sentence + "."
}

// shown is how much of a text a warning repeats, in characters.
const shown = 80

func shortened(text string) string {
	letters := []rune(text)
	if len(letters) <= shown {
		return text
	}
	return string(letters[:shown]) + "..."
}

func (l *List) remark(r Warning) {
	if len(l.Warnings) < mostWarnings {
		l.Warnings = append(l.Warnings, r)
	}
}

const mostWarnings = 1000
