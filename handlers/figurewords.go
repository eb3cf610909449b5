package handlers

import (
	"green500/templates/chart"
)

// The units of figures.
const (
	PerWatt  = "GFlops/W"
	Petaflop = "PFlop/s"
	Megawatt = "MW"
	Percent  = "%"
)

// inFiles is how units are written in the names of columns of files.
var inFiles = map[string]string{PerWatt: "_gflops_per_watt", Petaflop: "_pflops", Megawatt: "_mw", Percent: "_percent", "TFlop/s": "_tflops", "kW": "_kw"}

// MeasureColumn is the head of a column of numbers.
func MeasureColumn(name, title, unit string) chart.FigureColumn {
	return chart.FigureColumn{Name: name + inFiles[unit], Title: title, Unit: unit, Numeric: true}
}
