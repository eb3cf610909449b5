package table

import (
	"slices"

	"green500/validation/tracefile/internal/celltext"
)

// FluxColumns are those of annotated CSV of InfluxDB that hold nothing which was measured: what was asked, of which the table
// is one answer, and from when to when.
var FluxColumns = [...]string{"result", "table", "_start", "_stop"}

// IsFluxName reports whether a cell begins a line of names of annotated CSV (InfluxDB, Flux).
func IsFluxName(cell []byte) bool { return string(cell) == FluxColumns[0] }

// fluxHeader is the error of a line that begins another table of annotated CSV, or nil. One that has the same columns goes on
// with the table before.
func (r *TextRow) fluxHeader() *celltext.Error {
	at := r.Flux
	if at != NotFlux && len(r.Cells[0]) > 0 && r.Cells[0][0] == '#' {
		return strayLine()
	}
	if at == NotFlux || len(r.Cells) < at+2 || !IsFluxName(r.Cells[at]) || string(r.Cells[at+1]) != FluxColumns[1] {
		return nil
	}
	if names := TextsOf(r.Cells); slices.Equal(names, r.Raw) {
		return strayLine()
	}
	return OtherTable()
}

// OtherTable is the error of a line that begins a second table with other columns.
func OtherTable() *celltext.Error {
	return &celltext.Error{Problem: "begins another table, with other columns than the first", Remedy: "give each table in a file of its own"}
}
