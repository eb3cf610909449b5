package tracefile

import (
	"math"
	"slices"
	"strings"

	"green500/validation/power"
)

// maxProposals bounds the series that are proposed of one log.
const maxProposals = 200

// understand says what the rows that were looked at show.
func (g *glance) understand(format string, packing []string) *Understanding {
	g.rates = g.findRates()
	u := &Understanding{Format: format, Packing: packing, Rows: len(g.at), Whole: g.whole, Series: []Proposal{}}
	roles := g.roles()
	candidates := g.candidates(roles)
	for _, c := range candidates[:min(maxProposals, len(candidates))] {
		u.Series = append(u.Series, g.propose(c))
	}
	for i, name := range g.names {
		one := Column{Name: name, Role: roles[i], Examples: g.cells[i].examples}
		if one.Examples == nil {
			one.Examples = []string{}
		}
		for _, p := range u.Series {
			if one.Role == ReadingRole && p.Series.Value == name && one.Unit == "" {
				one.Unit = p.Series.Unit
			}
			if slices.Contains(p.Series.Instruments, name) || p.Series.Where[name] != nil {
				one.Role = InstrumentRole
			}
		}
		u.Columns = append(u.Columns, one)
	}
	return u
}

// roles says what every column is for, but for those that tell instruments apart.
func (g *glance) roles() []Role {
	roles := make([]Role, len(g.names))
	named := -1
	if g.told.Value != "" {
		named, _ = g.find("value", g.told.Value)
	}
	for i := range g.cells {
		switch c := &g.cells[i]; {
		case i == g.timeAt:
			roles[i] = TimeRole
		case i == named || g.value >= 0 && i == g.value:
			roles[i] = ReadingRole
		case slices.Contains(g.keys, i):
			roles[i] = InstrumentRole
		case g.means[i].unit != "" && c.numbered():
			roles[i] = ReadingRole
		case g.clocklike(i):
			roles[i] = TimeRole
		case c.numbered() && g.readable(i):
			roles[i] = ReadingRole
		default:
			roles[i] = OtherRole
		}
	}
	return g.withoutStrangers(roles)
}

// readable reports whether a column of numbers may hold readings.
func (g *glance) readable(i int) bool {
	_, foreign := hintOf(g.names[i])
	return !foreign && g.names[i] != "" && !g.counting(i) && !strings.HasPrefix(g.names[i], "__index_level_")
}

// withoutStrangers makes columns of numbers whose names tell nothing no readings where other names do.
func (g *glance) withoutStrangers(roles []Role) []Role {
	tells := func(i int) bool {
		h := g.hintOf(i)
		return roles[i] == ReadingRole && (i == g.value || g.means[i].unit != "" || h.quantity != "" || g.named(i))
	}
	found := false
	for i := range roles {
		found = found || tells(i)
	}
	for i := range roles {
		if found && roles[i] == ReadingRole && !tells(i) {
			roles[i] = OtherRole
		}
	}
	return roles
}

// named reports whether the person names a column for the readings.
func (g *glance) named(i int) bool {
	return g.told.Value != "" && strings.EqualFold(g.names[i], oneLine(g.told.Value))
}

// aDay is how far a second clock may stand from the first, in seconds: zones differ by less.
const aDay = 26 * 3600

// anEpoch is from where a number may be a time of a log: before 1973, in seconds since 1970, nobody kept
// one.
const anEpoch = 1e8

// clocklike reports whether a column of numbers counts time beside the column of the times.
func (g *glance) clocklike(i int) bool {
	c := &g.cells[i]
	if !c.numbered() || c.missing > 0 {
		return false
	}
	for row, n := range c.numbers {
		if g.at[row] == noTime || math.IsNaN(n) || n < anEpoch || n >= math.MaxInt64 {
			return false
		}
		counted := int64(n) / (nanosecondsPerSecond / unitOf(int64(n)).nanoseconds)
		if seconds := g.at[row] / nanosecondsPerSecond; counted-seconds > aDay || seconds-counted > aDay {
			return false
		}
	}
	return len(c.numbers) > 0
}

// counting reports whether a column counts its rows, as programs do that write an index.
func (g *glance) counting(i int) bool {
	numbers := g.cells[i].numbers
	for row := 1; row < len(numbers); row++ {
		if numbers[row]-numbers[row-1] != 1 {
			return false
		}
	}
	return len(numbers) > 2
}

// candidate is a series that could be taken.
type candidate struct {
	value  int
	keys   []int
	where  map[int]int32 // word by column
	hint   nameHint
	metric string // the word that where asks for; empty where there is no such column

	rows     string   // why only those rows are taken that metric names
	parts    []string // words of different parts of a machine, which add up
	partsIn  string   // the column of them
	estimate string   // the column of an estimate that another column adds to what was measured here
	sum      string   // that other column
	rank     int
}

// candidates lists what could be a series, the likeliest first.
func (g *glance) candidates(roles []Role) []candidate {
	var all []candidate
	metric := g.metricColumn(roles)
	for i, role := range roles {
		if role != ReadingRole {
			continue
		}
		all = append(all, g.each(candidate{value: i, hint: g.hintOf(i)}, metric, roles)...)
	}
	for i := range all {
		all[i].rank = g.rank(&all[i])
	}
	g.withoutEstimates(all)
	slices.SortStableFunc(all, func(a, b candidate) int { return b.rank - a.rank })
	return all
}

