package infer

import (
	"maps"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/columnname"
)

// Of a long table whose rows hold parts and their sum, only one of these is taken.

// Why some rows are taken of those that hold parts and their sum.
const (
	rowsOfSum   = "At every time it is the sum of the other rows of %s, which would be counted twice."
	rowsNearSum = "At most times it is about the sum of the other rows of %s, as what is measured before them is; " +
		"if so, these would be counted twice."
	rowsCalledSum = "By its name it holds the other rows of %s, which would be counted twice, " +
		"though they do not add up to it at every time."
	rowsUnlikeSum = "By their names other rows of %s hold some of these, " +
		"but not at each place all of them and nothing else. Take such rows as hold each reading once."
)

// rowsSummed are the reasons if the parts are taken, since their sum does not stand beside all of them.
var rowsSummed = map[string]string{
	rowsOfSum: "The other rows of %s are the sum of these, but not there of every meter at every time, " +
		"and would be counted twice.",
	rowsNearSum: "The other rows of %s are about the sum of these, but not there of every meter at every time; " +
		"if so, they would be counted twice.",
	rowsCalledSum: "By their names the other rows of %s hold these, but are not there of every meter at every time, " +
		"nor always their sum; if so, they would be counted twice.",
}

var sumAlone = columnname.WordSet("total sum gesamt summe all overall σ ∑")

// What a sum may be more than its parts if only an end of its name shows it, for what is lost between them; and by how
// much it may be less, or another, for having been rounded or read a moment later.
const (
	lostBetween = 0.1
	roundedSum  = 0.02
)

type summing struct {
	column int
	words  []int32 // that are taken
	summed bool    // these are what is added up
	why    string
	unsure bool
}

