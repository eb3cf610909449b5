package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// LineSheet is the sheet of a format that fills a row of cells from its lines. It sets Table and Fill, and calls Begin.
type LineSheet struct {
	*Records
	Table    *Table
	Fill     func() error           // sets the cells of the next row; io.EOF ends them
	Missing  func(text []byte) bool // reports whether a text means no reading; nil if the format has none
	Notation celltext.Notation      // of its numbers, if the format or the file states it
	Cells    []lineCell
	At       int // line the row begins on
	ended    bool
	stood    bool            // on a row
	broken   *celltext.Error // why the row cannot be read, nil if it can
	Clocks   timestamp.Clocks
}

// lineCell is a cell of its own memory: the lines of a row are gone when it is complete.
type lineCell struct {
	Text  []byte
	There bool
}

// Begin stands on the first row. Only fill needs the cells, which may determine the table.
func (l *LineSheet) Begin() (Sheet, error) {
	if err := l.Advance(); err != nil {
		return nil, err
	}
	return l, nil
}

// Columns returns the table that the lines fill.
func (l *LineSheet) Columns() *Table { return l.Table }

// Each calls take for every row.
func (l *LineSheet) Each(_ []int, take func() error) error {
	for !l.ended {
		if err := take(); err != nil {
			return err
		}
		if err := l.Advance(); err != nil {
			return err
		}
	}
	return nil
}

// Advance stands on the next row, or ends.
func (l *LineSheet) Advance() error {
	for i := range l.Cells {
		l.Cells[i].There = false
	}
	l.broken = nil
	err := l.Fill()
	if inputErr := (*power.InputError)(nil); l.stood && l.Cut && errors.As(err, &inputErr) {
		l.LeaveOutLast()
		err = io.EOF
	}
	if errors.Is(err, io.EOF) {
		l.ended = true
		return nil
	}
	if err != nil {
		return l.ReadError(err)
	}
	l.stood = true
	return nil
}

// LeaveOutLast notes that the last line is left out, within which the file ends.
func (l *LineSheet) LeaveOutLast() { l.Table.Notes.Add(l.Refuse(l.CutAt, "", CutOff().Problem, "")) }

// Have makes a table of these columns, and a cell for each.
func (l *LineSheet) Have(names ...string) {
	l.Table = NewTable(l.Source, names)
	l.Cells = make([]lineCell, len(names))
}

// Measures says of a column what its numbers are.
func (l *LineSheet) Measures(column int, means columnname.Meaning) {
	l.Table.Numeric[column], l.Table.Means[column] = true, means
}

// Set fills a cell of the row.
func (l *LineSheet) Set(column int, text []byte) {
	c := &l.Cells[column]
	c.Text, c.There = append(c.Text[:0], text...), true
}

// Text returns a cell of the current row, or an error if it has none.
func (l *LineSheet) Text(column int) ([]byte, *celltext.Error) {
	c := &l.Cells[column]
	switch {
	case l.broken != nil:
		return nil, l.broken
	case !c.There:
		return nil, NotInRow()
	case IsTorn(c.Text):
		return nil, CutOff()
	}
	return c.Text, nil
}

// Number returns a cell of the current row as a number.
func (l *LineSheet) Number(column int) (float64, *celltext.Error) {
	text, f := l.Text(column)
	if f != nil {
		return 0, f
	}
	if slices.Contains(l.Table.Aside, column) { // named by hand, as the percent in which older GPUs tell their power
		return 0, &celltext.Error{Problem: "is in no unit of power or energy",
			Remedy: "name the column of the readings"}
	}
	as := l.Notation
	if l.Table.Decimal != "" {
		as = celltext.Notation{Comma: l.Table.Decimal == celltext.DecimalComma, Known: true}
	}
	value, f := as.Number(text)
	if f != nil && l.Missing != nil && l.Missing(text) {
		return 0, SaysNone()
	}
	return value, f
}

// StartColumn stands for the start of the times among the columns of times.
const StartColumn = -1

// Instant returns a cell of the current row as nanoseconds since 1970 UTC.
func (l *LineSheet) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	text, f := l.Text(column)
	switch {
	case l.broken != nil:
		return 0, l.broken
	case f != nil:
		return 0, timestamp.UnreadableTime(nil)
	case !l.Table.Means[column].Elapsed:
		return l.Clocks.Of(column, as).Read(text)
	case !as.Counted && l.Table.Started == "":
		return 0, timestamp.NoOrigin()
	case !as.Counted:
		if _, f := l.Clocks.Of(StartColumn, as).Read([]byte(l.Table.Started)); f != nil {
			return 0, f
		}
	}
	return timestamp.Elapsed(text)
}

// Place returns an error of a cell with the line and column that it is about.
func (l *LineSheet) Place(column int, f *celltext.Error) *power.InputError {
	field := f.Field
	switch field {
	case "":
		field = l.Table.Names[column]
	case StrayField:
		field = ""
	}
	return l.Refuse(l.At, field, f.Problem, f.Remedy)
}

// NotInRow is the error of a row that is not about a column.
func NotInRow() *celltext.Error {
	return &celltext.Error{Problem: "is not in this row",
		Remedy: "name another column, or rows that have it", Other: true}
}

// SaysNone is the error of a cell that says there was none.
func SaysNone() *celltext.Error {
	return &celltext.Error{Problem: "says that there is no reading", Remedy: "leave the line out", Missing: true}
}

// SolidLine returns the next line that is not blank, good until the next call, as the first of the row.
func (l *LineSheet) SolidLine() ([]byte, error) {
	for {
		line, err := l.Line()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			l.At = l.Lines
			return line, nil
		}
	}
}

// Break makes the row one that cannot be read, which is left out if few are.
func (l *LineSheet) Break(problem, remedy string) {
	l.broken = &celltext.Error{Field: StrayField, Problem: problem, Remedy: remedy, Unreadable: true}
}

// UnevenLine makes the row one that cannot be read, as it has other cells than the header.
func (l *LineSheet) UnevenLine(cells int) {
	if l.Cut && cells < len(l.Cells) {
		l.broken = cutOffLine()
		return
	}
	l.Break(fmt.Sprintf("has %d cells, but the header has %d", cells, len(l.Cells)), "give every line a cell a column")
}
