package tracefile

import (
	"math"
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
		return nameHint{power.Power, "W"}
	}
	h, _ := hintOf(g.names[i])
	return h
}

// componentWords are of parts of a processor that draw power beside each other: the power of one holds
// nothing of that of another.
var componentWords = map[string]string{"pkg": "package", "package": "package", "ram": "memory", "dram": "memory"}

// partsOf reports whether all words of a column are of different such parts.
func (g *glance) partsOf(column int) bool {
	parts := map[string]bool{}
	for _, text := range g.cells[column].texts {
		part := ""
		for _, w := range wordsOf(text) {
			if known := componentWords[strings.ToLower(w)]; known != "" {
				part = known
			}
		}
		if part == "" || parts[part] {
			return false
		}
		parts[part] = true
	}
	return len(parts) > 1
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

// sourceWords are what programs call what they measured, in a column that has what they made of it too.
var sourceWords = wordSet("rapl")

// sourceColumn returns the column of a long table that tells what was measured from what was made of it,
// and the word of the former; -1 where none does.
func (g *glance) sourceColumn(roles []Role) (column, word int) {
	for i, role := range roles {
		c := &g.cells[i]
		if role != OtherRole || len(c.texts) < 2 || len(c.texts) == distinctKept || c.numbered() || c.missing > 0 {
			continue
		}
		if at := slices.IndexFunc(c.texts, func(text string) bool { return sourceWords[strings.ToLower(text)] }); at >= 0 {
			return i, at
		}
	}
	return -1, 0
}

// wholeAmong returns which of the texts is of the whole machine by its name, where the others are not: a
// sensor of a node beside those of its parts.
func wholeAmong(texts []string) (word int, found bool) {
	most := 0
	for i, text := range texts {
		switch r := reach(text); {
		case r > most:
			word, most, found = i, r, true
		case r == most:
			found = false
		}
	}
	return word, found && len(texts) > 1 && ofPower(texts[word])
}

// measured makes a candidate of a column of readings: of what was measured of the whole machine, where a
// column tells that from its parts or from what a program made of it; and then of all rows.
func (g *glance) measured(c candidate, roles []Role) []candidate {
	whole := c
	whole.keys = g.keysOf(roles, c, -1)
	column, word := g.sourceColumn(roles)
	c.rows = rowsMeasured
	if column < 0 && len(g.keys) == 1 && len(g.told.Instruments) == 0 {
		if at, found := wholeAmong(g.cells[g.keys[0]].texts); found {
			column, word, c.rows = g.keys[0], at, rowsOfWhole
		}
	}
	if column < 0 {
		return []candidate{whole}
	}
	c.where, c.metric = map[int]int32{column: int32(word)}, g.cells[column].texts[word]
	c.keys = g.keysOf(roles, c, column)
	return []candidate{c, whole}
}

// Why only some rows of a long table are taken, about the column that tells them apart.
const (
	rowsOfMetric = "The log holds several quantities, which %s names."
	rowsMeasured = "This is what was measured; the other rows of %s are shares that a program worked out of it, and would be counted twice."
	rowsOfWhole  = "This is of the whole machine by its name; the other rows of %s are of its parts, and would be counted twice."
)
