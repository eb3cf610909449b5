package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Confidence says how sure a proposed value is.
type Confidence string

// The confidences, in the words that pages, trace and its JSON show.
const (
	Certain Confidence = "detected" // or stated by the user
	Likely  Confidence = "likely"
	Guess   Confidence = "guessed"
	Open    Confidence = "unknown" // the user must state it
)

// Table is what a format says about its columns before the first reading.
type Table struct {
	celltext.Source
	Names   []string // as the file spells them, line breaks made blanks
	Raw     []string // as the file spells them
	Numeric []bool   // which columns may hold readings
	Time    int      // the column taken if a series names none
	Value   int      // likewise of the readings; -1 if the format does not know
	Keys    []int    // likewise of what identifies meters
	Local   bool     // which are called the same on every machine
	Means   []columnname.Meaning
	Hidden  []bool         // which columns a spreadsheet does not show; nil if there are none
	Stamp   string         // where the format puts a timestamp in its interval: begin, middle, end or unknown
	Started string         // when the times that count from a start began, if the file states it
	Decimal string         // what the document says stands before decimals: point or comma
	Notes   celltext.Notes // what the format met and no reading stands for
	Timed   bool           // the format knows that the times stand in time, whether or not they can be read
	Machine bool           // the format is of one machine, so that logs of the same time are of several
	Mixed   Mixture
	InZones []int         // columns of times without an offset whose names tell their zone
	Serials []int         // columns of times that count days, as spreadsheets do
	Untimed *NoTimeColumn // why no column is taken if a series names none; nil if one is
	// why nothing in a log of the format states the unit of its readings; empty if something may
	Unitless   string
	Aside      []int            // columns that the format has for itself: neither readings nor what identifies meters
	RowUnits   RowUnits         // the column that says in which unit each row is
	DateOrders timestamp.Orders // of the dates, by the document; empty if it states none
	Groupings  []Grouping       // if the format knows all of them
}

// Mixture is a column that says of what the readings of a long table are, among which a series has to choose.
type Mixture struct {
	Column int
	Kinds  []ReadingKind // none if all readings are of one kind
}

// ReadingKind is what a cell of the column stands for.
type ReadingKind struct {
	Name  string
	Means columnname.Meaning
}

// Grouping is cells that rows of some machines have together.
type Grouping struct {
	Cells map[int]string // by column
	Hosts map[string]bool
}

// NewTable returns a table of a file with columns of these names.
func NewTable(s celltext.Source, names []string) *Table {
	t := &Table{Source: s, Raw: names, Numeric: make([]bool, len(names)), Value: -1,
		Means: make([]columnname.Meaning, len(names))}
	for _, name := range names {
		t.Names = append(t.Names, celltext.OneLine(name))
	}
	return t
}

// IsHidden reports whether a column is hidden in the spreadsheet.
func (t *Table) IsHidden(column int) bool { return column < len(t.Hidden) && t.Hidden[column] }

