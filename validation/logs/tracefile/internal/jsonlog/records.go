package jsonlog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Records in JSON are what people write by themselves: objects one after another, mostly a line each, or a
// list of objects, alone or within one object. A record is a row, and its members are the columns.
//
// The file is looked at twice: which members there are is only known at its end.

type jsonTable struct {
	table.TextRow
	rows    func(j *JSONReader) error // begins every row of the file, puts its cells and ends it
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
	times   string // the column that holds the times, if the format knows
	missing []missingRows
	guards  bool // a record that cannot be read costs no other: each has its line
	damaged damaged
}

type missingRows struct{ rows, line int }

func newJSONTable(in *input.File) *jsonTable {
	return &jsonTable{TextRow: table.TextRow{Table: &table.Table{Source: in.Source}}, index: map[string]int{}}
}

func (t *jsonTable) open() error {
	t.take = t.see
	if err := t.rows(t.reader()); err != nil {
		return err
	}
	if inputErr := t.resolveTable(); inputErr != nil {
		return inputErr
	}
	t.missing = make([]missingRows, len(t.paths))
	return nil
}

func (t *jsonTable) reader() *JSONReader {
	t.row, t.ended = 0, 0
	clear(t.in)
	return NewJSONReader(t.Source, t.guarded(), 0)
}

func (t *jsonTable) Columns() *table.Table { return t.Table }

func (t *jsonTable) Each(_ []int, take func() error) error {
	t.TextRow.Notation = t.Survey.Notation
	if t.Decimal != "" {
		t.TextRow.Notation = celltext.Notation{Comma: t.Decimal == celltext.DecimalComma, Known: true}
	}
	t.take = take
	if err := t.rows(t.reader()); err != nil {
		return err
	}
	if err := t.settleDamage(); err != nil {
		return err
	}
	for column, lack := range t.missing {
		if lack.rows > 0 {
			note := power.Note{File: t.Name, Line: lack.line, Field: t.Names[column],
				Problem: "is not in the record, which is passed over", Count: lack.rows}
			t.Notes = append(t.Notes, note)
		}
	}
	return nil
}

func (t *jsonTable) begin(j *JSONReader) {
	t.row++
	t.at, t.Line = j.at, j.lines()+1
	t.crowded = t.Line == t.ended
	t.held = t.held[:0]
}

func (t *jsonTable) end(j *JSONReader) error {
	t.ended = j.lines() + 1
	return t.take()
}

func (t *jsonTable) put(path, value []byte, is jsonKind) error {
	column := len(t.held) // most records have the same members in the same order
	if column >= len(t.paths) || t.paths[column] != string(path) {
		var met bool
		if column, met = t.index[string(path)]; !met {
			var inputErr *power.InputError
			if column, inputErr = t.add(string(path)); inputErr != nil {
				return inputErr
			}
		}
	}
	if t.in[column] == t.row {
		return t.here("", "has two members called "+celltext.Quoted(path), "give each member its own name")
	}
	t.in[column], t.is[column], t.Cells[column] = t.row, is, value
	t.held = append(t.held, column)
	return nil
}

func (t *jsonTable) putShared(shared []jsonShared) error {
	for _, one := range shared {
		if err := t.put([]byte(one.path), []byte(one.value), one.is); err != nil {
			return err
		}
	}
	return nil
}

func (t *jsonTable) add(path string) (int, *power.InputError) {
	if t.Survey != nil {
		return 0, t.here("", "was changed while it was read", "give it again")
	}
	column := len(t.paths)
	if column == table.MaxColumns {
		return 0, t.here("", fmt.Sprintf("has records of more than %d members", table.MaxColumns),
			"give the file in parts, or leave members out that are no readings")
	}
	t.index[path] = column
	t.paths = append(t.paths, path)
	t.seen = append(t.seen, jsonSeen{units: isUnitPath(path), label: isLabelPath(path)})
	t.in, t.is, t.Cells = append(t.in, 0), append(t.is, jsonNull), append(t.Cells, nil)
	return column, nil
}

func (t *jsonTable) here(field, problem, remedy string) *power.InputError {
	if t.crowded {
		problem += fmt.Sprintf(" in the record at byte %d", t.at)
	}
	return t.Refuse(t.Line, field, problem, remedy)
}

func (t *jsonTable) Place(column int, f *celltext.Error) *power.InputError {
	field := cmp.Or(f.Field, t.Names[column])
	if f.Missing || f.Problem == "" { // those of all rows are counted together
		return t.Refuse(t.Line, field, f.Problem, f.Remedy)
	}
	return t.here(field, f.Problem, f.Remedy)
}

func (t *jsonTable) Text(column int) ([]byte, *celltext.Error) {
	if t.in[column] != t.row {
		return nil, table.NotInRow()
	}
	return t.Cells[column], nil
}

