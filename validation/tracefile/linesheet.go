package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"green500/validation/power"
)

// lineSheet is the sheet of a format that fills a row of cells from its lines, one or several a row.
// The format sets table and fill, and calls begin.
type lineSheet struct {
	*records
	table    *table
	fill     func() error           // sets the cells of the next row; io.EOF ends them
	missing  func(text []byte) bool // tells the words for no reading; nil where the format has none
	notation notation               // of its numbers, where the format or the file tells it
	cells    []lineCell
	at       int // line the row begins on
	ended    bool
	clocks   clocks
}

// lineCell is a cell of its own memory: the lines of a row are gone when it is complete.
type lineCell struct {
	text  []byte
	there bool
}

// begin stands on the first row. Only fill needs the cells, which may settle the table.
func (l *lineSheet) begin() (sheet, error) {
	if err := l.advance(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *lineSheet) columns() *table { return l.table }

func (l *lineSheet) each(_ []int, take func() error) error {
	for !l.ended {
		if err := take(); err != nil {
			return err
		}
		if err := l.advance(); err != nil {
			return err
		}
	}
	return nil
}

// advance stands on the next row, or ends.
func (l *lineSheet) advance() error {
	for i := range l.cells {
		l.cells[i].there = false
	}
	err := l.fill()
	if errors.Is(err, io.EOF) {
		l.ended = true
		return nil
	}
	if err != nil {
		return l.hard(err)
	}
	return nil
}

// have makes a table of these columns, and a cell for each.
func (l *lineSheet) have(names ...string) {
	l.table = newTable(l.source, names)
	l.cells = make([]lineCell, len(names))
}

// measures says of a column what its numbers are.
func (l *lineSheet) measures(column int, means meaning) {
	l.table.numeric[column], l.table.means[column] = true, means
}

// set fills a cell of the row.
func (l *lineSheet) set(column int, text []byte) {
	c := &l.cells[column]
	c.text, c.there = append(c.text[:0], text...), true
}

func (l *lineSheet) text(column int) ([]byte, *fault) {
	if c := &l.cells[column]; c.there {
		return c.text, nil
	}
	return nil, notInRow()
}

func (l *lineSheet) number(column int) (float64, *fault) {
	text, f := l.text(column)
	if f != nil {
		return 0, f
	}
	if slices.Contains(l.table.aside, column) { // named by hand, as the percent in which older GPUs tell their power
		return 0, &fault{problem: "is in no unit of power or energy", remedy: "name the column of the readings"}
	}
	as := l.notation
	if l.table.decimal != "" {
		as = notation{comma: l.table.decimal == decimalComma, settled: true}
	}
	value, f := as.number(text)
	if f != nil && l.missing != nil && l.missing(text) {
		return 0, saysNone()
	}
	return value, f
}

func (l *lineSheet) instant(column int, as timing) (int64, *fault) {
	text, f := l.text(column)
	if f != nil {
		return 0, unreadableTime(nil)
	}
	if l.table.means[column].elapsed {
		if f := l.unstarted(as); f != nil {
			return 0, f
		}
		return elapsed(text)
	}
	return l.clocks.of(column, as).read(text)
}

// startColumn stands for the start of the times among the columns of times.
const startColumn = -1

// unstarted is the trouble with times that count from a start, where that can't be told.
func (l *lineSheet) unstarted(as timing) *fault {
	if as.counted {
		return nil
	}
	if l.table.started == "" {
		return originUntold()
	}
	_, f := l.clocks.of(startColumn, as).read([]byte(l.table.started))
	return f
}

func (l *lineSheet) place(column int, f *fault) *power.InputError {
	field := f.field
	if field == "" {
		field = l.table.names[column]
	}
	return l.refuse(l.at, field, f.problem, f.remedy)
}

// notInRow is the trouble with a row that is not about a column.
func notInRow() *fault {
	return &fault{problem: "is not in this row", remedy: "name another column, or rows that have it", other: true}
}

// saysNone is the trouble with a cell that says there was none.
func saysNone() *fault {
	return &fault{problem: "says that there is no reading", remedy: "leave the line out", missing: true}
}

// oneInstant refuses a file that holds one state of a meter and not its readings over time.
func (s source) oneInstant(of, remedy string) *power.InputError {
	return s.refuse(0, "", "is one instant of "+of+", not a trace", remedy)
}

// lasts reports whether anything but white space follows in the next bytes.
func (r *records) lasts() bool {
	rest, _ := r.in.Peek(longestPause) // what can't be peeked is met when it is read
	for _, c := range rest {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return true
		}
	}
	return len(rest) == longestPause
}

// longestPause is more white space than any logger leaves between two captures, in bytes.
const longestPause = 4096

// solidLine returns the next line that is not blank, good until the next call, and makes it the first
// of the row.
func (l *lineSheet) solidLine() ([]byte, error) {
	for {
		line, err := l.line()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			l.at = l.lines
			return line, nil
		}
	}
}

// unevenLine is the trouble with a line that has other cells than the header.
func (l *lineSheet) unevenLine(cells int) *power.InputError {
	return l.refuse(l.at, "", fmt.Sprintf("has %d cells where the header has %d", cells, len(l.cells)), "give every line a cell a column")
}