// each makes a candidate of a column of readings, or one for each quantity that a long table names.
func (g *glance) each(c candidate, metric int, roles []Role) []candidate {
	var all []candidate
	switch {
	case len(g.told.Where) > 0:
		c.where = g.toldWhere()
		c.keys = g.keysOf(roles, c, -1)
		return []candidate{c}
	case metric < 0:
		return g.measured(c, roles)
	case g.partsOf(metric):
		whole := c
		whole.keys, whole.parts = g.keysOf(roles, c, -1), g.cells[metric].texts
		whole.partsIn = g.names[metric]
		all = append(all, whole)
	}
	for word, text := range g.cells[metric].texts {
		h, foreign := hintOf(text)
		if foreign || h.quantity == "" {
			continue
		}
		one := c
		one.where, one.metric, one.rows = map[int]int32{metric: int32(word)}, text, rowsOfMetric
		if one.hint.quantity == "" {
			one.hint = h
		}
		one.keys = g.keysOf(roles, one, metric)
		all = append(all, one)
	}
	return all
}

// ofPower reports whether a text names power or energy.
func ofPower(text string) bool {
	h, foreign := hintOf(text)
	return !foreign && h.quantity != ""
}

// toldWhere is the first row filter that the person names, as far as rows that were looked at have it.
func (g *glance) toldWhere() map[int]int32 {
	where := map[int]int32{}
	for name, values := range g.told.Where {
		at, trouble := g.find("where", name)
		if trouble != nil || len(values) != 1 {
			continue
		}
		if word, met := g.cells[at].index[values[0]]; met {
			where[at] = word
		}
	}
	return where
}

// metricColumn returns the column of a long table that names what its readings are; -1 where none does.
func (g *glance) metricColumn(roles []Role) int {
	for i, role := range roles {
		c := &g.cells[i]
		if role != OtherRole || len(c.texts) == 0 || len(c.texts) == distinctKept || c.numbered() || c.missing > 0 {
			continue
		}
		quantities := 0
		for _, text := range c.texts {
			if ofPower(text) {
				quantities++
			}
		}
		if len(c.texts) > 1 && 2*quantities >= len(c.texts) {
			return i
		}
	}
	return -1
}

// The part of the rows whose timestamp another row of the same instrument has, where a table may be
// long, and down to which columns are looked for that tell instruments apart.
const (
	longFrom  = 0.2
	shortFrom = 0.01
)

// keysOf returns the columns that tell instruments apart: those the person or the format names, else
// those that make timestamps of a long table distinct.
func (g *glance) keysOf(roles []Role, c candidate, metric int) []int {
	if len(g.told.Instruments) > 0 {
		return g.columnsOf(g.told.Instruments)
	}
	if len(g.keys) > 0 {
		return g.keys
	}
	shared := func(keys []int) float64 {
		r := g.rhythm(g.groups(keys, c.where))
		return float64(r.doubled+r.back) / float64(max(1, r.doubled+r.back+r.steps))
	}
	var keys []int
	for left := shared(nil); left > longFrom || len(keys) > 0 && left > shortFrom; {
		best, least := -1, left
		for i, role := range roles {
			if i != metric && i != c.value && !slices.Contains(keys, i) && g.tells(i, role) {
				if s := shared(append(slices.Clone(keys), i)); s < least {
					best, least = i, s
				}
			}
		}
		if best < 0 {
			break
		}
		keys, left = append(keys, best), least
	}
	slices.Sort(keys)
	return keys
}

// tells reports whether a column may tell instruments apart: few words, that come again.
func (g *glance) tells(i int, role Role) bool {
	c := &g.cells[i]
	n := len(c.texts)
	whole := func() bool {
		return !slices.ContainsFunc(c.numbers, func(v float64) bool { return v != math.Trunc(v) || v < 0 }) // NaN is not whole
	}
	return (role == OtherRole || role == InstrumentRole || role == ReadingRole && g.means[i].unit == "" && whole()) &&
		i != g.timeAt && n > 1 && n < distinctKept && 2*n <= len(g.at) && c.missing == 0
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

// What ranks a candidate: what the person or the format names comes first, then what has a unit, then
// what sees more of the machine.
const (
	rankNamed    = 1000
	rankUnit     = 100
	rankQuantity = 50
	rankEmpty    = -500
	rankReach    = 10
)

func (g *glance) rank(c *candidate) int {
	rank := rankReach * reach(g.names[c.value]+" "+c.metric)
	if g.named(c.value) || c.value == g.value && g.told.Value == "" {
		rank += rankNamed
	}
	if g.means[c.value].unit != "" || c.hint.unit != "" {
		rank += rankUnit
	}
	if c.hint.quantity != "" {
		rank += rankQuantity
	}
	if c.hint.quantity == power.Power {
		rank++ // of the same reach; averages are formed from it as they stand
	}
	if slices.Contains(c.keys, c.value) {
		rank += rankEmpty
	}
	known := 0
	for row, n := range g.cells[c.value].numbers {
		if !math.IsNaN(n) && n != 0 && g.admitted(row, c.where) {
			known++
		}
	}
	if known == 0 {
		rank += rankEmpty
	}
	return rank
}
