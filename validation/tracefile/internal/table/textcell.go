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
