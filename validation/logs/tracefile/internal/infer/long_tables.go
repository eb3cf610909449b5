package infer

import (
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/columnname"
)

// A long table has a reading a row, and columns that say of what it is: the quantity, the meter, the unit.

// Why only some rows of a long table are taken, about the column that distinguishes them.
const (
	rowsOfMetric = "The log holds several quantities, which %s names."
	rowsOfParts  = "These are different parts of a processor, so their power adds up."
	rowsOfAlike  = "These rows of %s are the same quantity of several meters; the others are something else."
	rowsMeasured = "This is what was measured; the other rows of %s are shares that a program worked out of it, " +
		"and would be counted twice."
	rowsOfWhole = "By its name this sees most of the machine; " +
		"the other rows of %s are parts of that, and would be counted twice."
	rowsOfFirst = "Several rows of %s may be of the whole machine by their names, " +
		"and to add them would count it twice; this is the first."
	rowsOfUnit = "The rows of the log are written in several units, which %s names, and only those in one are read: " +
		"write all in one unit."
)

var (
	metricWords = columnname.WordSet(
		"metric metrics sensor field quantity measurement parameter name key item variable")
	// whose words are sensors, not machines: those of parts stand beside those of the whole
	sensorWords = columnname.WordSet("sensor sensors")
	recordWords = columnname.WordSet("uid uuid guid id") // that give each reading a name of its own
	// what programs call what they measured, in a column that has what they made of it too
	sourceWords = map[string]bool{"rapl": true}
)

func (g *sample) each(c candidate, metric int, roles []Role) []candidate {
	if len(g.Mixed.Kinds) == 1 {
		c.addMetric(g, g.Mixed.Column, g.Mixed.Kinds[0].Name)
	}
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
		only := once(g, "what names power by the same word in all rows", func() []int {
			return g.ColumnsWhere(func(i int) bool {
				texts := g.cells[i].texts
				return g.naming(i, roles) && len(texts) == 1 && !g.called[i].Unit && columnname.OfPower(texts[0])
			})
		})
		if len(only) > 0 {
			c.addMetric(g, only[0], g.cells[only[0]].texts[0])
		}
		return g.measured(c, roles)
	}
	var all []candidate
	if g.partsOf(metric) {
		whole := c
		whole.where, whole.rows = rowsWhere{metric: g.wordsWhere(metric, columnname.OfPower)}, rowsOfParts
		whole.keys = g.keysOf(c, -1)
		all = append(all, g.withSums(whole)...)
	}
	// sensors of several meters are alike but for numbers and letters
	for _, words := range g.groupedWords(metric, g.wordsWhere(metric, columnname.OfPower), bareName) {
		all = append(all, g.withSums(g.ofWords(c, metric, words))...)
	}
	return all
}

