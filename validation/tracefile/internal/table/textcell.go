package table

import (
	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

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

// NotFlux stands for a table that InfluxDB did not write.
const NotFlux = -1

// CutOff is the error of a last line that ends within a cell.
func CutOff() *celltext.Error {
	return &celltext.Error{Missing: true, Problem: "is cut off at the end of the file", Remedy: "give the whole file"}
}

// StrayField is the field of the error of a line that is no reading.
const StrayField = "line"

// SameQuantity reports whether two units are both of power or both of energy.
func SameQuantity(a, b power.Unit) bool {
	of, _ := a.Quantity()
	other, _ := b.Quantity()
	return of == other
}

// RowUnits is a column that holds the unit of the number beside it, in each row.
type RowUnits struct {
	Known         bool
	Column, Value int
	Base          power.Unit // of the first row
	Text          string     // as that row writes it
	Several       bool       // the first rows are in several units
}

// resolveUnits looks for a column of units beside one of numbers. All its cells have to be units of one quantity.
func (t *Table) resolveUnits(s *Survey, rows [][][]byte) {
	for column := range t.Names {
		if s.Kinds[column] != Words || len(rows) < fewestUnited {
			continue
		}
		value := column - 1
		if value < 0 || s.Kinds[value] != Number || s.UnitText[value] != nil {
			value = column + 1
		}
		if value >= len(t.Names) || s.Kinds[value] != Number || s.UnitText[value] != nil {
			continue
		}
		if u, ok := unitsIn(rows, column); ok {
			t.RowUnits = u
			t.RowUnits.Value = value
			return
		}
	}
}

// unitsIn are the units of a column that holds nothing else.
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

// InRowUnit turns a number of a row into the unit to, or by as much as its own unit differs from that of the first row if to is empty.
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
		return 0, &celltext.Error{Problem: "is in " + celltext.Quoted(text) + ", which is no unit of the other readings", Remedy: "write a unit of power or energy in every row", Unreadable: true}
	}
	if unit == to {
		return value, nil
	}
	return value * (unit.Steps() / to.Steps()), nil
}

// shortScale is what dashboards write after a number in place of its zeros, as 1.31 K for 1310, whatever its unit is.
var shortScale = map[string]float64{"K": 1e3, "k": 1e3, "M": 1e6, "Mil": 1e6, "Mio": 1e6, "G": 1e9, "B": 1e9, "Bil": 1e9, "T": 1e12, "Tri": 1e12}

// scaledCells are the cells of a column of numbers with and without such a word: kelvins stand in every cell.
type scaledCells struct{ plain, scaled bool }

func (s *scaledCells) add(unit []byte) {
	s.plain = s.plain || len(unit) == 0
	s.scaled = s.scaled || shortScale[string(unit)] > 0
}

// isScaled reports whether words such as K in the numbers of a column stand for thousands: its name says power or energy, or some
// numbers have none.
func (r *TextRow) isScaled(column int) bool {
	if r.Means[column].Unit != "" || r.scaled[column].plain && r.scaled[column].scaled {
		return true
	}
	h, _ := columnname.HintOf(r.Raw[column])
	return h.Quantity != ""
}

// resolveScaled looks for such words.
func (s *Survey) resolveScaled(rows [][][]byte) {
	s.scaled = make([]scaledCells, len(s.Kinds))
	for i, k := range s.Kinds {
		for _, cells := range rows {
			if k == Number && len(cells[i]) > 0 {
				_, unit := celltext.WithUnit(cells[i])
				s.scaled[i].add(unit)
			}
		}
	}
}

// Row is the row a sheet stands on, seen cell by cell. Texts are only good until the next row.
type Row interface {
	Text(column int) ([]byte, *celltext.Error)
	Number(column int) (float64, *celltext.Error)
	Instant(column int, as timestamp.Timing) (int64, *celltext.Error) // nanoseconds since 1970 UTC
	Place(column int, f *celltext.Error) *power.InputError
}

// fewestUnited is how many numbers with a unit there are at least, and for each without, if a unit follows all that are not cut off.
const fewestUnited = 5
