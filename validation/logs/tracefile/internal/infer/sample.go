package infer

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"time"

	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// What is looked at of a log before anything is proposed: rows enough to see a rhythm, and more if many meters take
// turns; fewer if there are very many columns, so that a sample stays within a few megabytes.
const (
	sampleRows   = 2000
	fewestRows   = 20
	sampleTimes  = 4 // that follow each other
	mostRows     = 1 << 15
	sampleCells  = 400_000
	examplesKept = 3    // different cells of a column that are shown
	mostNamed    = 1000 // different cells that may be names of something else than of meters
	// one in so many rows may have other cells than the header: a text that is no table has more
	rareBroken = 5
	noTime     = math.MinInt64 // stands for a time that cannot be read
	// from where a number may be a time of a log: before 1973, in seconds since 1970, nobody kept one
	anEpoch = 1e8
)

type sample struct {
	*table.Table
	settings  power.ImportSettings
	timeAt    int
	zoneless  bool              // times have no zone, and nobody named one
	startless *celltext.Error   // times count from a start that the file does not tell
	timeErr   *celltext.Error   // of the first time that cannot be read
	timeless  int               // times that are damaged
	broken    int               // rows that cannot be read at all
	breakage  *power.InputError // why the first of them cannot
	pick      *archive.Pick     // of the members of an archive
	rates     map[int]rate
	// the column without a name that is the product of factors; -1 if there is none
	product int
	factors []int // likewise
	// nanoseconds since 1970 UTC, or as if they were; noTime if a time cannot be read
	at             []int64
	first, last    int64                    // of these times
	later, earlier int                      // times that come after all before them, and before
	cells          []sampledColumn          // one a column of the table
	called         []columnname.Description // likewise
	apart          []int                    // columns that may identify meters
	known          map[any]any              // see once
	ended          func() error             // see Infer
	whole          bool
}

// rowsWhere are the words of columns that rows have to have; all rows if it is empty.
type rowsWhere map[int][]int32

type sampledColumn struct {
	numbers  []float64        // NaN if a cell holds none
	numeric  int              // cells that hold numbers
	missing  int              // cells that say there is no reading, or are empty
	errs     []celltext.Error // of numbers, the first of each field that a person can determine
	words    []int32          // which of the texts a cell is; -1 if it is empty
	texts    []string
	index    map[string]int32
	examples []string
}

// once finds the answer to a question once: there may be as many candidates as columns, and all ask the same.
func once[T any](g *sample, question any, find func() T) T {
	answer, known := g.known[question].(T)
	if !known {
		answer = find()
		g.known[question] = answer
	}
	return answer
}

var errEnough = errors.New("enough rows were looked at")

func look(s table.Sheet, given power.ImportSettings, zone *time.Location) (*sample, error) {
	t := s.Columns()
	g := &sample{Table: t, settings: given, timeAt: t.Time, called: columnname.DescriptionsOf(t.Names),
		cells: make([]sampledColumn, len(t.Names)), whole: true, known: map[any]any{}}
	t.DateOrders |= timestamp.OrdersNamed(given.DateOrder)
	if given.Time != "" {
		at, inputErr := t.Find("time", given.Time)
		if inputErr != nil {
			return nil, inputErr
		}
		g.timeAt = at
	}
	all := make([]int, len(t.Names))
	for i := range all {
		all[i] = i
		g.cells[i].index = map[string]int32{}
	}
	most := max(fewestRows, min(mostRows, sampleCells/max(1, len(all))))
	err := s.Each(all, func() error {
		severalTimes := g.later == 0 || max(g.later, g.earlier) >= sampleTimes
		if n := len(g.at); n == most || n >= sampleRows && severalTimes {
			return errEnough
		}
		if _, f := s.Text(g.timeAt); f != nil && f.Field == table.StrayField {
			if g.broken += celltext.CountIf(f.Unreadable); f.Unreadable && g.breakage == nil {
				g.breakage = s.Place(g.timeAt, f)
			}
			return nil
		}
		if len(g.at) == 0 && given.Time == "" && !g.findTime(s) {
			return t.Timeless()
		}
		g.row(s, zone)
		return nil
	})
	return g, g.looked(err)
}

