package infer

import (
	"math"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// keysOf returns the columns that identify meters: those the person or the format names, else those that put the
// times of each meter in order, and those whose names say so.
func (g *sample) keysOf(c candidate, metric int) []int {
	if len(g.settings.Instruments) > 0 {
		return g.columnsOf(g.settings.Instruments)
	}
	if len(g.Keys) > 0 {
		return g.Keys
	}
	if c.where != nil || metric >= 0 {
		return g.apartBy(c, metric)
	}
	if g.usual == nil { // most candidates have the same
		keys := g.apartBy(candidate{value: -1}, -1)
		g.usual = &keys
	}
	if slices.Contains(*g.usual, c.value) {
		return g.apartBy(c, -1)
	}
	return slices.Clone(*g.usual)
}

// apartBy returns the columns that identify meters by times and names.
func (g *sample) apartBy(c candidate, metric int) []int {
	may := slices.DeleteFunc(slices.Clone(g.apart), func(i int) bool { return i == metric || i == c.value })
	keys := g.ordering(may, c.where)
	for _, i := range may {
		if (g.called[i].ID || g.turning(i)) && !slices.Contains(keys, i) && g.rounds(i, keys, c.where) {
			keys = append(keys, i)
		}
	}
	slices.Sort(keys)
	return keys
}

// ordering returns which of some columns put the times of each meter in order, together; none if they do not.
func (g *sample) ordering(may []int, where map[int][]int32) (keys []int) {
	begun := g.disorder(nil, where)
	left := begun
	for left > table.LongFrom || len(keys) > 0 && left > table.ShortFrom {
		best, least := -1, left
		for _, i := range may {
			if slices.Contains(keys, i) {
				continue
			}
			s := g.disorder(append(slices.Clone(keys), i), where)
			if named := g.called[i].ID; s < least || best >= 0 && s == least && named && !g.called[best].ID {
				best, least = i, s
			}
		}
		if best < 0 {
			break
		}
		keys, left = append(keys, best), least
	}
	if left > table.IsPossibleKey*begun && !slices.ContainsFunc(keys, func(i int) bool { return g.called[i].ID }) {
		return nil
	}
	return keys
}

// disorder is the part of the rows of meters that do not come after all before them; where logs stand newest
// first, before them.
func (g *sample) disorder(keys []int, where map[int][]int32) float64 {
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

// rounds reports whether the words of a column come round and round within groups of rows that others make, as those of
// meters do that are read one after another. Numbers are those of meters where they count from zero or one.
func (g *sample) rounds(column int, keys []int, where map[int][]int32) bool {
	words := g.cells[column].words
	if g.cells[column].numbered() && !g.consecutive(column) {
		return false
	}
	again, rows := 0, 0
	for _, group := range g.groups(keys, where) {
		round := 1
		for round < len(group) && words[group[round]] != words[group[0]] {
			round++
		}
		for i := round; i < len(group); i++ {
			rows++
			if round > 1 && words[group[i]] == words[group[i-round]] {
				again++
			}
		}
	}
	return again > 0 && again*20 >= rows*19
}

// consecutive reports whether the numbers of a column are all those from zero or one on.
func (g *sample) consecutive(column int) bool {
	c := &g.cells[column]
	least, most := slices.Min(c.numbers), slices.Max(c.numbers)
	return (least == 0 || least == 1) && most-least == float64(len(c.texts)-1)
}

// states reports whether a column may identify meters: few words, that come again; numbers that are whole
// come about as often each.
func (g *sample) tells(i int, role Role) bool {
	c := &g.cells[i]
	n := len(c.texts)
	if i == g.timeAt || slices.Contains(g.Aside, i) || n < 2 || n > len(g.at)/2 || c.missing > 0 || g.called[i].Unit || g.ofTime(i) {
		return false
	}
	if !c.numbered() || c.numeric < len(c.numbers) && g.called[i].ID {
		return role != TimeRole
	}
	return (role == OtherRole || role == MeterRole || role == ReadingRole && g.Means[i].Unit == "") && g.counted(i)
}

// ofTime reports whether a column states a time, or a part of one.
func (g *sample) ofTime(i int) bool { return g.dates(i) || g.partsTime(i) }

// timeParts are of columns that repeat a part of the times beside them.
var timeParts = columnname.WordSet("time date day days month months year years hour hours minute minutes week weekday weekdays weekend dayofweek dow doy quarter " +
	"datum monat jahr stunde woche wochentag of the")

// partsTime reports whether a column repeats a part of the time by its name.
func (g *sample) partsTime(i int) bool {
	words := columnname.WordsOf(g.Names[i])
	return i != g.timeAt && len(words) > 0 && (table.SaysMillis(g.Names[i]) || !slices.ContainsFunc(words, func(w string) bool { return !timeParts[strings.ToLower(w)] }))
}

// dates reports whether a column holds times that are written as dates, as when a reading came in.
func (g *sample) dates(i int) bool {
	texts := g.cells[i].texts
	return len(texts) > 0 && slices.Contains([]table.Kind{table.LocalTime, table.ZonedTime}, table.KindOf([]byte(texts[0])))
}

// counted reports whether the numbers of a column count things: by its name, or since they come about equally often.
func (g *sample) counted(i int) bool {
	c := &g.cells[i]
	if slices.ContainsFunc(c.numbers, func(v float64) bool { return v != math.Trunc(v) || v < 0 }) { // NaN is not whole
		return false
	}
	if columnname.Says(g.Names[i], columnname.CountWords) {
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

func (g *sample) columnsOf(names []string) []int {
	var columns []int
	for _, name := range names {
		if at, inputErr := g.Find("instruments", name); inputErr == nil {
			columns = append(columns, at)
		}
	}
	return columns
}
