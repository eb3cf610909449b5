package tracefile

import (
	"math"
	"slices"
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