// withSums puts a candidate that takes parts or their sum before one that takes both.
func (g *sample) withSums(c candidate) []candidate {
	if len(g.settings.Instruments) > 0 || len(g.settings.Where) > 0 {
		return []candidate{c}
	}
	columns := c.keys
	if len(g.Keys) > 0 { // labels before what holds all of them
		columns = slices.DeleteFunc(slices.Clone(g.apart),
			func(i int) bool { return i == c.value || slices.Contains(g.Keys, i) })
		columns = append(columns, g.Keys...)
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

func (g *sample) ofSum(c candidate, s *summing) candidate {
	c.where = maps.Clone(c.where)
	if c.where == nil {
		c.where = rowsWhere{}
	}
	c.where[s.column] = s.words
	c.sumRows = append(slices.Clone(c.sumRows), *s)
	if s.summed {
		return c
	}
	if name := g.cells[s.column].texts[s.words[0]]; c.metric == "" {
		c.addMetric(g, s.column, name)
		c.whole, c.metric = true, name
	}
	if len(g.Keys) == 0 && len(s.words) == 1 {
		c.keys = slices.DeleteFunc(slices.Clone(c.keys), func(key int) bool { return key == s.column })
	}
	return c
}

// sumIn looks for sums among the words of columns, at every place and at all together; what is likely comes first.
func (g *sample) sumIn(c *candidate, columns []int) (open *summing) {
	for _, column := range columns {
		if slices.ContainsFunc(c.sumRows, func(s summing) bool { return s.column == column }) {
			continue
		}
		places := slices.DeleteFunc(slices.Clone(columns),
			func(other int) bool { return other == column || g.fixes(other, column) })
		among := false
		for _, of := range g.placesOf(column, places) {
			if of == nil && among {
				break // what stands among others at a place is no sum of what stands at another
			}
			s, named := g.sumAmong(c, column, of)
			among = among || named
			switch {
			case s != nil && !s.unsure:
				return s
			case open == nil:
				open = s
			}
		}
	}
	return open
}

// withoutNamed puts a candidate first without what is called a sum, and is none: it may hold some of the others, or
// more.
func (g *sample) withoutNamed(c candidate) []candidate {
	if len(g.settings.Instruments) > 0 || len(g.settings.Where) > 0 {
		return []candidate{c}
	}
	for _, column := range c.keys {
		met := map[int32]bool{}
		for row, word := range g.cells[column].words {
			if word >= 0 && !math.IsNaN(g.cells[c.value].numbers[row]) && g.admitted(row, c.where) {
				met[word] = true
			}
		}
		all := len(met)
		maps.DeleteFunc(met, func(word int32, _ bool) bool { return sumNamed(g.cells[column].texts[word]) })
		if len(met) > 0 && len(met) < all {
			s := summing{column: column, words: slices.Sorted(maps.Keys(met)), summed: true,
				why: rowsUnlikeSum, unsure: true}
			return []candidate{g.ofSum(c, &s), c}
		}
	}
	return []candidate{c}
}

// placesOf returns by which columns words may be added up: by meters, by what they are parts of as well, and by none.
func (g *sample) placesOf(column int, places []int) [][]int {
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

func (g *sample) fixes(column, other int) bool {
	return once(g, [2]int{column, other}, func() bool {
		with := map[int32]int32{}
		for row, word := range g.cells[column].words {
			is := g.cells[other].words[row]
			if before, met := with[word]; met && before != is {
				return false
			}
			with[word] = is
		}
		return true
	})
}

// sumAmong returns which words are the sum of all others; nil if none is. named is whether one called so stands among
// others.
func (g *sample) sumAmong(c *candidate, column int, places []int) (sum *summing, named bool) {
	var all []*adding
	words := map[int32]bool{} // false for no word
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
		return nil, false
	}
	called := func(so func(string) bool) map[int32]bool {
		found := map[int32]bool{}
		for word, has := range words {
			if has && so(g.cells[column].texts[word]) {
				found[word] = true
			}
		}
		return found
	}
	alone, ended := called(func(text string) bool { return sumAlone[strings.ToLower(text)] }), called(sumNamed)
	addUp := func(sums map[int32]bool) string { return addUp(all, sums, len(words)) }
	// the likeliest first: by what ends or begins their name, by their name alone, and by numbers alone
	for _, try := range []struct {
		sums map[int32]bool
		why  func(sums map[int32]bool) string
	}{
		{ended, addUp}, {alone, addUp},
		{sumsByNumbers(all), func(sums map[int32]bool) string { return provenSum(all, sums) }},
		{alone, func(sums map[int32]bool) string { return meansHold(all, sums, len(words), 0) }},
		{ended, func(sums map[int32]bool) string { return meansHold(all, sums, len(words), lostBetween) }},
	} {
		onlyParts, fits := placed(all, try.sums)
		if !fits {
			continue
		}
		why := try.why(try.sums)
		if why == "" {
			continue
		}
		s := &summing{column: column, words: slices.Sorted(maps.Keys(try.sums)), why: why, unsure: why != rowsOfSum}
		if onlyParts {
			maps.DeleteFunc(words, func(word int32, has bool) bool { return !has || try.sums[word] })
			s.words, s.summed, s.why = slices.Sorted(maps.Keys(words)), true, rowsSummed[why]
			s.unsure = s.unsure || len(ended) == 0
		}
		return s, true
	}
	return nil, slices.ContainsFunc(all, func(t *adding) bool {
		return len(t.of) > 1 &&
			slices.ContainsFunc(slices.Collect(maps.Keys(t.of)), func(word int32) bool { return ended[word] })
	})
}

func sumNamed(text string) bool {
	words := columnname.WordsOf(strings.ToLower(text))
	return sumAlone[strings.ToLower(text)] || len(words) > 0 && (sumAlone[words[0]] || sumAlone[words[len(words)-1]])
}

// placed reports whether words may be sums, and whether what is summed stands without them at some places or times.
func placed(all []*adding, sums map[int32]bool) (onlyParts, fits bool) {
	alone := false
	for _, t := range all {
		has, rare := 0, false
		for word := range t.of {
			if sums[word] {
				has++
				rare = t.rare(word)
			}
		}
		if has > 1 {
			return false, false
		}
		onlyParts = onlyParts || has == 0 || rare
		alone = alone || has == 1 && len(t.of) == 1
	}
	return onlyParts, len(sums) > 0 && !(onlyParts && alone)
}
