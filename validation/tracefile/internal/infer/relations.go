package infer

import (
	"math"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// rate is a column that another one is by the length of its interval: the power of that interval.
type rate struct{ energy, interval int }

// intervalWords are of columns that tell how long an interval is.
var intervalWords = columnname.WordSet("interval duration dt period")

// secondsOf are the units that intervals are written in, as parts of a second.
var secondsOf = []float64{1, 1e-3, 1e-6, 1e-9}

// mostRelated bounds the columns that are held against each other.
const mostRelated = 64

// fewestAlike is in how many rows a relation between columns has to hold, and alike how exactly.
const (
	fewestAlike = 12
	alike       = 1e-3
)

// findRates finds the columns of power that are energy by the length of an interval in every row.
func (g *sample) findRates() map[int]rate {
	rates := map[int]rate{}
	if len(g.Names) > mostRelated {
		return rates
	}
	for interval, name := range g.Names {
		if !columnname.Says(name, intervalWords) {
			continue
		}
		for energy, name := range g.Names {
			if h, foreign := columnname.HintOf(name); foreign || h.Unit != "J" {
				continue
			}
			for watts := range g.Names {
				if r := (rate{energy, interval}); watts != energy && watts != interval && g.isRate(watts, r) {
					rates[watts] = r
				}
			}
		}
	}
	return rates
}

func (g *sample) isRate(watts int, r rate) bool {
	return slices.ContainsFunc(secondsOf, func(unit float64) bool {
		return g.inEachRow(watts, func(row int) float64 {
			return g.cells[r.energy].numbers[row] / (g.cells[r.interval].numbers[row] * unit)
		})
	})
}

// inEachRow reports whether a column is what others make of it, in every row where both are known.
func (g *sample) inEachRow(column int, made func(row int) float64) bool {
	rows, different := 0, false
	for row, is := range g.cells[column].numbers {
		want := made(row)
		if math.IsNaN(is) || math.IsNaN(want) || is == 0 {
			continue
		}
		if math.Abs(is-want) > alike*math.Abs(is) {
			return false
		}
		different = different || is != g.cells[column].numbers[0]
		rows++
	}
	return rows >= fewestAlike && different
}

// hintOf returns what is known about the readings of a column, by its name or by what other columns make of it.
func (g *sample) hintOf(i int) columnname.NameHint {
	if _, known := g.rates[i]; known {
		return columnname.NameHint{Quantity: power.Power, Unit: "W"}
	}
	return g.called[i].Hint
}

// estimateWords are of columns that nobody measured.
var estimateWords = columnname.WordSet("estimated estimate estimation est")

// withoutEstimates puts a column that adds an estimate to what was measured after that.
func (g *sample) withoutEstimates(all []candidate) {
	if len(g.Names) > mostRelated || len(all) > mostRelated {
		return
	}
	for estimate, name := range g.Names {
		if !columnname.Says(name, estimateWords) {
			continue
		}
		for m := range all {
			if columnname.Says(g.Names[all[m].value], estimateWords) {
				continue
			}
			for s := range all {
				if g.adds(&all[s], &all[m], estimate) {
					all[s].rank = min(all[s].rank, all[m].rank-1)
					all[m].estimate, all[m].sum = name, g.Names[all[s].value]
				}
			}
		}
	}
}

// adds reports whether a sum adds an estimate to what was measured, in every row. What the person named
// stays.
func (g *sample) adds(sum, measured *candidate, estimate int) bool {
	return sum.value != measured.value && sum.value != estimate && !g.named(sum.value) &&
		g.inEachRow(sum.value, func(row int) float64 {
			return g.cells[measured.value].numbers[row] + g.cells[estimate].numbers[row]
		})
}

// alike returns the columns that hold the same as one, of several meters, by their names.
func (g *sample) alike(column int) []int {
	pattern := g.called[column].Pattern
	if !strings.Contains(pattern, columnname.AnyText) {
		return nil
	}
	return g.ColumnsWhere(func(i int) bool { return g.cells[i].numbered() && g.called[i].Pattern == pattern })
}

// summed notes which candidates are the sum of columns that hold the same of several meters.
func (g *sample) summed(all []candidate) {
	if len(g.Names) > mostRelated {
		return
	}
	for part := range all {
		parts := g.alike(all[part].value)
		if len(parts) < 2 || parts[0] != all[part].value {
			continue
		}
		for i := range all {
			if others := g.sumOf(all[i].value, parts); others > 1 {
				all[i].sums, all[i].rank = others, max(all[i].rank, all[part].rank+1)
			}
		}
	}
}

// sumOf returns of how many other columns one is the sum in every row, 0 if it is not.
func (g *sample) sumOf(column int, parts []int) (others int) {
	for _, one := range parts {
		if one != column {
			others++
		}
	}
	if !g.inEachRow(column, func(row int) float64 {
		sum := 0.0
		for _, one := range parts {
			if one != column {
				sum += g.cells[one].numbers[row]
			}
		}
		return sum
	}) {
		return 0
	}
	return others
}

// named reports whether the person names a column for the readings.
func (g *sample) named(i int) bool {
	return g.settings.Value != "" && strings.EqualFold(g.Names[i], celltext.OneLine(g.settings.Value))
}
