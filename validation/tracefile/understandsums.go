package tracefile

import (
	"maps"
	"slices"
	"strings"
)

// Of a long table whose rows hold parts and their sum, only one of these is taken.

// Why some rows are taken of those that hold parts and their sum.
const (
	rowsOfSum     = "At every time it is the sum of the other rows of %s, which would be counted twice."
	rowsNearSum   = "At most times it is about the sum of the other rows of %s, as what is measured before them is; if so, these would be counted twice."
	rowsCalledSum = "By its name it holds the other rows of %s, which would be counted twice, though they do not add up to it at every time."
	rowsOfSummed  = "The other rows of %s are the sum of these, but not there of every instrument, and would be counted twice."
)

// sumAlone are words that call a row the sum of others.
var sumAlone = wordSet("total sum gesamt summe all overall σ ∑")

// What a sum may be more than its parts where only an end of its name tells it, for what is lost between them; and by how
// much it may be less, or another, for having been rounded or read a moment later.
const (
	lostBetween = 0.1
	roundedSum  = 0.02
)

// summing is rows of a column that are the sum of its other rows, or the latter.
type summing struct {
	column int
	words  []int32 // that are taken
	summed bool    // these are what is added up
	why    string
	unsure bool
}

// withSums puts a candidate that takes parts or their sum before one that takes both.
func (g *glance) withSums(c candidate) []candidate {
	if len(g.told.Instruments) > 0 || len(g.told.Where) > 0 {
		return []candidate{c}
	}
	columns := c.keys
	if len(g.keys) > 0 { // labels before what holds all of them
		columns = slices.DeleteFunc(slices.Clone(g.apart), func(i int) bool { return i == c.value || slices.Contains(g.keys, i) })
		columns = append(columns, g.keys...)
	}
	sum := c
	for range columns {
		found := g.sumIn(&sum, columns)
		if found == nil {
			break
		}
		sum = g.ofSum(sum, found)
	}
	if len(sum.sumRows) == 0 {
		return []candidate{c}
	}
	return []candidate{sum, c}
}

// ofSum is a candidate of only those rows.
func (g *glance) ofSum(c candidate, s *summing) candidate {
	c.where = maps.Clone(c.where)
	if c.where == nil {
		c.where = map[int][]int32{}
	}
	c.where[s.column] = s.words
	c.sumRows = append(slices.Clone(c.sumRows), *s)
	if s.summed {
		return c
	}
	name := g.cells[s.column].texts[s.words[0]]
	if c.metric == "" {
		c.hear(g, s.column, name)
		c.whole, c.metric = true, name
	}
	if len(g.keys) == 0 && len(s.words) == 1 {
		c.keys = slices.DeleteFunc(slices.Clone(c.keys), func(key int) bool { return key == s.column })
	}
	return c
}

// sumIn looks for sums among the words of some columns, each at every place that the others tell, and at all together. What
// is likely comes before what a person has to settle.
func (g *glance) sumIn(c *candidate, columns []int) (open *summing) {
	for _, column := range columns {
		if slices.ContainsFunc(c.sumRows, func(s summing) bool { return s.column == column }) {
			continue
		}
		places := slices.DeleteFunc(slices.Clone(columns), func(other int) bool { return other == column || g.fixes(other, column) })
		for _, of := range g.placesOf(column, places) {
			switch s := g.sumAmong(c, column, of); {
			case s != nil && !s.unsure:
				return s
			case open == nil:
				open = s
			}
		}
	}
	return open
}

// placesOf returns by which columns the words of one may be added up: by those that tell instruments apart beside it, by
// what they are parts of as well, and by none.
func (g *glance) placesOf(column int, places []int) [][]int {
	all := [][]int{places}
	larger := slices.DeleteFunc(slices.Clone(g.apart), func(i int) bool {
		return i == column || slices.Contains(places, i) || !g.fixes(column, i) || g.fixes(i, column)
	})
	if len(larger) > 0 {
		all = append(all, append(slices.Clone(places), larger...))
	}
	if len(places) > 0 {
		all = append(all, nil)
	}
	return all
}

// fixes reports whether each word of a column comes with one word of another only.
func (g *glance) fixes(column, other int) bool {
	with := make([]int32, len(g.cells[column].texts)+1)
	for row, word := range g.cells[column].words {
		is := g.cells[other].words[row] + 2
		if before := with[word+1]; before != 0 && before != is {
			return false
		}
		with[word+1] = is
	}
	return true
}

// sumAmong tells which words of a column are the sum of all others at the same place and time; nil where none is.
func (g *glance) sumAmong(c *candidate, column int, places []int) *summing {
	var all []*adding
	words := map[int32]bool{}
	for _, rows := range g.groups(places, c.where) {
		t := g.addedUp(rows, column, c.value)
		if len(t.of) == 0 {
			continue
		}
		all = append(all, t)
		for word := range t.of {
			words[word] = word >= 0
		}
	}
	if len(words) < 2 {
		return nil
	}
	texts := g.cells[column].texts
	whole := func(named func(string) bool) map[int32]bool {
		found := map[int32]bool{}
		for word, has := range words {
			if has && named(texts[word]) {
				found[word] = true
			}
		}
		return found
	}
	alone := whole(func(text string) bool { return sumAlone[strings.ToLower(text)] })
	ended := whole(sumNamed)
	tries := []struct {
		sums map[int32]bool
		why  func(all []*adding, sums map[int32]bool) string
	}{
		{ended, addUp(len(words))}, {alone, addUp(len(words))}, {toldByNumbers(all), provenSum},
		{alone, meansHold(len(words), 0)}, {ended, meansHold(len(words), lostBetween)},
	}
	for _, try := range tries {
		where, fits := placed(all, try.sums)
		if !fits {
			continue
		}
		if why := try.why(all, try.sums); why != "" {
			s := &summing{column: column, words: slices.Sorted(maps.Keys(try.sums)), why: why, unsure: why != rowsOfSum}
			if where == onlySummed {
				maps.DeleteFunc(words, func(word int32, has bool) bool { return !has || try.sums[word] })
				s.words, s.summed, s.why = slices.Sorted(maps.Keys(words)), true, rowsOfSummed
				s.unsure = s.unsure || len(ended) == 0
			}
			return s
		}
	}
	return nil
}

// sumNamed reports whether a name begins or ends with a word for a sum, or is one.
func sumNamed(text string) bool {
	words := wordsOf(strings.ToLower(text))
	return sumAlone[strings.ToLower(text)] || len(words) > 0 && (sumAlone[words[0]] || sumAlone[words[len(words)-1]])
}

// placing is where sums are.
type placing int

const (
	atEachPlace placing = iota
	onlySummed          // at some places, while what is summed is at all
)

// placed tells where words are that may be sums; fits is false where they can't be.
func placed(all []*adding, sums map[int32]bool) (where placing, fits bool) {
	alone := false
	for _, t := range all {
		has := 0
		for word := range t.of {
			if sums[word] {
				has++
			}
		}
		switch {
		case has > 1:
			return 0, false
		case has == 0:
			where = onlySummed
		}
		alone = alone || has == 1 && len(t.of) == 1
	}
	return where, len(sums) > 0 && (where != onlySummed || !alone)
}
