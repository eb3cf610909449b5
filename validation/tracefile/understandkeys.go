package tracefile

import (
	"math"
	"slices"
)

// The part of the rows that do not follow in time, where a table may be long, and down to which columns are looked for
// that tell instruments apart. What lowers that part by less than worthKey tells nothing.
const (
	longFrom  = 0.2
	shortFrom = 0.01
	worthKey  = 0.5
)

// keysOf returns the columns that tell instruments apart: those the person or the format names, else those that put the
// times of each instrument in order, and those whose names say so.
func (g *glance) keysOf(roles []Role, c candidate, metric int) []int {
	if len(g.told.Instruments) > 0 {
		return g.columnsOf(g.told.Instruments)
	}
	if len(g.keys) > 0 {
		return g.keys
	}
	var may []int
	for i := range roles {
		if i != metric && i != c.value && g.tells(i, roles[i]) {
			may = append(may, i)
		}
	}
	keys := g.ordering(may, c.where)
	for _, i := range may {
		if g.called[i].id && !slices.Contains(keys, i) && g.turns(i, keys, c.where) {
			keys = append(keys, i)
		}
	}
	slices.Sort(keys)
	return keys
}

// ordering returns which of some columns put the times of each instrument in order, together; none where they do not.
func (g *glance) ordering(may []int, where map[int][]int32) (keys []int) {
	begun := g.disorder(nil, where)
	left := begun
	for left > longFrom || len(keys) > 0 && left > shortFrom {
		best, least := -1, left
		for _, i := range may {
			if slices.Contains(keys, i) {
				continue
			}
			s := g.disorder(append(slices.Clone(keys), i), where)
			if named := g.called[i].id; s < least || best >= 0 && s == least && named && !g.called[best].id {
				best, least = i, s
			}
		}
		if best < 0 {
			break
		}
		keys, left = append(keys, best), least
	}
	if left > worthKey*begun {
		return nil
	}
	return keys
}

// disorder is the part of the rows of instruments that do not come after all before them; where logs stand newest
// first, before them.
func (g *glance) disorder(keys []int, where map[int][]int32) float64 {
	rows, late, early := 0, 0, 0
	for _, group := range g.groups(keys, where) {
		first, last := g.at[group[0]], g.at[group[0]]
		for _, row := range group[1:] {
			rows++
			if g.at[row] <= last {
				late++
			}
			if g.at[row] >= first {
				early++
			}
			first, last = min(first, g.at[row]), max(last, g.at[row])
		}
	}
	return float64(min(late, early)) / float64(max(1, rows))
}

// turns reports whether the words of a column take turns within groups of rows that others make, as those of instruments
// do that are read one after another.
func (g *glance) turns(column int, keys []int, where map[int][]int32) bool {
	changes, rows := 0, 0
	for _, group := range g.groups(keys, where) {
		for i := 1; i < len(group); i++ {
			rows++
			if g.cells[column].words[group[i]] != g.cells[column].words[group[i-1]] {
				changes++
			}
		}
	}
	return changes > 0 && 2*changes >= rows
}

// tells reports whether a column may tell instruments apart: few words, that come again; numbers that are whole
// come about as often each.
func (g *glance) tells(i int, role Role) bool {
	c := &g.cells[i]
	n := len(c.texts)
	if i == g.timeAt || slices.Contains(g.aside, i) || n < 2 || n >= distinctKept || 2*n > len(g.at) || c.missing > 0 || g.called[i].unit {
		return false
	}
	if !c.numbered() || c.numeric < len(c.numbers) && g.called[i].id {
		return role != TimeRole
	}
	return (role == OtherRole || role == InstrumentRole || role == ReadingRole && g.means[i].unit == "") && g.counted(i)
}

// counted reports whether the numbers of a column count things: by its name, or since they come about equally often.
func (g *glance) counted(i int) bool {
	c := &g.cells[i]
	if slices.ContainsFunc(c.numbers, func(v float64) bool { return v != math.Trunc(v) || v < 0 }) { // NaN is not whole
		return false
	}
	if says(g.names[i], countWords) {
		return true
	}
	times := make([]int, len(c.texts))
	for _, w := range c.words {
		if w >= 0 {
			times[w]++
		}
	}
	return slices.Max(times) <= 2*slices.Min(times)+1
}

func (g *glance) columnsOf(names []string) []int {
	var columns []int
	for _, name := range names {
		if at, trouble := g.find("instruments", name); trouble == nil {
			columns = append(columns, at)
		}
	}
	return columns
}
