package tracefile

import (
	"cmp"
	"fmt"
	"io"

	"green500/validation/power"
)

// Records in JSON are what people write by themselves: objects one after another, mostly a line each, or a
// list of objects, alone or within one object. A record is a row, and its members are the columns.
//
// The file is looked at twice: which members there are is only known at its end.

// jsonTable stands on a row of a file in JSON.
type jsonTable struct {
	textRow
	rows    func(j *jsonReader) error // begins every row of the file, puts its cells and ends it
	take    func() error
	index   map[string]int // columns
	paths   []string       // what columns are called
	seen    []jsonSeen
	is      []jsonKind
	in      []int  // the row that a cell is of: others are not in this one
	held    []int  // the columns of this row
	row     int    // its number
	at      int64  // the byte it begins at
	ended   int    // the line that the row before ended on
	crowded bool   // it does not begin its line
	answer  bool   // of a program, to what it was asked
	times   string // the column that holds the times, where the format knows
	lacking []jsonLack
}

// jsonLack counts the rows that were asked for a column that they do not have.
type jsonLack struct{ rows, line int }

func newJSONTable(in *input) *jsonTable {
	return &jsonTable{textRow: textRow{table: &table{source: in.source}}, index: map[string]int{}}
}

// open finds the columns of the rows.
func (t *jsonTable) open() error {
	t.take = t.see
	if err := t.rows(t.reader()); err != nil {
		return err
	}
	if trouble := t.settleTable(); trouble != nil {
		return trouble
	}
	t.lacking = make([]jsonLack, len(t.paths))
	return nil
}

func (t *jsonTable) reader() *jsonReader {
	t.row, t.ended = 0, 0
	clear(t.in)
	return newJSONReader(t.source, io.NewSectionReader(t.bytes, 0, t.size), 0)
}

func (t *jsonTable) columns() *table { return t.table }

func (t *jsonTable) each(_ []int, take func() error) error {
	t.textRow.notation = t.survey.notation
	if t.decimal != "" {
		t.textRow.notation = notation{comma: t.decimal == decimalComma, settled: true}
	}
	t.take = take
	if err := t.rows(t.reader()); err != nil {
		return err
	}
	for column, lack := range t.lacking {
		if lack.rows > 0 {
			note := power.Note{File: t.name, Line: lack.line, Field: t.names[column], Problem: "is not in the record, which is passed over", Count: lack.rows}
			t.notes = append(t.notes, note)
		}
	}
	return nil
}

// begin begins a row where a reader stands.
func (t *jsonTable) begin(j *jsonReader) {
	t.row++
	t.at, t.line = j.at, j.lines+1
	t.crowded = t.line == t.ended
	t.held = t.held[:0]
}

// end hands a row on.
func (t *jsonTable) end(j *jsonReader) error {
	t.ended = j.lines + 1
	return t.take()
}

// put sets a cell of the row, which is good until the next one.
func (t *jsonTable) put(path, value []byte, is jsonKind) error {
	column := len(t.held) // most records have the same members in the same order
	if column >= len(t.paths) || t.paths[column] != string(path) {
		var met bool
		if column, met = t.index[string(path)]; !met {
			var trouble *power.InputError
			if column, trouble = t.add(string(path)); trouble != nil {
				return trouble
			}
		}
	}
	if t.in[column] == t.row {
		return t.here("", "has two members called "+quoted(path), "give each member its own name")
	}
	t.in[column], t.is[column], t.cells[column] = t.row, is, value
	t.held = append(t.held, column)
	return nil
}

// add makes a column.
func (t *jsonTable) add(path string) (int, *power.InputError) {
	if t.survey != nil {
		return 0, t.here("", "was changed while it was read", "give it again")
	}
	column := len(t.paths)
	if column == maxColumns {
		return 0, t.here("", fmt.Sprintf("has records of more than %d members", maxColumns), "give the file in parts, or leave members out that are no readings")
	}
	t.index[path] = column
	t.paths = append(t.paths, path)
	t.seen = append(t.seen, jsonSeen{units: isUnitPath(path), label: isLabelPath(path)})
	t.in, t.is, t.cells = append(t.in, 0), append(t.is, jsonNull), append(t.cells, nil)
	return column, nil
}

// here places trouble in the row.
func (t *jsonTable) here(field, problem, remedy string) *power.InputError {
	if t.crowded {
		problem += fmt.Sprintf(" in the record at byte %d", t.at)
	}
	return t.refuse(t.line, field, problem, remedy)
}

func (t *jsonTable) place(column int, f *fault) *power.InputError {
	field := cmp.Or(f.field, t.names[column])
	if f.missing || f.problem == "" { // those of all rows are counted together
		return t.refuse(t.line, field, f.problem, f.remedy)
	}
	return t.here(field, f.problem, f.remedy)
}

func (t *jsonTable) text(column int) ([]byte, *fault) {
	if t.in[column] != t.row {
		return nil, notInRow()
	}
	return t.cells[column], nil
}

func (t *jsonTable) instant(column int, as timing) (int64, *fault) {
	if t.in[column] != t.row {
		return 0, unreadableTime(nil)
	}
	text := t.cells[column]
	if with := t.partner[column]; with >= 0 {
		if t.in[with] != t.row {
			return 0, &fault{problem: "has no " + t.names[with] + " beside it", remedy: "write the date and the time of day into every record"}
		}
		date, day := column, with
		if t.kinds[column] == dayTime {
			date, day = with, column
		}
		t.joined = append(append(append(t.joined[:0], t.cells[date]...), ' '), t.cells[day]...)
		text = t.joined
	}
	return t.clock(column, as).read(t.plainTime(column, text))
}

func (t *jsonTable) number(column int) (float64, *fault) {
	switch {
	case t.in[column] != t.row:
		if lack := &t.lacking[column]; lack.rows == 0 {
			lack.line = t.line
		}
		t.lacking[column].rows++
		return 0, notInRow()
	case t.is[column] == jsonNull:
		return 0, &fault{problem: "says that there is no reading", remedy: "leave the record out", missing: true}
	case t.seen[column].unsteady != "":
		problem := "is told by its place in a list, at which " + t.seen[column].unsteady + " changes from record to record"
		return 0, &fault{problem: problem, remedy: "write a record for each object of the list"}
	}
	value, f := t.written(column)
	with := t.seen[column].unit
	if f != nil || with == 0 {
		return value, f
	}
	if t.in[with-1] != t.row || t.is[with-1] != jsonText {
		return 0, &fault{problem: "has no unit, which other records tell", remedy: "write the unit into every record"}
	}
	return t.convert(column, value, t.cells[column], t.cells[with-1])
}

// written reads a number as it stands. A comma between decimals can only be in quotes.
func (t *jsonTable) written(column int) (float64, *fault) {
	if t.is[column] == jsonBare {
		if value, plain := plainNumber(t.cells[column]); plain {
			return value, nil
		}
	}
	return t.textRow.number(column)
}
