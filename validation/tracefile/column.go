package tracefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"green500/validation/power"
)

// maxColumns bounds the columns of a file.
const maxColumns = 10_000

// table is what a format tells of its columns before the first reading.
type table struct {
	source
	names   []string // as the file spells them, line breaks made blanks
	raw     []string // as the file spells them
	numeric []bool   // which columns may hold readings
	time    int      // the column taken where a series names none
	value   int      // likewise of the readings; -1 where the format does not know
	keys    []int    // likewise of what tells instruments apart
	local   bool     // which are called the same on every machine
	means   []meaning
	hidden  []bool // which columns a spreadsheet does not show; nil where there are none
	stamp   string // where the format puts a timestamp in its interval: begin, middle, end or unknown
	started string // when the times that count from a start began, where the file tells it
	decimal string // what the document says stands before decimals: point or comma
	notes   notes  // what the format met and no reading stands for
	timed   bool   // the format knows that the times stand in time, whether or not they can be read
	machine bool   // the format is of one machine, so that logs of the same time are of several
	mixed   mixture
	inZones []int    // columns of times without an offset whose names tell their zone
	untimed *untimed // why no column is taken where a series names none; nil where one is
	aside   []int    // columns that the format has for itself: neither readings nor what tells instruments apart

	ordersTold orders // of the dates, by the document; empty where it tells none

	groupings []grouping // where the format knows all of them
}

// meaning is what a format, a header or a first cell tells of a column.
type meaning struct {
	unit    power.Unit // of its readings; numbers come in this unit
	counts  string     // of energy: total or interval
	stated  string     // average or instant, where it is told
	certain bool       // the unit is part of the format, or stands in the cells or in brackets in the header

	elapsed bool // the times of the column count from a start
}

// mixture is a column that says what the readings of a long table are of: watts, degrees and others
// one after another. A series has to choose with where.
type mixture struct {
	column int
	kinds  []readingKind // none where all readings are of one kind
}

// readingKind is what a cell of the column stands for.
type readingKind struct {
	name  string
	means meaning
}

// settleMixed refuses to read all of a mixture as one series.
func (t *table) settleMixed(filtered []int) *power.InputError {
	if len(t.mixed.kinds) < 2 || slices.Contains(filtered, t.mixed.column) {
		return nil
	}
	names := make([]string, len(t.mixed.kinds))
	for i, one := range t.mixed.kinds {
		names[i] = one.name
	}
	problem := fmt.Sprintf("column %s tells of %d kinds of readings", t.names[t.mixed.column], len(names))
	return t.refuse(0, "where", problem, "choose with where; the file has "+listed(names))
}

func newTable(s source, names []string) *table {
	t := &table{source: s, raw: names, numeric: make([]bool, len(names)), value: -1, means: make([]meaning, len(names))}
	for _, name := range names {
		t.names = append(t.names, oneLine(name))
	}
	return t
}

func (t *table) isHidden(column int) bool { return column < len(t.hidden) && t.hidden[column] }

// oneLine makes every run of white space one blank: a header may break its lines anywhere.
func oneLine(name string) string { return strings.Join(strings.Fields(name), " ") }

// find returns the column of a name: spelled exactly so, else with other white space, else in
// other case. field is the part of the series that names it.
func (t *table) find(field, name string) (int, *power.InputError) {
	for _, same := range []func(i int) bool{
		func(i int) bool { return t.raw[i] == name },
		func(i int) bool { return t.names[i] == oneLine(name) },
		func(i int) bool { return strings.EqualFold(t.names[i], oneLine(name)) },
	} {
		found := t.columnsWhere(same)
		if len(found) > 1 {
			return 0, t.refuse(0, field, fmt.Sprintf("%d columns are called %q", len(found), name), "name one of "+listed(t.namesOf(found)))
		}
		if len(found) == 1 {
			return found[0], nil
		}
	}
	return 0, t.refuse(0, field, fmt.Sprintf("no column is called %q", name), "the file has "+listed(t.names))
}

func (t *table) namesOf(columns []int) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = t.names[column]
	}
	return names
}

func (t *table) columnsWhere(fits func(i int) bool) []int {
	var found []int
	for i := range t.names {
		if fits(i) {
			found = append(found, i)
		}
	}
	return found
}

// settleDecimal takes what a document says of the numbers of the file, which is the same for all series.
func (t *table) settleDecimal(series *power.Series) *power.InputError {
	if series.Decimal == "" {
		return nil
	}
	if t.decimal != "" && t.decimal != series.Decimal {
		return t.refuse(0, "decimal", "two series read the numbers of the file in different ways", "correct decimal of one")
	}
	t.decimal = series.Decimal
	return nil
}

// timeColumn returns the column of the times a series is read by.
func (t *table) timeColumn(series *power.Series) (int, *power.InputError) {
	switch {
	case series.Time != "":
		return t.find("time", series.Time)
	case t.untimed != nil:
		return 0, t.timeless()
	}
	return t.time, nil
}

// timeless refuses to take for the time what nothing says is.
func (t *table) timeless() *power.InputError {
	return t.refuse(t.untimed.line, "time", t.untimed.problem, t.untimed.remedy)
}

// valueColumn returns the column of the readings; where the series names none, the only column
// of numbers that serves nothing else.
func (t *table) valueColumn(series *power.Series, taken []int) (int, *power.InputError) {
	if series.Value != "" {
		return t.find("value", series.Value)
	}
	if t.value >= 0 {
		return t.value, nil
	}
	free := t.columnsWhere(func(i int) bool { return t.numeric[i] && !slices.Contains(taken, i) })
	switch len(free) {
	case 1:
		return free[0], nil
	case 0:
		return 0, t.refuse(0, "value", "no column but the time holds numbers", "name the column of the readings; the file has "+listed(t.names))
	}
	return 0, t.refuse(0, "value", "several columns hold numbers", "name the column of the readings: "+listed(t.namesOf(free)))
}

// latin1 reads text that is not UTF-8 as ISO 8859-1, which older loggers write; unlike dropping
// what is not UTF-8, that keeps different names different.
func latin1(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}
