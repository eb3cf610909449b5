package table

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// MaxColumns bounds the columns of a file.
const MaxColumns = 10_000

// Table is what a format says about its columns before the first reading.
type Table struct {
	celltext.Source
	Names    []string // as the file spells them, line breaks made blanks
	Raw      []string // as the file spells them
	Numeric  []bool   // which columns may hold readings
	Time     int      // the column taken where a series names none
	Value    int      // likewise of the readings; -1 where the format does not know
	Keys     []int    // likewise of what identifies meters
	Local    bool     // which are called the same on every machine
	Means    []columnname.Meaning
	Hidden   []bool         // which columns a spreadsheet does not show; nil if there are none
	Stamp    string         // where the format puts a timestamp in its interval: begin, middle, end or unknown
	Started  string         // when the times that count from a start began, where the file states it
	Decimal  string         // what the document says stands before decimals: point or comma
	Notes    celltext.Notes // what the format met and no reading stands for
	Timed    bool           // the format knows that the times stand in time, whether or not they can be read
	Machine  bool           // the format is of one machine, so that logs of the same time are of several
	Mixed    Mixture
	InZones  []int         // columns of times without an offset whose names tell their zone
	Serials  []int         // columns of times that count days, as spreadsheets do
	Untimed  *NoTimeColumn // why no column is taken where a series names none; nil if one is
	Unitless string        // why nothing in a log of the format states the unit of its readings; empty if something may
	Aside    []int         // columns that the format has for itself: neither readings nor what identifies meters

	RowUnits RowUnits // the column that says in which unit each row is

	DateOrders timestamp.Orders // of the dates, by the document; empty if it states none

	Groupings []Grouping // where the format knows all of them
}

// Mixture is a column that says what the readings of a long table are of: watts, degrees and others
// one after another. A series has to choose with where.
type Mixture struct {
	Column int
	Kinds  []ReadingKind // none if all readings are of one kind
}

// ReadingKind is what a cell of the column stands for.
type ReadingKind struct {
	Name  string
	Means columnname.Meaning
}

// resolveMixed refuses to read all of a mixture as one series.
func (t *Table) resolveMixed(filtered []int) *power.InputError {
	if len(t.Mixed.Kinds) < 2 || slices.Contains(filtered, t.Mixed.Column) {
		return nil
	}
	names := make([]string, len(t.Mixed.Kinds))
	for i, one := range t.Mixed.Kinds {
		names[i] = one.Name
	}
	problem := fmt.Sprintf("column %s contains %d kinds of readings", t.Names[t.Mixed.Column], len(names))
	return t.Refuse(0, "where", problem, "choose with where; the file has "+celltext.Listed(names))
}

// NewTable returns a table of a file with columns of these names.
func NewTable(s celltext.Source, names []string) *Table {
	t := &Table{Source: s, Raw: names, Numeric: make([]bool, len(names)), Value: -1, Means: make([]columnname.Meaning, len(names))}
	for _, name := range names {
		t.Names = append(t.Names, celltext.OneLine(name))
	}
	return t
}

// IsHidden reports whether a column is hidden in the spreadsheet.
func (t *Table) IsHidden(column int) bool { return column < len(t.Hidden) && t.Hidden[column] }

// Find returns the column of a name: spelled exactly so, else with other white space, else in
// other case; else of that place, as "column 2". field is the part of the series that names it.
func (t *Table) Find(field, name string) (int, *power.InputError) {
	for _, same := range []func(i int) bool{
		func(i int) bool { return t.Raw[i] == name },
		func(i int) bool { return t.Names[i] == celltext.OneLine(name) },
		func(i int) bool { return strings.EqualFold(t.Names[i], celltext.OneLine(name)) },
	} {
		found := t.ColumnsWhere(same)
		if len(found) > 1 {
			return 0, t.Refuse(0, field, fmt.Sprintf("%d columns are called %q", len(found), name), "name one of "+celltext.Listed(t.namesOf(found)))
		}
		if len(found) == 1 {
			return found[0], nil
		}
	}
	for i := range t.Names {
		if name == fmt.Sprintf("column %d", i+1) {
			return i, nil
		}
	}
	return 0, t.Refuse(0, field, fmt.Sprintf("no column is called %q", name), "the file has "+celltext.Listed(t.Names))
}

func (t *Table) namesOf(columns []int) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = t.Names[column]
	}
	return names
}

// ColumnsWhere returns the numbers of the columns that fit, in their order.
func (t *Table) ColumnsWhere(fits func(i int) bool) []int {
	var found []int
	for i := range t.Names {
		if fits(i) {
			found = append(found, i)
		}
	}
	return found
}

// resolveDecimal takes what a document says of the numbers of the file, which is the same for all series.
func (t *Table) resolveDecimal(series *power.Series) *power.InputError {
	if series.Decimal == "" {
		return nil
	}
	if t.Decimal != "" && t.Decimal != series.Decimal {
		return t.Refuse(0, "decimal", "two series read the numbers of the file in different ways", "correct decimal of one")
	}
	t.Decimal = series.Decimal
	return nil
}

// timeColumn returns the column of the times a series is read by.
func (t *Table) timeColumn(series *power.Series) (int, *power.InputError) {
	switch {
	case series.Time != "":
		return t.Find("time", series.Time)
	case t.Untimed != nil:
		return 0, t.Timeless()
	}
	return t.Time, nil
}

// Timeless refuses to take for the time what nothing says is.
func (t *Table) Timeless() *power.InputError {
	return t.Refuse(t.Untimed.Line, "time", t.Untimed.Problem, t.Untimed.Remedy)
}

// valueColumn returns the column of the readings; where the series names none, the only column
// of numbers that serves nothing else.
func (t *Table) valueColumn(series *power.Series, taken []int) (int, *power.InputError) {
	if series.Value != "" {
		return t.Find("value", series.Value)
	}
	if t.Value >= 0 {
		return t.Value, nil
	}
	free := t.ColumnsWhere(func(i int) bool { return t.Numeric[i] && !slices.Contains(taken, i) })
	switch len(free) {
	case 1:
		return free[0], nil
	case 0:
		return 0, t.Refuse(0, "value", "no column but the time holds numbers", "name the column of the readings; the file has "+celltext.Listed(t.Names))
	}
	return 0, t.Refuse(0, "value", "several columns hold numbers", "name the column of the readings: "+celltext.Listed(t.namesOf(free)))
}
