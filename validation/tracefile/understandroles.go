package tracefile

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"green500/validation/power"
)

// maxProposals bounds the series that are proposed of one log.
const maxProposals = 200

// understand says what the rows that were looked at show.
func (g *glance) understand(format string, packing []string) *Understanding {
	g.hearSigns()
	g.rates = g.findRates()
	u := &Understanding{Format: format, Packing: packing, Rows: len(g.at), Whole: g.whole, Series: []Proposal{}}
	roles := g.roles()
	for _, c := range g.candidates(roles) {
		p := g.propose(c)
		same := func(other Proposal) bool { return reflect.DeepEqual(other.Series, p.Series) }
		if !slices.ContainsFunc(u.Series, same) { // a pattern takes several columns
			u.Series = append(u.Series, p)
		}
	}
	for i, name := range g.names {
		one := Column{Name: name, Role: roles[i], Examples: g.cells[i].examples}
		if one.Examples == nil {
			one.Examples = []string{}
		}
		for _, p := range u.Series {
			if one.Role == ReadingRole && fits(name, p.Series.Value) && one.Unit == "" {
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
		case slices.Contains(g.aside, i):
			roles[i] = OtherRole
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
	return g.orCounted(g.withoutOthers(g.withoutCodes(g.withoutStrangers(roles))))
}

// readable reports whether a column of numbers may hold readings.
func (g *glance) readable(i int) bool {
	is := &g.called[i]
	return !is.foreign && !g.charges(i) && !areFlags(g.cells[i].texts) && !g.partsTime(i) && g.names[i] != "" && (is.hint.quantity != "" || !g.counting(i) && !g.numbering(i)) && !strings.HasPrefix(g.names[i], "__index_level_")
}

// fewestFlags is how many zeros and ones make a state of several things, rather than a number.
const fewestFlags = 4

// areFlags reports whether the texts of a column are states of several things, a zero or a one each and as many in every row, such
// as 00000000 and 00000010.
func areFlags(texts []string) bool {
	return len(texts) > 0 && strings.HasPrefix(texts[0], "0") && !slices.ContainsFunc(texts, func(text string) bool {
		return len(text) != len(texts[0]) || len(text) < fewestFlags || strings.Trim(text, "01") != ""
	})
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

// askedFor are the columns that the person names for the readings, or that a pattern takes; all where they name none that is there.
func (g *glance) askedFor() []int {
	if named, trouble := g.find("value", g.told.Value); g.told.Value != "" && trouble == nil {
		return []int{named}
	}
	pattern := oneLine(g.told.Value)
	if fitting := g.columnsWhere(func(i int) bool { return fits(g.names[i], pattern) }); pattern != "" && len(fitting) > 0 {
		return fitting
	}
	return g.columnsWhere(func(int) bool { return true })
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

// candidate is a series that could be taken.
type candidate struct {
	value  int
	keys   []int
	where  map[int][]int32 // words by column
	hint   nameHint
	means  meaning // what the format tells of the readings that metric names
	metric string  // the first word that where asks for, or the only one there is; empty where no column names what is read

	rows     string    // why only those rows are taken that where asks for
	unsure   bool      // whether these are what is wanted
	sumRows  []summing // rows that are the sum of others, or the latter
	sums     int       // columns whose sum it is
	whole    bool      // metric was chosen among parts of the same machine
	estimate string    // the column of an estimate that another column adds to what was measured here
	sum      string    // that other column
	disjoint []*disjoint
	rank     int
}

// candidates lists what could be a series, the likeliest first, as many as are proposed.
func (g *glance) candidates(roles []Role) []candidate {
	var all []candidate
	for i, role := range roles {
		if g.tells(i, role) {
			g.apart = append(g.apart, i)
		}
	}
	asked, metric := g.askedFor(), g.metricColumn(roles)
	if source, _ := g.sourceColumn(roles); source >= 0 {
		metric = -1 // what was made of the readings has names as well
	}
	for i, role := range roles {
		if _, named := slices.BinarySearch(asked, i); role != ReadingRole || !named {
			continue
		}
		all = append(all, g.each(candidate{value: i, hint: g.hintOf(i)}, metric, roles)...)
	}
	for i := range all {
		all[i].rank = g.rank(&all[i])
	}
	g.withoutKeys(all)
	g.summed(all)
	g.withoutEstimates(all)
	slices.SortStableFunc(all, func(a, b candidate) int { return b.rank - a.rank })
	all = all[:min(maxProposals, len(all))]
	g.withoutOverlaps(all, roles)
	g.withoutRepeats(all)
	return all
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
	rank := rankReach * g.reachOf(c)
	for _, one := range []struct {
		holds bool
		ranks int
	}{
		{c.whole || len(c.sumRows) > 0, 1}, // before all rows together
		{g.named(c.value) || c.value == g.value && g.told.Value == "", rankNamed},
		{g.means[c.value].unit != "" || c.means.unit != "" || c.hint.unit != "", rankUnit},
		{c.hint.quantity != "", rankQuantity},
		{c.hint.quantity == power.Power, 1}, // of the same reach; averages are formed from it as they stand
		{slices.Contains(c.keys, c.value) || g.isHidden(c.value), rankEmpty},
		{!g.holds(c), rankEmpty},
	} {
		if one.holds {
			rank += one.ranks
		}
	}
	return rank
}

func (g *glance) reachOf(c *candidate) int {
	if c.whole {
		return reach(g.names[c.value])
	}
	return reach(g.names[c.value] + " " + c.metric)
}

// holds reports whether any reading of a candidate is another than zero.
func (g *glance) holds(c *candidate) bool {
	for row, n := range g.cells[c.value].numbers {
		if !math.IsNaN(n) && n != 0 && g.admitted(row, c.where) {
			return true
		}
	}
	return false
}

// withoutKeys puts columns last that nothing is told of and that tell the instruments of others apart.
func (g *glance) withoutKeys(all []candidate) {
	for i := range all {
		if g.quantityOf(all[i].value) != "" { // by its own name, not by what a column of names tells of all
			continue
		}
		if slices.ContainsFunc(all, func(c candidate) bool { return slices.Contains(c.keys, all[i].value) }) {
			all[i].rank += rankEmpty
		}
	}
}
