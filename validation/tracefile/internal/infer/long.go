package infer

import (
	"slices"

	"green500/validation/tracefile/internal/archive"
	"green500/validation/tracefile/internal/columnname"
)

// A long table has a reading a row, and columns that say of what it is: the quantity, the meter, the unit.

// Why only some rows of a long table are taken, about the column that distinguishes them.
const (
	rowsOfMetric = "The log holds several quantities, which %s names."
	rowsOfParts  = "These are different parts of a processor, so their power adds up."
	rowsOfAlike  = "These rows of %s are the same quantity of several meters; the others are something else."
	rowsMeasured = "This is what was measured; the other rows of %s are shares that a program worked out of it, and would be counted twice."
	rowsOfWhole  = "By its name this sees most of the machine; the other rows of %s are parts of that, and would be counted twice."
	rowsOfFirst  = "Several rows of %s may be of the whole machine by their names, and to add them would count it twice; this is the first."
	rowsOfUnit   = "The rows of the log are written in several units, which %s names, and only those in one are read: write all in one unit."
)

// metricWords are of columns that name what is read.
var metricWords = columnname.WordSet("metric metrics sensor field quantity measurement parameter name key item variable")

// each makes a candidate of a column of readings, or one for each quantity that a long table names.
func (g *sample) each(c candidate, metric int, roles []Role) []candidate {
	c.addMetric(g, g.Mixed.Column, g.onlyKind())
	switch {
	case len(g.settings.Where) > 0:
		c.where = g.toldWhere()
		for column, words := range c.where {
			c.addMetric(g, column, g.cells[column].texts[words[0]])
		}
		c.keys = g.keysOf(c, -1)
		return []candidate{c}
	case g.signAt(c.value+1) != "":
		c.metric = g.signAt(c.value + 1)
		return g.measured(c, roles)
	case metric < 0 || c.hint.Quantity != "" && columnname.Says(g.Names[metric], sensorWords) && !g.partsOf(metric):
		if only := g.onlyMetric(roles); only >= 0 {
			c.addMetric(g, only, g.cells[only].texts[0])
		}
		return g.measured(c, roles)
	}
	var all []candidate
	if g.partsOf(metric) {
		whole := c
		whole.where, whole.rows = map[int][]int32{metric: g.wordsWhere(metric, columnname.OfPower)}, rowsOfParts
		whole.keys = g.keysOf(c, -1)
		all = append(all, g.withSums(whole)...)
	}
	for _, words := range g.alikeIn(metric) {
		all = append(all, g.withSums(g.ofWords(c, metric, words))...)
	}
	return all
}

// onlyKind is the name of what is read, where the format names one thing only.
func (g *sample) onlyKind() string {
	if len(g.Mixed.Kinds) != 1 {
		return ""
	}
	return g.Mixed.Kinds[0].Name
}

// ofWords is a candidate of the rows where a column has one of some words.
func (g *sample) ofWords(c candidate, column int, words []int32) candidate {
	texts := g.cells[column].texts
	c.addMetric(g, column, texts[words[0]])
	c.metric = texts[words[0]]
	if len(words) < len(texts) {
		c.where, c.rows = map[int][]int32{column: words}, rowsOfMetric
	}
	exempt := column
	if len(words) > 1 {
		exempt, c.rows = -1, rowsOfAlike
	}
	if g.called[column].Unit && g.unitsAlike(column) {
		c.rows, c.unsure = rowsOfUnit, true
	}
	c.keys = g.keysOf(c, exempt)
	if len(words) > 1 && !slices.Contains(c.keys, column) && len(g.Keys) == 0 && len(g.settings.Instruments) == 0 {
		c.keys = append(c.keys, column)
		slices.Sort(c.keys)
	}
	return c
}

// unitsAlike reports whether a column holds several units of one quantity.
func (g *sample) unitsAlike(column int) bool {
	met := map[any]bool{}
	for _, text := range g.cells[column].texts {
		if unit, known := columnname.UnitNamed(text); known {
			quantity, _ := unit.Quantity()
			if met[quantity] {
				return true
			}
			met[quantity] = true
		}
	}
	return false
}

