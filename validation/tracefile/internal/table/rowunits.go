package table

import (
	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
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
