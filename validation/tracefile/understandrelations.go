package tracefile

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// rate is a column that another one is by the length of its interval: the power of that interval.
type rate struct{ energy, interval int }

// intervalWords are of columns that tell how long an interval is.
var intervalWords = wordSet("interval duration dt period")

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
func (g *glance) findRates() map[int]rate {
	rates := map[int]rate{}
	if len(g.names) > mostRelated {
		return rates
	}
	for interval, name := range g.names {
		if !says(name, intervalWords) {
			continue
		}
		for energy, name := range g.names {
			if h, foreign := hintOf(name); foreign || h.unit != "J" {
				continue
			}
			for watts := range g.names {
				if r := (rate{energy, interval}); watts != energy && watts != interval && g.isRate(watts, r) {
					rates[watts] = r
				}
			}
		}
	}
	return rates
}

func (g *glance) isRate(watts int, r rate) bool {
	return slices.ContainsFunc(secondsOf, func(unit float64) bool {
		return g.inEachRow(watts, func(row int) float64 {
			return g.cells[r.energy].numbers[row] / (g.cells[r.interval].numbers[row] * unit)
		})
	})
}

// inEachRow reports whether a column is what others make of it, in every row where both are known.
func (g *glance) inEachRow(column int, made func(row int) float64) bool {
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

// hintOf says what is told of the readings of a column, by its name or by what other columns make of it.
func (g *glance) hintOf(i int) nameHint {
	if _, known := g.rates[i]; known {
		return nameHint{quantity: power.Power, unit: "W"}
	}
	return g.called[i].hint
}

// estimateWords are of columns that nobody measured.
var estimateWords = wordSet("estimated estimate estimation est")

// withoutEstimates puts a column that adds an estimate to what was measured behind that.
func (g *glance) withoutEstimates(all []candidate) {
	if len(g.names) > mostRelated || len(all) > mostRelated {
		return
	}
	for estimate, name := range g.names {
		if !says(name, estimateWords) {
			continue
		}
		for m := range all {
			if says(g.names[all[m].value], estimateWords) {
				continue
			}
			for s := range all {
				if g.adds(&all[s], &all[m], estimate) {
					all[s].rank = min(all[s].rank, all[m].rank-1)
					all[m].estimate, all[m].sum = name, g.names[all[s].value]
				}
			}
		}
	}
}

// adds reports whether a sum adds an estimate to what was measured, in every row. What the person named
// stays.
func (g *glance) adds(sum, measured *candidate, estimate int) bool {
	return sum.value != measured.value && sum.value != estimate && !g.named(sum.value) &&
		g.inEachRow(sum.value, func(row int) float64 {
			return g.cells[measured.value].numbers[row] + g.cells[estimate].numbers[row]
		})
}

// places are numbers and letters that tell columns apart which hold the same of several instruments.
var places = regexp.MustCompile(`\d+|\bL[123]\b|_L[123]\b|\b[ABC]\b`)

// patternOf is a name without the first of them, as a value takes all that fit it.
func patternOf(name string) string {
	at := places.FindStringIndex(name)
	if at == nil {
		return name
	}
	return name[:at[0]] + anyText + name[at[1]:]
}

// alike returns the columns that hold the same as one, of several instruments, by their names.
func (g *glance) alike(column int) []int {
	pattern := g.called[column].pattern
	if !strings.Contains(pattern, anyText) {
		return nil
	}
	return g.columnsWhere(func(i int) bool { return g.cells[i].numbered() && g.called[i].pattern == pattern })
}

// summed notes which candidates are the sum of columns that hold the same of several instruments.
func (g *glance) summed(all []candidate) {
	if len(g.names) > mostRelated {
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

// sumOf returns of how many other columns one is the sum in every row, 0 where it is not.
func (g *glance) sumOf(column int, parts []int) (others int) {
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