// unitColumnText returns the unit that a column of units has in all rows that a candidate takes, and that column.
func (g *sample) unitColumnText(where map[int][]int32) (unit string, column int) {
	for i := range g.Names {
		if !g.called[i].Unit {
			continue
		}
		word := int32(-1)
		for row, w := range g.cells[i].words {
			if g.admitted(row, where) && w >= 0 {
				if word >= 0 && w != word {
					return "", -1
				}
				word = w
			}
		}
		if word >= 0 {
			return g.cells[i].texts[word], i
		}
	}
	return "", -1
}

// wordsWhere returns the words of a column whose texts are so.
func (g *sample) wordsWhere(column int, fits func(string) bool) (words []int32) {
	for word, text := range g.cells[column].texts {
		if fits(text) {
			words = append(words, int32(word))
		}
	}
	return words
}

// alikeIn groups the words of a column that name power or energy by their names but for numbers and letters, which tell
// the sensors of several meters apart.
func (g *sample) alikeIn(column int) [][]int32 {
	return g.groupedWords(column, g.wordsWhere(column, columnname.OfPower), bareName)
}

// groupedWords puts words together whose texts have the same name.
func (g *sample) groupedWords(column int, words []int32, named func(string) string) [][]int32 {
	var groups [][]int32
	at := map[string]int{}
	for _, word := range words {
		name := named(g.cells[column].texts[word])
		group, met := at[name]
		if !met {
			group, at[name] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[group] = append(groups[group], word)
	}
	return groups
}

// toldWhere is the row filter that the person names, as far as rows that were looked at have it.
func (g *sample) toldWhere() map[int][]int32 {
	where := map[int][]int32{}
	for name, values := range g.settings.Where {
		at, inputErr := g.Find("where", name)
		if inputErr != nil {
			continue
		}
		for _, value := range values {
			if word, met := g.cells[at].index[value]; met {
				where[at] = append(where[at], word)
			}
		}
	}
	return where
}

// metricColumn returns the column of a long table that names what its readings are; -1 if none does.
func (g *sample) metricColumn(roles []Role) int {
	for i := range roles {
		c := &g.cells[i]
		if !g.naming(i, roles) || len(c.texts) < 2 || g.numbersReadings(i) || g.RowUnits.Known && g.RowUnits.Column == i {
			continue
		}
		quantities := len(g.wordsWhere(i, columnname.OfPower))
		if quantities > 0 && (2*quantities >= len(c.texts) || columnname.Says(g.Names[i], metricWords) || !g.called[i].ID) {
			return i
		}
	}
	return -1
}

// recordWords are of columns that give each reading a name of its own.
var recordWords = columnname.WordSet("uid uuid guid id")

// numbersReadings reports whether a column gives each reading a name of its own, so that it distinguishes nothing.
func (g *sample) numbersReadings(i int) bool {
	return columnname.Says(g.Names[i], recordWords) && len(g.cells[i].texts) == len(g.at) && g.timesDiffer(nil)
}

// timesDiffer reports whether no two of some rows have the same time.
func (g *sample) timesDiffer(where map[int][]int32) bool {
	for _, rows := range g.groups(nil, where) {
		met := map[int64]bool{}
		for _, row := range rows {
			met[g.at[row]] = true
		}
		if len(met) < len(rows) {
			return false
		}
	}
	return true
}

// findOnlyMetric is what onlyMetric returns.
func (g *sample) findOnlyMetric(roles []Role) int {
	for i := range roles {
		if g.naming(i, roles) && len(g.cells[i].texts) == 1 && !g.called[i].Unit && columnname.OfPower(g.cells[i].texts[0]) {
			return i
		}
	}
	return -1
}

// naming reports whether a column may name what the readings are: the files of an archive are called as people like.
func (g *sample) naming(i int, roles []Role) bool {
	c := &g.cells[i]
	return roles[i] == OtherRole && len(c.texts) > 0 && len(c.texts) < mostNamed && !c.numbered() && c.missing == 0 && g.Names[i] != archive.FileColumn && !archive.OfMember(g.Table, i) && g.signAt(i) == ""
}

// onlyMetric returns a column that names power or energy by the same word in all rows; -1 if none does.
func (g *sample) onlyMetric(roles []Role) int {
	if g.known.onlyMetric == nil {
		only := g.findOnlyMetric(roles)
		g.known.onlyMetric = &only
	}
	return *g.known.onlyMetric
}