func (g *sample) looked(err error) error {
	if errors.Is(err, errEnough) {
		g.whole, err = false, nil
	}
	if g.timeErr != nil && (g.timeErr.Field == table.StrayField ||
		g.timeErr.Unreadable && 2*g.timeless < len(g.at) && table.FewDamaged(g.timeless, len(g.at))) && g.later > 0 {
		g.timeErr = nil // it is a line between readings, or one that is left out
	}
	switch {
	case err != nil:
		return err
	case g.broken > 0 && (g.later == 0 || rareBroken*g.broken > max(len(g.at), rareBroken) ||
		!table.FewDamaged(g.broken, len(g.at)+g.broken)):
		return g.breakage
	case g.unearned():
		return g.Refuse(0, "time", table.NoTimeProblem, table.NoTimeRemedy)
	}
	return nil
}

// unearned reports whether the times are plain numbers which neither their name nor their course makes times.
func (g *sample) unearned() bool {
	if g.settings.Time != "" || g.Timed || g.startless == nil || g.Means[g.timeAt].Elapsed || g.saysTime() {
		return false
	}
	numbers := slices.DeleteFunc(slices.Clone(g.cells[g.timeAt].numbers), math.IsNaN)
	c := table.ProgressOf(numbers)
	return len(numbers) > 0 && (table.SaysNoTime(g.Raw[g.timeAt]) || !c.Forward() && !c.Onward() && !c.Possible())
}

func (g *sample) row(r table.Row, zone *time.Location) {
	g.follow(g.instant(r, zone))
	for i := range g.cells {
		c := &g.cells[i]
		text, f := r.Text(i)
		if f != nil {
			text = nil
		}
		c.word(text)
		number, f := r.Number(i)
		if u := &g.RowUnits; f == nil && u.Known && i == u.Value {
			number, f = u.InRowUnit(r, number, "")
		}
		switch {
		case f == nil:
			c.numeric++
		case f.Missing || len(text) == 0:
			c.missing++
		case f.Asks != "":
			c.numeric++
			c.ask(celltext.Error{Field: f.Asks, Problem: f.Problem, Remedy: f.Remedy})
		case f.Field != "":
			c.ask(*f)
		}
		if f != nil {
			number = math.NaN()
		}
		c.numbers = append(c.numbers, number)
	}
}

func (g *sample) follow(at int64) {
	g.at = append(g.at, at)
	if at != noTime && (g.later == 0 || at > g.last) {
		g.last, g.later = at, g.later+1
	}
	if at != noTime && (g.earlier == 0 || at < g.first) {
		g.first, g.earlier = at, g.earlier+1
	}
}

func (c *sampledColumn) ask(f celltext.Error) {
	if !slices.ContainsFunc(c.errs, func(met celltext.Error) bool { return met.Field == f.Field }) {
		c.errs = append(c.errs, f)
	}
}

// instant reads the time of a row, without a zone in UTC, or from 1970 if it counts from a start, and remembers that.
func (g *sample) instant(r table.Row, zone *time.Location) int64 {
	as := g.timing(zone)
	at, f := r.Instant(g.timeAt, as)
	if f != nil && f.Field == "origin" { // before the zone, which times of day ask for after it
		g.startless, as.Counted = f, true
		at, f = r.Instant(g.timeAt, as)
	}
	if f != nil && f.Field == "timezone" && zone == nil {
		g.zoneless, as.Zone = true, time.UTC
		at, f = r.Instant(g.timeAt, as)
	}
	if f == nil {
		return at
	}
	g.timeless += celltext.CountIf(f.Unreadable)
	if g.timeErr == nil || g.timeErr.Field == table.StrayField ||
		g.timeErr.Unreadable && !f.Unreadable && f.Field != table.StrayField {
		g.timeErr = f
	}
	return noTime
}

