package tracefile

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// orCounted takes numbers that rise by one for the readings where nothing else can be: those of rows begin with 0 or 1.
func (g *glance) orCounted(roles []Role) []Role {
	if slices.Contains(roles, ReadingRole) {
		return roles
	}
	for i, role := range roles {
		if role == OtherRole && g.countsOtherwise(i) && !g.called[i].foreign && !g.called[i].id && !slices.Contains(g.aside, i) {
			roles[i] = ReadingRole
		}
	}
	return roles
}

// countsOtherwise reports whether a column of numbers alone rises by one and numbers no rows.
func (g *glance) countsOtherwise(i int) bool {
	c := &g.cells[i]
	return c.numeric == len(c.numbers) && g.numeric[i] && g.counting(i) && math.Abs(c.numbers[0]) > 1
}

// oftenAnew is how many steps a count of rows has at least for each time it begins anew, as where a log was appended to another
// or a folder holds several. Instruments that are read in turn are counted in shorter rounds.
const oftenAnew = 4

// counting reports whether a column counts its rows, as programs do that write an index.
func (g *glance) counting(i int) bool {
	first, last, steps, anew := math.NaN(), math.NaN(), 0, 0
	for _, n := range g.cells[i].numbers {
		switch {
		case math.IsNaN(n): // a header that comes again
			continue
		case math.IsNaN(last):
			first = n
		case n-last == 1:
			steps++
		case n == first && (n == 0 || n == 1):
			anew++
		default:
			return false
		}
		last = n
	}
	return steps > 1 && oftenAnew*anew <= steps
}

// rowWords are of columns that number rows, and unnamed is what pandas calls an index that it wrote without a name.
var (
	rowWords = wordSet("row rows rownum rowid rowno line lines lineno record records entry sample samples seq seqno sequence sno nr no num number index idx id")
	unnamed  = regexp.MustCompile(`^Unnamed: \d+$`)
)

// numbering reports whether a column numbers rows of which some are missing, as where others were taken out: it has no name among
// columns that have, or that of a number of rows, and holds whole numbers that rise.
func (g *glance) numbering(i int) bool {
	if nameless := g.raw[i] == "" && !g.numeric[i]; !nameless && !numbersRows(g.names[i]) {
		return false
	}
	last, steps, anew := math.NaN(), 0, 0
	for _, n := range g.cells[i].numbers {
		switch {
		case math.IsNaN(n):
			continue
		case n < 0 || n != math.Trunc(n) || n == last:
			return false
		case n > last:
			steps++
		case n < last:
			anew++
		}
		last = n
	}
	return steps > 1 && oftenAnew*anew <= steps
}

// numbersRows reports whether a name is made of words for the number of a row.
func numbersRows(name string) bool {
	words := wordsOf(strings.ToLower(name))
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !rowWords[w] }) || unnamed.MatchString(name)
}

// untold reports whether the whole numbers of the column rise by one, and nothing says that they are readings: those of events
// do, too.
func (p *proposing) untold() bool {
	if p.told.Value != "" || p.told.Unit != "" || p.told.Quantity != "" || p.value == p.table.value {
		return false
	}
	text, _ := p.unitTold(p.where)
	_, known := unitNamed(text)
	fraction := func(n float64) bool { return n != math.Trunc(n) }
	return !known && p.hint.quantity == "" && p.meaning().unit == "" && p.countsOtherwise(p.value) && !slices.ContainsFunc(p.cells[p.value].numbers, fraction)
}

// only says why the only column that can hold readings is taken.
func (p *proposing) only() {
	switch {
	case p.untold():
		p.say("value", p.names[p.value], Open, "It is the only column of numbers, but these rise by one in every row, as those of events do, and nothing says that they are readings: name the column and its unit if they are.")
	case p.hint.quantity == "" && p.meaning().unit == "" && p.countsOtherwise(p.value):
		p.say("value", p.names[p.value], Guess, "It is the only column of numbers, which rise by one in every row, but don't begin with 0 or 1 as those of rows do.")
	default:
		p.say("value", p.names[p.value], Likely, "It is the only column that can hold readings.")
	}
}
