package tracefile

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

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
	in      []int // the row that a cell is of: others are not in this one
	held    []int // the columns of this row
	row     int   // its number
	at      int64 // the byte it begins at
	ended   int   // the line that the row before ended on
	crowded bool  // it does not begin its line
	answer  bool  // of a program, to what it was asked
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
	t.seen = append(t.seen, jsonSeen{units: isUnitPath(path)})
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
	return t.clock(column, as).read(text)
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

// jsonSeen is what the first cells of a column show.
type jsonSeen struct {
	rows, looked int
	first        []byte // that holds something
	kind         kind
	order        string // of day and month
	comma, point bool   // which stand before decimals
	units        bool   // it may hold the unit of the value beside it
	unit         int    // the column, from 1, that holds the unit of this one
	unitIs       power.Unit
}

// see remembers what the cells of a row show.
func (t *jsonTable) see() error {
	for _, column := range t.held {
		s, cell := &t.seen[column], t.cells[column]
		s.rows++
		if s.units {
			s.alike(cell)
		}
		if s.looked == sampled || len(cell) == 0 {
			continue
		}
		s.looked++
		k := kindOf(cell)
		if s.kind == kindNone && k != kindNone {
			s.kind, s.first = k, bytes.Clone(cell)
		}
		switch k {
		case wallTime, zonedTime, dateOnly:
			s.order = laterOrder(s.order, cell)
		case number:
			if t.is[column] == jsonText {
				digits, _ := withUnit(cell)
				comma, point := evidence(digits)
				s.comma, s.point = s.comma || comma, s.point || point
			}
		}
	}
	return nil
}

// alike takes the units of a column as long as all of them are of one quantity.
func (s *jsonSeen) alike(cell []byte) {
	unit, known := unitNamed(latin1(cell))
	if s.unitIs == "" {
		s.unitIs = unit
	}
	s.units = known && sameQuantity(unit, s.unitIs)
}

// isUnitPath tells the column of a unit, beside that of its value.
func isUnitPath(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name == "unit" || name == "units"
}

// settleTable makes the table of the columns that were seen.
func (t *jsonTable) settleTable() *power.InputError {
	switch {
	case t.row == 0 && t.answer:
		return t.refuse(0, "", "is an answer without readings", "ask for a time and a measurement that has some")
	case t.row == 0:
		return t.noRecords("it holds none")
	case len(t.paths) == 0:
		return t.noRecords("its records have no members")
	}
	if trouble := t.refused(); trouble != nil {
		return trouble
	}
	names := make([]string, len(t.paths))
	for i, path := range t.paths {
		names[i] = latin1([]byte(path))
	}
	t.table = newTable(t.source, names)
	t.names = named(t.names)
	t.means = headings(t.table, nil)
	t.survey = t.surveyed(nil, false)
	t.settleCells()
	t.unitsBeside()
	t.time = t.timeColumnOf()
	t.settleKnown()
	return t.withoutReadings()
}

// settleCells settles what the cells of the columns show.
func (t *jsonTable) settleCells() {
	comma, point := false, false
	for i := range t.seen {
		s := &t.seen[i]
		t.kinds[i], t.orders[i] = s.kind, s.order
		t.unitText[i] = t.unitIn(i, s.first, s.kind)
		t.numeric[i] = s.kind == number || s.kind == countedTime
		comma, point = comma || s.comma, point || s.point
	}
	t.survey.notation = notation{comma: comma && !point, settled: comma != point}
	t.survey.pair()
}

// withoutReadings refuses records that can hold none.
func (t *jsonTable) withoutReadings() *power.InputError {
	timed, numeric := false, false
	for i, is := range t.numeric {
		timed = timed || t.mayTime(i)
		numeric = numeric || is && i != t.time && (!t.mayTime(i) || t.means[i].unit != "" || ofPower(t.names[i]))
	}
	switch {
	case !timed:
		return t.noRecords("its records have no time; they have " + listed(t.names))
	case !numeric:
		return t.noRecords("its records have no numbers beside a time; they have " + listed(t.names))
	}
	return nil
}

// unitsBeside joins columns called value with those called unit beside them.
func (t *jsonTable) unitsBeside() {
	for i, path := range t.paths {
		if !t.seen[i].units || t.seen[i].unitIs == "" {
			continue
		}
		value, met := t.index[path[:strings.LastIndexByte(path, '.')+1]+"value"]
		if met {
			t.seen[value].unit = i + 1
			t.means[value] = meaning{unit: t.seen[i].unitIs, certain: true}
		}
	}
}

// elapsedWords are of columns that count time from a start.
var elapsedWords = wordSet("elapsed interval uptime offset")

// mayTime reports whether a column may be that of the times.
func (t *jsonTable) mayTime(i int) bool {
	k := t.kinds[i]
	return timeWeight(k, false, timely(t.names[i]), false) > 0 || k == number && (tickOf(t.names[i]) > 0 || says(t.names[i], elapsedWords))
}

// timeColumnOf returns the likeliest column of the times.
func (t *jsonTable) timeColumnOf() int {
	best := t.survey.timeColumn(t.names)
	for i := range t.names {
		if !t.mayTime(best) && t.mayTime(i) {
			return i
		}
	}
	return best
}

// noRecords refuses JSON that holds no log.
func (s source) noRecords(why string) *power.InputError {
	return s.refuse(0, "", "is JSON without records of readings over time: "+why,
		`export an object a line, or a list of them, each with its time, as {"time": "`+timeExample+`", "watts": 1234.5}`)
}
