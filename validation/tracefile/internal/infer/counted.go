package infer

import (
	"math"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/columnname"
)

// orCounted takes numbers that rise by one for the readings where nothing else can be: those of rows begin with 0 or 1.
func (g *sample) orCounted(roles []Role) []Role {
	if slices.Contains(roles, ReadingRole) {
		return roles
	}
	for i, role := range roles {
		if role == OtherRole && g.countsOtherwise(i) && !g.called[i].Foreign && !g.called[i].ID && !slices.Contains(g.Aside, i) {
			roles[i] = ReadingRole
		}
	}
	return roles
}

// countsOtherwise reports whether a column of numbers alone rises by one and numbers no rows.
func (g *sample) countsOtherwise(i int) bool {
	c := &g.cells[i]
	return c.numeric == len(c.numbers) && g.Numeric[i] && g.counting(i) && math.Abs(c.numbers[0]) > 1
}

// manyResets is how many steps a count of rows has at least for each time it is reset, as where a log was appended to another
// or a folder holds several. Instruments that are read one after another are counted in shorter rounds.
const manyResets = 4

// counting reports whether a column counts its rows, as programs do that write an index.
func (g *sample) counting(i int) bool {
	first, last, steps, reset := math.NaN(), math.NaN(), 0, 0
	for _, n := range g.cells[i].numbers {
		switch {
		case math.IsNaN(n): // a header that comes again
			continue
		case math.IsNaN(last):
			first = n
		case n-last == 1:
			steps++
		case n == first && (n == 0 || n == 1):
			reset++
		default:
			return false
		}
		last = n
	}
	return steps > 1 && manyResets*reset <= steps
}

// numbering reports whether a column numbers rows of which some are missing, as where others were taken out: it has no name among
// columns that have, or that of a number of rows, and holds whole numbers that rise.
func (g *sample) numbering(i int) bool {
	if nameless := g.Raw[i] == "" && !g.Numeric[i]; !nameless && !numbersRows(g.Names[i]) {
		return false
	}
	last, steps, reset := math.NaN(), 0, 0
	for _, n := range g.cells[i].numbers {
		switch {
		case math.IsNaN(n):
			continue
		case n < 0 || n != math.Trunc(n) || n == last:
			return false
		case n > last:
			steps++
		case n < last:
			reset++
		}
		last = n
	}
	return steps > 1 && manyResets*reset <= steps
}

// numbersRows reports whether a name is made of words for the number of a row.
func numbersRows(name string) bool {
	words := columnname.WordsOf(strings.ToLower(name))
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !columnname.RowWords[w] }) || columnname.Unnamed.MatchString(name)
}