func (g *sample) ofWords(c candidate, column int, words []int32) candidate {
	texts := g.cells[column].texts
	c.addMetric(g, column, texts[words[0]])
	c.metric = texts[words[0]]
	if len(words) < len(texts) {
		c.where, c.rows = rowsWhere{column: words}, rowsOfMetric
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

func (g *sample) unitColumnText(where rowsWhere) (unit string, column int) {
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

func (g *sample) wordsWhere(column int, fits func(string) bool) (words []int32) {
	for word, text := range g.cells[column].texts {
		if fits(text) {
			words = append(words, int32(word))
		}
	}
	return words
}

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

func (g *sample) toldWhere() rowsWhere {
	where := rowsWhere{}
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

func (g *sample) metricColumn(roles []Role) int {
	for i := range roles {
		c := &g.cells[i]
		if !g.naming(i, roles) || len(c.texts) < 2 || g.RowUnits.Known && g.RowUnits.Column == i {
			continue
		}
		if columnname.Says(g.Names[i], recordWords) && len(c.texts) == len(g.at) && g.timesDiffer(nil) {
			continue // it distinguishes nothing
		}
		quantities := len(g.wordsWhere(i, columnname.OfPower))
		if quantities > 0 &&
			(2*quantities >= len(c.texts) || columnname.Says(g.Names[i], metricWords) || !g.called[i].ID) {
			return i
		}
	}
	return -1
}

func (g *sample) timesDiffer(where rowsWhere) bool {
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

func (g *sample) naming(i int, roles []Role) bool {
	c := &g.cells[i]
	return roles[i] == OtherRole && len(c.texts) > 0 && len(c.texts) < mostNamed && !c.numbered() && c.missing == 0 &&
		g.Names[i] != archive.FileColumn && !archive.OfMember(g.Table, i) && g.signAt(i) == ""
}

// componentWords are of parts of a processor of which none holds power of another.
var componentWords = map[string]string{"pkg": "package", "package": "package", "ram": "memory", "dram": "memory"}

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

// source is the column of a long table that distinguishes what was measured from what was computed from it, and the
// word of the former.
type source struct {
	column int // -1 if none does
	word   int32
}

func (g *sample) source(roles []Role) source {
	return once(g, "source", func() source {
		for i := range roles {
			if texts := g.cells[i].texts; g.naming(i, roles) && len(texts) >= 2 {
				if at := slices.IndexFunc(texts,
					func(text string) bool { return sourceWords[strings.ToLower(text)] }); at >= 0 {
					return source{i, int32(at)}
				}
			}
		}
		return source{column: -1}
	})
}

// measured makes a candidate of what was measured of the whole machine, if a column tells that apart; and then of all
// rows.
func (g *sample) measured(c candidate, roles []Role) []candidate {
	whole := c
	whole.keys = g.keysOf(c, -1)
	of := g.source(roles)
	if all := g.withSums(whole); of.column < 0 && len(all) > 1 {
		return all
	}
	column, words := of.column, []int32{of.word}
	c.rows = rowsMeasured
	if column < 0 && len(whole.keys) == 1 && len(g.settings.Instruments) == 0 {
		column = g.namedBeside(whole.keys[0], roles)
		words, c.rows = g.wholeOf(column, c.value)
	}
	if len(words) == 0 || column < 0 {
		return g.withoutNamed(whole)
	}
	c.unsure, c.whole = c.rows == rowsOfFirst, true
	c.where = rowsWhere{column: words}
	c.addMetric(g, column, g.cells[column].texts[words[0]])
	c.metric = g.cells[column].texts[words[0]]
	exempt := column
	if len(words) > 1 {
		exempt = -1
	}
	c.keys = g.keysOf(c, exempt)
	return append(g.withSums(c), whole)
}

// namedBeside returns the column that names the sensors which another one numbers, as CPU Cores beside
// /intelcpu/0/power/1, or that itself.
func (g *sample) namedBeside(column int, roles []Role) int {
	if columnname.Says(g.Names[column], sensorWords) && g.called[column].ID {
		for i := range roles {
			if i != column && columnname.Says(g.Names[i], sensorWords) && !g.called[i].ID && g.naming(i, roles) &&
				g.fixes(i, column) && g.fixes(column, i) {
				return i
			}
		}
	}
	return column
}

// wholeOf returns the words that see the whole machine. A sensor that shows nothing at any time is of none: a board
// might have it.
func (g *sample) wholeOf(column, value int) (words []int32, why string) {
	texts := g.cells[column].texts
	if slices.ContainsFunc(holdings, func(h holding) bool { return h.column == "" && h.among(texts) }) {
		return nil, "" // see withoutOverlaps
	}
	sensors := columnname.Says(g.Names[column], sensorWords)
	named := func(text string) string { return text }
	if sensors {
		named = bareName
	}
	groups := g.groupedWords(column, g.wordsWhere(column, func(text string) bool {
		return !sensors || g.holds(&candidate{value: value, where: rowsWhere{column: {g.cells[column].index[text]}}})
	}), named)
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

// mostSeen returns the group that sees most of a machine, and whether another sees as much; one of several things sees
// less than all.
func mostSeen(texts []string, groups [][]int32) (best []int32, level int, ties bool) {
	oneOfMany := func(name, whole string) bool {
		bare := bareName(name)
		return bare != bareName(whole) && strings.ReplaceAll(bare, numberMark, "") == bareName(whole)
	}
	for _, one := range groups {
		switch r := columnname.Reach(texts[one[0]]); {
		case best == nil || r > level || r == level && oneOfMany(texts[best[0]], texts[one[0]]):
			best, level, ties = one, r, false
		case r == level && !oneOfMany(texts[one[0]], texts[best[0]]):
			ties = true
		}
	}
	return best, level, ties
}

const numberMark = "#"

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
