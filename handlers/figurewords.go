package handlers

import (
	"green500/templates/chart"
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
func measureColumn(name, title, unit string) chart.FigureColumn {
	return chart.FigureColumn{Name: name + inFiles[unit], Title: title, Unit: unit, Numeric: true}
}