// Find returns the column of a name: spelled so, else with other white space, else in other case; else as "column 2".
// field names it.
func (t *Table) Find(field, name string) (int, *power.InputError) {
	for _, same := range []func(i int) bool{
		func(i int) bool { return t.Raw[i] == name },
		func(i int) bool { return t.Names[i] == celltext.OneLine(name) },
		func(i int) bool { return strings.EqualFold(t.Names[i], celltext.OneLine(name)) },
	} {
		found := t.ColumnsWhere(same)
		if len(found) > 1 {
			return 0, t.Refuse(0, field, fmt.Sprintf("%d columns are called %q", len(found), name),
				"name one of "+celltext.Listed(t.namesOf(found)))
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
func (t *Table) ColumnsWhere(fits func(i int) bool) (found []int) {
	for i := range t.Names {
		if fits(i) {
			found = append(found, i)
		}
	}
	return found
}

// Timeless refuses to take for the time what nothing says is.
func (t *Table) Timeless() *power.InputError {
	return t.Refuse(t.Untimed.Line, "time", t.Untimed.Problem, t.Untimed.Remedy)
}

// valueColumns returns the columns of the readings: named, fitting, or left. A column called exactly as a pattern is
// meant itself.
func (t *Table) valueColumns(series *power.Series, taken []int) ([]int, *power.InputError) {
	pattern := celltext.OneLine(series.Value)
	named := slices.Contains(t.Raw, series.Value) || slices.Contains(t.Names, pattern) ||
		!strings.Contains(series.Value, columnname.AnyText)
	free := t.ColumnsWhere(func(i int) bool { return t.Numeric[i] && !slices.Contains(taken, i) })
	switch {
	case series.Value != "" && named:
		one, inputErr := t.Find("value", series.Value)
		return []int{one}, inputErr
	case series.Value != "":
		free = slices.DeleteFunc(free,
			func(i int) bool { return !Fits(t.Names[i], pattern) && !Fits(celltext.OneLine(t.Raw[i]), pattern) })
		if len(free) == 0 {
			return nil, t.Refuse(0, "value", fmt.Sprintf("no column of numbers fits %q", series.Value),
				"the file has "+celltext.Listed(t.Names))
		}
		return free, t.unlike(free)
	case t.Value >= 0:
		return []int{t.Value}, nil
	case len(free) == 0:
		return nil, t.Refuse(0, "value", "no column but the time holds numbers",
			"name the column of the readings; the file has "+celltext.Listed(t.Names))
	case len(free) > 1:
		return nil, t.Refuse(0, "value", "several columns hold numbers",
			"name the column of the readings: "+celltext.Listed(t.namesOf(free)))
	}
	return free, nil
}

func (t *Table) unlike(columns []int) *power.InputError {
	met := map[string]bool{}
	for _, i := range columns {
		if met[t.Names[i]] {
			return t.Refuse(0, "value", fmt.Sprintf("several columns are called %q", t.Names[i]),
				"give each column of the file its own name")
		}
		met[t.Names[i]] = true
	}
	return nil
}

// Fits reports whether a name is what a pattern describes.
func Fits(name, pattern string) bool {
	first, rest, some := strings.Cut(pattern, columnname.AnyText)
	if !some {
		return name == pattern
	}
	name, begins := strings.CutPrefix(name, first)
	if !begins {
		return false
	}
	for {
		piece, after, more := strings.Cut(rest, columnname.AnyText)
		if !more {
			return strings.HasSuffix(name, piece)
		}
		at := strings.Index(name, piece)
		if at < 0 {
			return false
		}
		name, rest = name[at+len(piece):], after
	}
}

func (t *Table) begins(series *power.Series, zone *time.Location) (int64, *power.InputError) {
	if !series.Origin.IsZero() {
		if seconds := series.Origin.Unix(); seconds < timestamp.FirstSecond ||
			seconds >= timestamp.LastSecond-timestamp.MaxElapsed {
			return 0, t.Refuse(0, "origin", "is outside the years 1970 to 2168", "correct origin")
		}
		return series.Origin.UnixNano(), nil
	}
	if t.Started == "" {
		return 0, t.Refuse(0, "origin", "the times of the file count from an unknown start",
			"set origin in the series, as 2024-09-27T11:16:15+02:00")
	}
	at, f := timestamp.NewClock(timestamp.Timing{Zone: zone}).Read([]byte(t.Started))
	if f != nil {
		return 0, t.Refuse(0, cmp.Or(f.Field, "origin"), f.Problem, f.Remedy)
	}
	return at, nil
}

// Headings returns what the names of the columns tell, and a line of units under them.
func Headings(t *Table, units []string) []columnname.Meaning {
	means := make([]columnname.Meaning, len(t.Names))
	for i, name := range t.Names {
		means[i] = columnname.Heading(name)
		if i < len(units) {
			if m := columnname.Heading("[" + columnname.TrimBrackets(units[i]) + "]"); m.Certain {
				means[i] = m
			}
		}
	}
	return means
}

// UnitIn takes the unit of a column from its first cell, and returns how it is written.
func (t *Table) UnitIn(column int, cell []byte, k Kind) []byte {
	digits, unit := celltext.WithUnit(cell)
	known, ok := columnname.UnitNamed(celltext.Latin1(unit))
	if k != Number || !ok {
		return nil
	}
	t.Means[column] = columnname.Meaning{Unit: known, Certain: true}
	return cell[len(digits):]
}

// SameQuantity reports whether two units are both of power or both of energy.
func SameQuantity(a, b power.Unit) bool {
	of, _ := a.Quantity()
	other, _ := b.Quantity()
	return of == other
}

const fewestUnited = 5

// RowUnits is a column that holds the unit of the number beside it, in each row.
type RowUnits struct {
	Known         bool
	Column, Value int
	Base          power.Unit // of the first row
	Text          string     // as that row writes it
	Several       bool       // the first rows are in several units
}

func (t *Table) resolveRowUnits(s *Survey, rows [][][]byte) {
	for column := range t.Names {
		if s.Kinds[column] != Words || len(rows) < fewestUnited {
			continue
		}
		for _, value := range []int{column - 1, column + 1} {
			if value < 0 || value >= len(t.Names) || s.Kinds[value] != Number || s.UnitText[value] != nil {
				continue
			}
			if u, ok := unitsIn(rows, column); ok {
				t.RowUnits = u
				t.RowUnits.Value = value
				return
			}
			break
		}
	}
}

func unitsIn(rows [][][]byte, column int) (u RowUnits, ok bool) {
	u = RowUnits{Known: true, Column: column}
	var last []byte
	for _, cells := range rows {
		if cell := cells[column]; string(cell) != string(last) {
			unit, known := columnname.UnitNamed(celltext.Latin1(cell))
			if !known || u.Base != "" && !SameQuantity(unit, u.Base) {
				return u, false
			}
			if u.Base == "" {
				u.Base, u.Text = unit, string(cell)
			}
			u.Several, last = u.Several || unit != u.Base, cell
		}
	}
	return u, u.Base != ""
}

// InRowUnit turns a number of a row into the unit to, or by as much as its own unit differs from that of the first row
// if to is empty.
func (u *RowUnits) InRowUnit(r Row, value float64, to power.Unit) (float64, *celltext.Error) {
	text, f := r.Text(u.Column)
	if f != nil {
		return 0, f
	}
	if to == "" {
		to = u.Base
	}
	unit, known := columnname.UnitNamed(celltext.Latin1(text))
	if !known || !SameQuantity(unit, to) {
		return 0, &celltext.Error{Problem: "is in " + celltext.Quoted(text) + ", which is no unit of the other " +
			"readings", Remedy: "write a unit of power or energy in every row", Unreadable: true}
	}
	if unit == to {
		return value, nil
	}
	return value * (unit.Steps() / to.Steps()), nil
}

// shortScale is what dashboards write after a number in place of its zeros, as 1.31 K for 1310, whatever its unit is.
var shortScale = map[string]float64{"K": 1e3, "k": 1e3, "M": 1e6, "Mil": 1e6, "Mio": 1e6, "G": 1e9, "B": 1e9,
	"Bil": 1e9, "T": 1e12, "Tri": 1e12}

func (s *Survey) resolveScaled(rows [][][]byte) {
	for i, k := range s.Kinds {
		for _, cells := range rows {
			if k == Number && len(cells[i]) > 0 {
				_, unit := celltext.WithUnit(cells[i])
				s.plain[i], s.scaled[i] = s.plain[i] || len(unit) == 0, s.scaled[i] || shortScale[string(unit)] > 0
			}
		}
	}
}

// isScaled reports whether words such as K stand for thousands: the column is one of power, or some numbers have none.
func (r *TextRow) isScaled(column int) bool {
	h, _ := columnname.HintOf(r.Raw[column])
	return r.Means[column].Unit != "" || r.plain[column] && r.scaled[column] || h.Quantity != ""
}
