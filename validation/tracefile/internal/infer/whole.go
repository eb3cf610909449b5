package infer

import (
	"math"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/columnname"
)

// Of rows that see parts of a machine and rows that see the whole, only those that count it once are taken.

// componentWords are of parts of a processor that draw power beside each other: the power of one holds
// nothing of that of another.
var componentWords = map[string]string{"pkg": "package", "package": "package", "ram": "memory", "dram": "memory"}

// partsOf reports whether all words of a column are of different such parts.
func (g *sample) partsOf(column int) bool {
	parts := map[string]bool{}
	for _, text := range g.cells[column].texts {
		part := ""
		for _, w := range columnname.WordsOf(text) {
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

// sourceWords are what programs call what they measured, in a column that has what they made of it too.
var sourceWords = columnname.WordSet("rapl")

// findSource is what sourceColumn returns.
func (g *sample) findSource(roles []Role) (column int, word int32) {
	for i := range roles {
		c := &g.cells[i]
		if !g.naming(i, roles) || len(c.texts) < 2 {
			continue
		}
		if at := slices.IndexFunc(c.texts, func(text string) bool { return sourceWords[strings.ToLower(text)] }); at >= 0 {
			return i, int32(at)
		}
	}
	return -1, 0
}

// measured makes a candidate of a column of readings: of what was measured of the whole machine, where a
// column distinguishes that from its parts or from what a program made of it; and then of all rows.
func (g *sample) measured(c candidate, roles []Role) []candidate {
	whole := c
	whole.keys = g.keysOf(c, -1)
	column, word := g.sourceColumn(roles)
	if all := g.withSums(whole); column < 0 && len(all) > 1 {
		return all
	}
	words := []int32{word}
	c.rows = rowsMeasured
	if column < 0 && len(whole.keys) == 1 && len(g.settings.Instruments) == 0 {
		column = g.namedBeside(whole.keys[0], roles)
		words, c.rows = g.wholeOf(column, c.value)
	}
	if len(words) == 0 || column < 0 {
		return g.withoutNamed(whole)
	}
	c.unsure, c.whole = c.rows == rowsOfFirst, true
	c.where = map[int][]int32{column: words}
	c.addMetric(g, column, g.cells[column].texts[words[0]])
	c.metric = g.cells[column].texts[words[0]]
	exempt := column
	if len(words) > 1 {
		exempt = -1
	}
	c.keys = g.keysOf(c, exempt)
	return append(g.withSums(c), whole)
}

// sensorWords are of columns whose words are sensors, not machines: those of parts stand beside those of the whole.
var sensorWords = columnname.WordSet("sensor sensors")

// namedBeside returns the column that names the sensors which another one numbers, as CPU Cores beside /intelcpu/0/power/1, and that
// itself if none does: paths of all sensors of a processor are alike, though one of them holds the others.
func (g *sample) namedBeside(column int, roles []Role) int {
	if !columnname.Says(g.Names[column], sensorWords) || !g.called[column].ID {
		return column
	}
	for i := range roles {
		if i != column && columnname.Says(g.Names[i], sensorWords) && !g.called[i].ID && g.naming(i, roles) && g.fixes(i, column) && g.fixes(column, i) {
			return i
		}
	}
	return column
}

// wholeOf returns the words of a column that see the whole machine by readings of another, where the others see its parts; none if
// all see alike much. A sensor that shows nothing at any time is of no machine: programs name those that a board might have, too.
func (g *sample) wholeOf(column, value int) (words []int32, why string) {
	texts := g.cells[column].texts
	if overlap(texts) {
		return nil, "" // see withoutOverlaps
	}
	sensors := columnname.Says(g.Names[column], sensorWords)
	named := func(text string) string { return text }
	if sensors {
		named = bareName
	}
	shows := g.showing(column, value)
	groups := g.groupedWords(column, g.wordsWhere(column, func(text string) bool { return !sensors || shows[g.cells[column].index[text]] }), named)
	best, level, ties := mostSeen(texts, groups)
	switch {
	case len(groups) < 2 || ties && (!sensors || level == 0):
		return nil, ""
	case !sensors && (level <= 0 || !columnname.OfPower(texts[best[0]])):
		return nil, ""
	case ties:
		return best, rowsOfFirst
	}
	return best, rowsOfWhole
}

// showing returns the words of a column beside which readings are not zero at all times.
func (g *sample) showing(column, value int) map[int32]bool {
	shows := map[int32]bool{}
	for row, word := range g.cells[column].words {
		if n := g.cells[value].numbers[row]; word >= 0 && n != 0 && !math.IsNaN(n) {
			shows[word] = true
		}
	}
	return shows
}

// mostSeen returns the group of words that sees most of a machine, and whether another sees as much.
func mostSeen(texts []string, groups [][]int32) (best []int32, level int, ties bool) {
	for _, one := range groups {
		r := columnname.Reach(texts[one[0]])
		switch {
		case best == nil || r > level || r == level && oneOfMany(texts[best[0]], texts[one[0]]):
			best, level, ties = one, r, false
		case r == level && !oneOfMany(texts[one[0]], texts[best[0]]):
			ties = true
		}
	}
	return best, level, ties
}

// oneOfMany reports whether a name is that of one of several things that another name is of as a whole.
func oneOfMany(name, whole string) bool {
	bare := bareName(name)
	return bare != bareName(whole) && strings.ReplaceAll(bare, numberMark, "") == bareName(whole)
}

// numberMark stands for the number of one of several.
const numberMark = "#"

// bareName is the words of a name, with marks for numbers and single letters.
func bareName(name string) string {
	var bare []string
	for _, w := range columnname.WordsOf(name) {
		small := strings.ToLower(w)
		if w = strings.Trim(small, "0123456789"); w != small || len(w) == 1 {
			w += numberMark
		}
		bare = append(bare, w)
	}
	return strings.Join(bare, " ")
}

// sourceColumn returns the column of a long table that distinguishes what was measured from what was computed from it,
// and the word of the former; -1 if none does.
func (g *sample) sourceColumn(roles []Role) (column int, word int32) {
	if g.known.source == nil {
		column, word := g.findSource(roles)
		g.known.source = &[2]int{column, int(word)}
	}
	return g.known.source[0], int32(g.known.source[1])
}