func (t *jsonTable) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if t.in[column] != t.row {
		return 0, timestamp.UnreadableTime(nil)
	}
	text := t.Cells[column]
	if with := t.Partner[column]; with >= 0 {
		if t.in[with] != t.row {
			return 0, &celltext.Error{Problem: "has no " + t.Names[with] + " beside it",
				Remedy: "write the date and the time of day into every record"}
		}
		date, day := column, with
		if t.Kinds[column] == table.DayTime {
			date, day = with, column
		}
		t.Joined = append(append(append(t.Joined[:0], t.Cells[date]...), ' '), t.Cells[day]...)
		text = t.Joined
	}
	return t.Clock(column, as).Read(t.PlainTime(column, text))
}

func (t *jsonTable) Number(column int) (float64, *celltext.Error) {
	switch {
	case t.in[column] != t.row:
		if lack := &t.missing[column]; lack.rows == 0 {
			lack.line = t.Line
		}
		t.missing[column].rows++
		return 0, table.NotInRow()
	case t.is[column] == jsonNull:
		return 0, &celltext.Error{Problem: "says that there is no reading", Remedy: "leave the record out",
			Missing: true}
	case t.seen[column].unsteady != "":
		problem := "is identified by its place in a list, at which " + t.seen[column].unsteady +
			" changes from record to record"
		return 0, &celltext.Error{Problem: problem, Remedy: "write a record for each object of the list"}
	}
	value, f := t.written(column)
	with := t.seen[column].unit
	if f != nil || with == 0 {
		return value, f
	}
	if t.in[with-1] != t.row || t.is[with-1] != jsonText {
		return 0, &celltext.Error{Problem: "has no unit, though other records have one",
			Remedy: "write the unit into every record"}
	}
	return t.Convert(column, value, t.Cells[column], t.Cells[with-1])
}

func (t *jsonTable) written(column int) (float64, *celltext.Error) {
	if t.is[column] == jsonBare {
		if value, plain := celltext.PlainNumber(t.Cells[column]); plain {
			return value, nil
		}
	}
	return t.TextRow.Number(column)
}

// AJSONRecord is what records in JSON are like.
const AJSONRecord = `{"time": "` + timestamp.TimeExample + `", "watts": 1234.5}`

const maxJSONName = 1 << 10

type jsonKind int

const (
	jsonNull jsonKind = iota
	jsonBare          // a number, true or false
	jsonText
)

// jsonRecord calls cell with each member: those of objects in it as tags.host, of objects in lists as gpus[0].power.
type jsonRecord struct {
	*JSONReader
	path []byte
	each int // objects of a list that are looked at; 0 if all are
	cell func(path, value []byte, is jsonKind) error
}

// held reads an object that is held in memory, whose brackets are known to match, and of which cells are good as long.
func (r *jsonRecord) held(s celltext.Source, text []byte, line int, at int64) error {
	if r.JSONReader == nil {
		r.JSONReader = &JSONReader{}
	}
	*r.JSONReader = JSONReader{Source: s, piece: text, line: line, at: at, most: table.MaxRecord}
	r.path = r.path[:0]
	return r.object()
}

func (r *jsonRecord) object() error {
	return r.members(func(name []byte) error { return r.under(len(r.path) > 0, name, r.value) })
}

func (r *jsonRecord) under(dotted bool, name []byte, read func() error) error {
	above := len(r.path)
	if dotted {
		r.path = append(r.path, '.')
	}
	if r.path = append(r.path, name...); len(r.path) > maxJSONName {
		return r.refuse(fmt.Sprintf("the name of a member is longer than %d bytes", maxJSONName))
	}
	err := read()
	r.path = r.path[:above]
	return err
}

func (r *jsonRecord) value() error {
	c, err := r.peek()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		return r.object()
	case '[':
		i := -1
		return r.array(func() error {
			i++
			if c, err := r.peek(); err != nil || c != '{' || r.each > 0 && i >= r.each {
				return r.Skip()
			}
			return r.under(false, fmt.Appendf(nil, "[%d]", i), r.object)
		})
	}
	value, is, err := r.JSONReader.cell()
	if err != nil {
		return err
	}
	return r.cell(r.path, value, is)
}

func isJSON(text []byte) bool {
	special := func(c byte) bool { return c < ' ' || c == '\\' }
	if len(text) > 1 && text[0] == '"' && !slices.ContainsFunc(text, special) {
		return true
	}
	return len(text) > 0 && celltext.BeginsWithDigit(text) && isJSONNumber(text) || json.Valid(text)
}

// isJSONNumber reports whether a text is a number of JSON: 1., .5, +1 and 01 are not.
func isJSONNumber(text []byte) bool {
	if _, plain := celltext.ShapeOf(text); !plain || text[0] == '+' {
		return false
	}
	whole := bytes.TrimPrefix(text, []byte{'-'})
	if !celltext.IsDigit(whole[0]) || whole[0] == '0' && len(whole) > 1 && celltext.IsDigit(whole[1]) {
		return false
	}
	_, decimals, pointed := bytes.Cut(whole, []byte{'.'})
	return !pointed || celltext.BeginsWithDigit(decimals)
}
