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
	means   []meaning
	decimal string              // what the document says stands before decimals: point or comma
	remarks []*power.InputError // what a person has to know of how the table was found
	stamp   string              // where the format puts a timestamp in its interval: begin, middle, end or unknown
}

// meaning is what a format, a header or a first cell tells of a column.
type meaning struct {
	unit    power.Unit // of its readings; numbers come in this unit
	certain bool       // the unit stands in the cells, or in brackets in the header
	counts  string     // of energy: total or interval
	stated  string     // average or instant, where it is told
}

func newTable(s source, names []string) *table {
	t := &table{source: s, raw: names, numeric: make([]bool, len(names)), value: -1, means: make([]meaning, len(names))}
	for _, name := range names {
		t.names = append(t.names, oneLine(name))
	}
	return t
}

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
			return 0, t.refuse(0, field, fmt.Sprintf("%d columns are called %q", len(found), name), "give each column of the file its own name")
		}
		if len(found) == 1 {
			return found[0], nil
		}
	}
	return 0, t.refuse(0, field, fmt.Sprintf("no column is called %q", name), "the file has "+listed(t.names))
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
	if series.Time == "" {
		return t.time, nil
	}
	return t.find("time", series.Time)
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
	var names []string
	for _, i := range free {
		names = append(names, t.names[i])
	}
	return 0, t.refuse(0, "value", "several columns hold numbers", "name the column of the readings: "+listed(names))
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
