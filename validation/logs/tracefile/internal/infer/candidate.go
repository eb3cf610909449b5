package infer

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

const (
	maxProposals = 200 // series that are proposed of one log
	// equal readings that make a limit, or what else was set, of a column beside one whose readings differ
	fewestConstant = 20
	mostKeys       = 32 // columns that may identify meters: no log that anybody showed has half as many
)

type candidate struct {
	value int
	keys  []int
	where rowsWhere
	hint  columnname.NameHint
	means columnname.Meaning // what the format says about the readings that metric names
	// the first word that where asks for, or the only one there is; empty if no column names what is read
	metric string

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

// addMetric takes what the name of what is read states, if the column of the readings does not.
func (c *candidate) addMetric(g *sample, column int, name string) {
	if at := slices.IndexFunc(g.Mixed.Kinds, func(k table.ReadingKind) bool { return k.Name == name }); at >= 0 &&
		g.Mixed.Column == column {
		c.means = g.Mixed.Kinds[at].Means
	}
	h, foreign := columnname.HintOf(name)
	if !foreign && h.Quantity != "" && (c.hint.Quantity == "" || c.hint.Unit == "" && c.hint.Quantity == h.Quantity) {
		c.hint, c.metric = h, name
	}
}

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
		one := Column{Name: name, Role: roles[i], Examples: append([]string{}, g.cells[i].examples...)}
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

func (g *sample) askedFor() []int {
	if named, inputErr := g.Find("value", g.settings.Value); g.settings.Value != "" && inputErr == nil {
		return []int{named}
	}
	pattern := celltext.OneLine(g.settings.Value)
	if fitting := g.ColumnsWhere(func(i int) bool { return table.Fits(g.Names[i], pattern) }); pattern != "" &&
		len(fitting) > 0 {
		return fitting
	}
	return g.ColumnsWhere(func(int) bool { return true })
}

func (g *sample) candidates(roles []Role) ([]candidate, error) {
	var all []candidate
	g.apart = g.ColumnsWhere(func(i int) bool { return g.tells(i, roles[i]) })
	if len(g.apart) > mostKeys { // those whose names say so come first
		slices.SortStableFunc(g.apart,
			func(a, b int) int { return celltext.CountIf(g.called[b].ID) - celltext.CountIf(g.called[a].ID) })
		g.apart = g.apart[:mostKeys]
		slices.Sort(g.apart)
	}
	asked, metric := g.askedFor(), g.metricColumn(roles)
	if source := g.source(roles); source.column >= 0 {
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
	keys := map[int]bool{}
	for i := range all {
		all[i].rank = g.rank(&all[i])
		for _, key := range all[i].keys {
			keys[key] = true
		}
	}
	for i := range all { // by its own name, not by what a column of names says about all
		if keys[all[i].value] && g.quantityOf(all[i].value) == "" {
			all[i].rank += columnname.RankEmpty
		}
	}
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
	seen := g.Names[c.value]
	if !c.whole {
		seen += " " + c.metric
	}
	rank := columnname.RankReach * columnname.Reach(seen)
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

func (g *sample) readings(c *candidate) (numbers []float64) {
	for row, n := range g.cells[c.value].numbers {
		if !math.IsNaN(n) && g.admitted(row, c.where) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func (g *sample) holds(c *candidate) bool {
	return slices.ContainsFunc(g.readings(c), func(n float64) bool { return n != 0 })
}

// withoutConstants puts columns of equal readings behind others of the same quantity: limits are so, whatever they are
// called.
func (g *sample) withoutConstants(all []candidate) {
	constant := make([]bool, len(all))
	moving := map[power.Quantity][]int{} // columns, two of each quantity at most
	for i := range all {
		c := &all[i]
		numbers := g.readings(c)
		constant[i] = len(numbers) >= fewestConstant &&
			!slices.ContainsFunc(numbers, func(n float64) bool { return n != numbers[0] })
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

var intervalWords = columnname.WordSet("interval duration dt period")

var secondsOf = []float64{1, 1e-3, 1e-6, 1e-9}

// mostRelated bounds the columns that are held against each other. A relation has to hold in fewestAlike rows, as
// exactly as alike.
const (
	mostRelated = 64
	fewestAlike = 12
	alike       = 1e-3
)

func (g *sample) findRates() map[int]rate {
	rates := map[int]rate{}
	if len(g.Names) > mostRelated {
		return rates
	}
	for interval, name := range g.Names {
		if !columnname.Says(name, intervalWords) {
			continue
		}
		for energy, name := range g.Names {
			if h, foreign := columnname.HintOf(name); foreign || h.Unit != "J" {
				continue
			}
			for watts := range g.Names {
				if watts != energy && watts != interval && slices.ContainsFunc(secondsOf, func(unit float64) bool {
					return g.inEachRow(watts, func(row int) float64 {
						return g.cells[energy].numbers[row] / (g.cells[interval].numbers[row] * unit)
					})
				}) {
					rates[watts] = rate{energy, interval}
				}
			}
		}
	}
	return rates
}

func (g *sample) inEachRow(column int, made func(row int) float64) bool {
	rows, different := 0, false
	for row, is := range g.cells[column].numbers {
		want := made(row)
		if math.IsNaN(is) || math.IsNaN(want) || is == 0 {
			continue
		}
		if math.Abs(is-want) > alike*math.Abs(is) {
			return false
		}
		different = different || is != g.cells[column].numbers[0]
		rows++
	}
	return rows >= fewestAlike && different
}

func (g *sample) addUpTo(column int, parts ...int) bool {
	return g.inEachRow(column, func(row int) (sum float64) {
		for _, one := range parts {
			sum += g.cells[one].numbers[row]
		}
		return sum
	})
}

var estimateWords = columnname.WordSet("estimated estimate estimation est")

// withoutEstimates puts a column that adds an estimate to what was measured after that. What the person named stays.
func (g *sample) withoutEstimates(all []candidate) {
	if len(g.Names) > mostRelated || len(all) > mostRelated {
		return
	}
	for estimate, name := range g.Names {
		if !columnname.Says(name, estimateWords) {
			continue
		}
		for m := range all {
			measured := &all[m]
			if columnname.Says(g.Names[measured.value], estimateWords) {
				continue
			}
			for s := range all {
				sum := &all[s]
				if sum.value != measured.value && sum.value != estimate && !g.named(sum.value) &&
					g.addUpTo(sum.value, measured.value, estimate) {
					sum.rank = min(sum.rank, measured.rank-1)
					measured.estimate, measured.sum = name, g.Names[sum.value]
				}
			}
		}
	}
}

func (g *sample) alike(column int) []int {
	pattern := g.called[column].Pattern
	if !strings.Contains(pattern, columnname.AnyText) {
		return nil
	}
	return g.ColumnsWhere(func(i int) bool { return g.cells[i].numbered() && g.called[i].Pattern == pattern })
}

func (g *sample) summed(all []candidate) {
	if len(g.Names) > mostRelated {
		return
	}
	for part := range all {
		parts := g.alike(all[part].value)
		if len(parts) < 2 || parts[0] != all[part].value {
			continue
		}
		for i := range all {
			others := slices.DeleteFunc(slices.Clone(parts), func(one int) bool { return one == all[i].value })
			if len(others) > 1 && g.addUpTo(all[i].value, others...) {
				all[i].sums, all[i].rank = len(others), max(all[i].rank, all[part].rank+1)
			}
		}
	}
}

// Infer looks at the first rows of what was opened and says what it is. ended, if it is not nil, ends the work with its
// error.
func Infer(o *input.Opened, given power.ImportSettings, zone *time.Location,
	ended func() error) (*Understanding, error) {
	g, err := look(o.Sheet, given, zone)
	if err != nil {
		return nil, err
	}
	if a, ok := o.Sheet.(*archive.Archive); ok {
		g.pick = a.Pick
	}
	if g.ended = ended; ended == nil {
		g.ended = func() error { return nil }
	}
	return g.understand(o.Format, o.Packing)
}
