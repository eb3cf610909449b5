package infer

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// maxProposals bounds the series that are proposed of one log.
const maxProposals = 200

// understand says what the rows that were looked at show.
func (g *sample) understand(format string, packing []string) (*Understanding, error) {
	g.applySigns()
	g.rates = g.findRates()
	g.product, g.factors = g.findProduct()
	u := &Understanding{Format: format, Packing: packing, Rows: len(g.at), Whole: g.whole, Series: []Proposal{}}
	roles := g.roles()
	candidates, err := g.candidates(roles)
	if err != nil {
		return nil, err
	}
	for _, c := range candidates {
		if err := g.ended(); err != nil {
			return nil, err
		}
		p := g.propose(c)
		same := func(other Proposal) bool { return reflect.DeepEqual(other.Series, p.Series) }
		if !slices.ContainsFunc(u.Series, same) { // a pattern takes several columns
			u.Series = append(u.Series, p)
		}
	}
	for i, name := range g.Names {
		one := Column{Name: name, Role: roles[i], Examples: g.cells[i].examples}
		if one.Examples == nil {
			one.Examples = []string{}
		}
		for _, p := range u.Series {
			if one.Role == ReadingRole && table.Fits(name, p.Series.Value) && one.Unit == "" {
				one.Unit = p.Series.Unit
			}
			if slices.Contains(p.Series.Instruments, name) || p.Series.Where[name] != nil {
				one.Role = MeterRole
			}
		}
		u.Columns = append(u.Columns, one)
	}
	return u, nil
}

// findRoles says what every column is for, but for those that identify meters.
func (g *sample) findRoles() []Role {
	roles := make([]Role, len(g.Names))
	named := -1
	if g.settings.Value != "" {
		named, _ = g.Find("value", g.settings.Value)
	}
	for i := range g.cells {
		switch c := &g.cells[i]; {
		case i == g.timeAt:
			roles[i] = TimeRole
		case i == named || g.Value >= 0 && i == g.Value:
			roles[i] = ReadingRole
		case slices.Contains(g.Keys, i):
			roles[i] = MeterRole
		case slices.Contains(g.Aside, i):
			roles[i] = OtherRole
		case g.Means[i].Unit != "" && c.numbered():
			roles[i] = ReadingRole
		case g.clocklike(i):
			roles[i] = TimeRole
		case c.numbered() && g.readable(i):
			roles[i] = ReadingRole
		default:
			roles[i] = OtherRole
		}
	}
	return g.orCounted(g.withoutFactors(g.withoutOthers(g.withoutCodes(g.withoutOtherQuantities(roles)))))
}

