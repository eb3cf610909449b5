package handlers

import (
	"slices"

	"green500/templates"
	"green500/validation/listing"
)

// Units of figures.
const (
	perWatt  = "GFlops/W"
	petaflop = "PFlop/s"
	megawatt = "MW"
	percent  = "%"
)

// inFiles is how units are written in the names of columns of files.
var inFiles = map[string]string{perWatt: "_gflops_per_watt", petaflop: "_pflops", megawatt: "_mw", percent: "_percent", "TFlop/s": "_tflops", "kW": "_kw"}

// measureColumn is the head of a column of numbers.
func measureColumn(name, title, unit string) templates.FigureColumn {
	return templates.FigureColumn{Name: name + inFiles[unit], Title: title, Unit: unit, Numeric: true}
}

// seriesOf is what the lines of a kind of list are called where they are drawn.
func seriesOf(kind listing.Kind) string {
	return map[listing.Kind]string{listing.Graded: "graded here", listing.Green500: "Green500, published elsewhere", listing.Top500: "TOP500, published elsewhere"}[kind]
}

// publishedWhere says who published a list.
func publishedWhere(kind listing.Kind) string {
	if kind == listing.Graded {
		return "graded here"
	}
	return "elsewhere, not graded here"
}

// stagesOf are the editions of lines, the oldest first.
func stagesOf(lines []listing.Row) []string {
	var editions []string
	for _, line := range lines {
		editions = append(editions, line.Edition)
	}
	slices.Sort(editions)
	return slices.Compact(editions)
}

// cellOf is what a line holds in a column; nothing where there is no such column.
func cellOf(line listing.Row, column string) listing.Cell {
	if column == "" {
		return listing.Cell{}
	}
	return line.Cell(column)
}

// shownIn is a cell in the unit in which its column is shown.
func shownIn(column listing.Column, cell listing.Cell) *float64 {
	if !cell.Known {
		return nil
	}
	return new(column.Shown(cell.Number))
}