func (g *sample) timing(zone *time.Location) timestamp.Timing {
	return timestamp.Timing{Zone: zone, Layout: g.settings.TimeFormat, Unit: g.settings.TimeUnit,
		DateOrder: g.settings.DateOrder}
}

func (c *sampledColumn) word(text []byte) {
	if len(text) == 0 {
		c.words = append(c.words, -1)
		return
	}
	number, met := c.index[string(text)]
	if !met {
		if len(c.examples) < examplesKept {
			c.examples = append(c.examples, celltext.Shortened(text))
		}
		number = int32(len(c.texts))
		c.texts = append(c.texts, celltext.Latin1(text))
		c.index[string(text)] = number
	}
	c.words = append(c.words, number)
}

// numbered reports whether most of the cells that are not empty hold numbers.
func (c *sampledColumn) numbered() bool {
	return c.numeric > 0 && 2*c.numeric >= len(c.numbers)-c.missing
}

// has reports whether a cell holds such a number, or none if NaN is such.
func (c *sampledColumn) has(is func(n float64) bool) bool { return slices.ContainsFunc(c.numbers, is) }

func (g *sample) groups(keys []int, where rowsWhere) [][]int {
	by, order := map[string]int{}, [][]int{}
	for row := range g.at {
		if g.at[row] == noTime || !g.admitted(row, where) {
			continue
		}
		key := make([]byte, 0, 4*len(keys))
		for _, k := range keys {
			w := g.cells[k].words[row]
			key = append(key, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
		}
		at, met := by[string(key)]
		if !met {
			at = len(order)
			by[string(key)] = at
			order = append(order, nil)
		}
		order[at] = append(order[at], row)
	}
	return order
}

func (g *sample) admitted(row int, where rowsWhere) bool {
	for c, words := range where {
		if !slices.Contains(words, g.cells[c].words[row]) {
			return false
		}
	}
	return true
}

type rhythm struct {
	median       time.Duration // between different timestamps
	steady       float64       // part of the steps within a tenth of the median
	doubled      int           // timestamps equal to the one before
	rises, falls int           // timestamps after and before the one before
	back, steps  int           // the same, the other way round if they stand newest first
	rows         int
}

func (g *sample) rhythm(groups [][]int) (r rhythm) {
	var steps, back []time.Duration
	for _, rows := range groups {
		r.rows += len(rows)
		for i := 1; i < len(rows); i++ {
			switch step := time.Duration(g.at[rows[i]] - g.at[rows[i-1]]); {
			case step == 0:
				r.doubled++
			case step < 0:
				back = append(back, -step)
			default:
				steps = append(steps, step)
			}
		}
	}
	r.rises, r.falls = len(steps), len(back)
	if len(back) > len(steps) {
		steps, back = back, steps
	}
	if r.back, r.steps = len(back), len(steps); r.steps == 0 {
		return r
	}
	r.median = middle(steps)
	near := 0
	for _, step := range steps {
		near += celltext.CountIf((step - r.median).Abs() <= r.median/10)
	}
	r.steady = float64(near) / float64(len(steps))
	return r
}

// findTime looks for the times in the first row: an index or a name may stand first. It reports whether any may be.
func (g *sample) findTime(r table.Row) bool {
	if g.Timed || g.Untimed == nil && g.dated(r, g.timeAt) {
		return true
	}
	for i := range g.Names {
		if g.dated(r, i) {
			g.timeAt = i
			return true
		}
	}
	return g.Untimed == nil
}

// dated reports whether a cell is a date, or counts from 1970.
func (g *sample) dated(r table.Row, i int) bool {
	if n, f := r.Number(i); f == nil && g.settings.TimeFormat == "" &&
		(n < anEpoch || g.Numeric[i] && g.timeAt != i && !columnname.Timely(g.Names[i])) {
		return false
	}
	_, f := r.Instant(i, g.timing(time.UTC))
	return f == nil
}

func middle[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

func (g *sample) saysTime() bool {
	name := g.Raw[g.timeAt]
	return columnname.Timely(name) || columnname.TickOf(name) != 0 || columnname.Says(name, columnname.ElapsedWords)
}

type rate struct{ energy, interval int }