// readable reports whether a column of numbers may hold readings.
func (g *sample) readable(i int) bool {
	is := &g.called[i]
	return !is.Foreign && !g.charges(i) && !areFlags(g.cells[i].texts) && !g.partsTime(i) && g.Names[i] != "" && (is.Hint.Quantity != "" || !g.counting(i) && !g.numbering(i)) && !strings.HasPrefix(g.Names[i], "__index_level_")
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

// withoutOtherQuantities makes columns of numbers whose names tell nothing no readings where other names do.
func (g *sample) withoutOtherQuantities(roles []Role) []Role {
	tells := func(i int) bool {
		h := g.hintOf(i)
		return roles[i] == ReadingRole && (i == g.Value || g.Means[i].Unit != "" || h.Quantity != "" || g.named(i))
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

// askedFor are the columns that the person names for the readings, or that a pattern takes; all where they name none that is there.
func (g *sample) askedFor() []int {
	if named, inputErr := g.Find("value", g.settings.Value); g.settings.Value != "" && inputErr == nil {
		return []int{named}
	}
	pattern := celltext.OneLine(g.settings.Value)
	if fitting := g.ColumnsWhere(func(i int) bool { return table.Fits(g.Names[i], pattern) }); pattern != "" && len(fitting) > 0 {
		return fitting
	}
	return g.ColumnsWhere(func(int) bool { return true })
}

// aDay is how far a second clock may stand from the first, in seconds: zones differ by less.
const aDay = 26 * 3600

// clocklike reports whether a column of numbers counts time beside the column of the times.
func (g *sample) clocklike(i int) bool {
	c := &g.cells[i]
	if !c.numbered() || c.missing > 0 {
		return false
	}
	for row, n := range c.numbers {
		if g.at[row] == noTime || math.IsNaN(n) || n < anEpoch || n >= math.MaxInt64 {
			return false
		}
		counted := int64(n) / (timestamp.NanosecondsPerSecond / timestamp.UnitOf(int64(n)).Nanoseconds)
		if seconds := g.at[row] / timestamp.NanosecondsPerSecond; counted-seconds > aDay || seconds-counted > aDay {
			return false
		}
	}
	return len(c.numbers) > 0
}

// candidates lists what could be a series, the likeliest first, as many as are proposed.
func (g *sample) candidates(roles []Role) ([]candidate, error) {
	var all []candidate
	for i, role := range roles {
		if g.tells(i, role) {
			g.apart = append(g.apart, i)
		}
	}
	g.apart = g.firstKeys(g.apart)
	asked, metric := g.askedFor(), g.metricColumn(roles)
	if source, _ := g.sourceColumn(roles); source >= 0 {
		metric = -1 // what was made of the readings has names as well
	}
	for i, role := range roles {
		if _, named := slices.BinarySearch(asked, i); role != ReadingRole || !named {
			continue
		}
		if err := g.ended(); err != nil {
			return nil, err
		}
		all = append(all, g.each(candidate{value: i, hint: g.hintOf(i)}, metric, roles)...)
	}
	for i := range all {
		all[i].rank = g.rank(&all[i])
	}
	g.withoutKeys(all)
	g.withoutConstants(all)
	g.summed(all)
	g.withoutEstimates(all)
	slices.SortStableFunc(all, func(a, b candidate) int { return b.rank - a.rank })
	all = all[:min(maxProposals, len(all))]
	g.withoutOverlaps(all, roles)
	g.withoutRepeats(all)
	return all, nil
}

func (g *sample) rank(c *candidate) int {
	rank := columnname.RankReach * g.reachOf(c)
	for _, one := range []struct {
		holds bool
		ranks int
	}{
		{c.whole || len(c.sumRows) > 0, 1}, // before all rows together
		{g.named(c.value) || c.value == g.Value && g.settings.Value == "", columnname.RankNamed},
		{g.Means[c.value].Unit != "" || c.means.Unit != "" || c.hint.Unit != "", columnname.RankUnit},
		{c.hint.Quantity != "", columnname.RankQuantity},
		{c.hint.Quantity == power.Power, 1}, // of the same reach; averages are formed from it as they are written
		{slices.Contains(c.keys, c.value) || g.IsHidden(c.value), columnname.RankEmpty},
		{!g.holds(c), columnname.RankEmpty},
	} {
		if one.holds {
			rank += one.ranks
		}
	}
	return rank
}

func (g *sample) reachOf(c *candidate) int {
	if c.whole {
		return columnname.Reach(g.Names[c.value])
	}
	return columnname.Reach(g.Names[c.value] + " " + c.metric)
}

// holds reports whether any reading of a candidate is another than zero.
func (g *sample) holds(c *candidate) bool {
	for row, n := range g.cells[c.value].numbers {
		if !math.IsNaN(n) && n != 0 && g.admitted(row, c.where) {
			return true
		}
	}
	return false
}

// withoutKeys puts columns last that nothing is known about and that distinguish the meters of others.
func (g *sample) withoutKeys(all []candidate) {
	keys := map[int]bool{}
	for i := range all {
		for _, key := range all[i].keys {
			keys[key] = true
		}
	}
	for i := range all {
		if g.quantityOf(all[i].value) != "" { // by its own name, not by what a column of names says about all
			continue
		}
		if keys[all[i].value] {
			all[i].rank += columnname.RankEmpty
		}
	}
}

// fewestConstant is how many equal readings make a limit, or what else was set, of a column beside one whose readings differ.
const fewestConstant = 20

// withoutConstants puts columns behind others of the same quantity if all their readings are the same, and those of the others are not:
// limits are so, whatever they are called.
func (g *sample) withoutConstants(all []candidate) {
	constant := make([]bool, len(all))
	for i := range all {
		constant[i] = g.isConstant(&all[i])
	}
	moving := map[power.Quantity][]int{} // columns, two of each quantity at most
	for i, c := range all {
		if of := moving[c.hint.Quantity]; !constant[i] && len(of) < 2 && !slices.Contains(of, c.value) {
			moving[c.hint.Quantity] = append(of, c.value)
		}
	}
	for i, c := range all {
		another := slices.ContainsFunc(moving[c.hint.Quantity], func(column int) bool { return column != c.value })
		if constant[i] && g.settings.Value == "" && another {
			all[i].rank += columnname.RankEmpty
		}
	}
}

// isConstant reports whether a candidate has many readings that are all the same.
func (g *sample) isConstant(c *candidate) bool {
	first, count := math.NaN(), 0
	for row, n := range g.cells[c.value].numbers {
		if math.IsNaN(n) || !g.admitted(row, c.where) {
			continue
		}
		if count++; count == 1 {
			first = n
		}
		if n != first {
			return false
		}
	}
	return count >= fewestConstant
}

// phases returns the pattern of the columns of all phases of a supply, where a candidate is one of them and no other column
// can hold what they draw together; it is empty if it is not. One that runs backwards may be a clamp that is turned round.
func (p *proposing) phases() (pattern, backwards string) {
	pattern, _, ok := markedPhase(p.Names[p.value])
	if !ok {
		return "", ""
	}
	marks := ""
	for i, role := range p.roles() {
		mark, marked := p.phaseMarks()[i], p.phaseMarks()[i] != ""
		one := p.cells[i].numbered() && table.Fits(p.Names[i], pattern)
		switch {
		case one && !(marked && p.sameQuantity(i)), !one && p.mayHoldPhases(i, role, marked):
			return "", ""
		case one && p.runsBackwards(i):
			backwards = p.Names[i]
		}
		if one {
			marks += mark
		}
	}
	if !slices.Contains(phaseSets, sortedLetters(marks)) {
		return "", ""
	}
	return pattern, backwards
}

// roles says what every column is for. Nobody changes what it returns.
func (g *sample) roles() []Role {
	if g.known.roles == nil {
		g.known.roles = g.findRoles()
	}
	return g.known.roles
}

// mostKeys bounds the columns that may identify meters: no log that anybody showed has half as many.
const mostKeys = 32

// firstKeys are the columns that may identify meters: those whose names say so come first.
func (g *sample) firstKeys(columns []int) []int {
	if len(columns) <= mostKeys {
		return columns
	}
	named := slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return !g.called[i].ID })
	others := slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return g.called[i].ID })
	first := append(named, others...)[:mostKeys]
	slices.Sort(first)
	return first
}
