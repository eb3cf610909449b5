package tracefile

import (
	"errors"
	"math"
	"slices"
	"time"
)

// What is looked at of a log before anything is proposed: rows enough to see a rhythm, and more where many instruments
// take turns; fewer where there are very many columns, so that a glance stays within a few megabytes.
const (
	glanceRows  = 2000
	fewestRows  = 20
	glanceTimes = 4 // that follow each other
	mostRows    = 1 << 15
	glanceCells = 400_000
)

// examplesKept is how many different cells of a column are shown, and mostNamed how many may be names of something else than
// of instruments.
const (
	examplesKept = 3
	mostNamed    = 1000
)

// glance is the first rows of a log, cell by cell.
type glance struct {
	*table
	told      Reading
	timeAt    int
	zoneless  bool   // times have no zone, and nobody named one
	startless *fault // times count from a start that the file does not tell
	zoned     bool   // a zone was named
	trouble   *fault // of the first time that cannot be read
	pick      *pick  // of the members of an archive
	rates     map[int]rate
	at        []int64         // nanoseconds since 1970 UTC, or as if they were; noTime where a time cannot be read
	met       turns           // of these times
	cells     []glanced       // one a column of the table
	called    []calling       // likewise
	apart     []int           // columns that may tell instruments apart
	usual     *[]int          // those that do in all rows; nil before that was asked
	fixed     map[[2]int]bool // whether the words of a column fix those of another, as far as that was asked
	used      map[int]float64 // how much energy columns count a second, as far as that was asked
	whole     bool
}

// noTime stands for a time that cannot be read.
const noTime = math.MinInt64

// glanced is the first cells of a column.
type glanced struct {
	numbers  []float64 // NaN where a cell holds none
	numeric  int       // cells that hold numbers
	missing  int       // cells that say there is no reading, or are empty
	faults   []fault   // of numbers, the first of each field
	words    []int32   // which of the texts a cell is; -1 where it is empty
	texts    []string
	index    map[string]int32
	examples []string
}

var errEnough = errors.New("enough rows were looked at")

// look reads the first rows.
func look(s sheet, told Reading, zone *time.Location) (*glance, error) {
	t := s.columns()
	g := &glance{table: t, told: told, timeAt: t.time, zoned: zone != nil, called: callingsOf(t.names), cells: make([]glanced, len(t.names)), whole: true, fixed: map[[2]int]bool{}}
	t.ordersTold |= ordersNamed(told.DateOrder)
	if told.Time != "" {
		at, trouble := t.find("time", told.Time)
		if trouble != nil {
			return nil, trouble
		}
		g.timeAt = at
	}
	all := make([]int, len(t.names))
	for i := range all {
		all[i] = i
		g.cells[i].index = map[string]int32{}
	}
	most := max(fewestRows, min(mostRows, glanceCells/max(1, len(all))))
	err := s.each(all, func() error {
		if n := len(g.at); n == most || n >= glanceRows && g.met.enough() {
			return errEnough
		}
		if _, f := s.text(g.timeAt); f != nil && f.field == strayField {
			return nil
		}
		if len(g.at) == 0 && told.Time == "" && !g.findTime(s) {
			return t.timeless()
		}
		g.row(s, zone)
		return nil
	})
	return g, g.looked(err)
}

// looked settles what was seen, after rows were looked at to the end or until err.
func (g *glance) looked(err error) error {
	if errors.Is(err, errEnough) {
		g.whole, err = false, nil
	}
	if g.trouble != nil && g.trouble.field == strayField && g.met.later > 0 {
		g.trouble = nil // it is a line between readings
	}
	if err == nil && g.unearned() {
		return g.refuse(0, "time", noneGoes, tellTime)
	}
	return err
}

// turns counts the times that come after all before them, and those that come before.
type turns struct {
	first, last    int64
	later, earlier int
}

func (t *turns) meet(at int64) {
	if t.later == 0 || at > t.last {
		t.last = at
		t.later++
	}
	if t.earlier == 0 || at < t.first {
		t.first = at
		t.earlier++
	}
}

// enough reports whether several times were met, or none that can be read.
func (t *turns) enough() bool { return t.later == 0 || max(t.later, t.earlier) >= glanceTimes }

// row takes the row that a sheet stands on.
func (g *glance) row(r row, zone *time.Location) {
	at := g.instant(r, zone)
	if g.at = append(g.at, at); at != noTime {
		g.met.meet(at)
	}
	for i := range g.cells {
		c := &g.cells[i]
		text, f := r.text(i)
		if f != nil {
			text = nil
		}
		c.word(text)
		number, f := r.number(i)
		switch {
		case f == nil:
			c.numeric++
		case f.missing || len(text) == 0:
			c.missing++
		case f.asks != "":
			c.numeric++
			c.ask(fault{field: f.asks, problem: f.problem, remedy: f.remedy})
		case f.field != "":
			c.ask(*f)
		}
		if f != nil {
			number = math.NaN()
		}
		c.numbers = append(c.numbers, number)
	}
}

// ask keeps the first fault of each field that a person can settle.
func (c *glanced) ask(f fault) {
	if !slices.ContainsFunc(c.faults, func(met fault) bool { return met.field == f.field }) {
		c.faults = append(c.faults, f)
	}
}

// instant reads the time of a row; a time without a zone is read as UTC, one that counts from a start as
// if that were 1970, and that is remembered.
func (g *glance) instant(r row, zone *time.Location) int64 {
	as := timing{zone: zone, dateOrder: g.told.DateOrder}
	at, f := r.instant(g.timeAt, as)
	if f != nil && f.field == "origin" { // before the zone, which times of day ask for behind it
		g.startless, as.counted = f, true
		at, f = r.instant(g.timeAt, as)
	}
	if f != nil && f.field == "timezone" && zone == nil {
		g.zoneless, as.zone = true, time.UTC
		at, f = r.instant(g.timeAt, as)
	}
	if f == nil {
		return at
	}
	if g.trouble == nil || g.trouble.field == strayField {
		g.trouble = f
	}
	return noTime
}

// word remembers the text of a cell.
func (c *glanced) word(text []byte) {
	if len(text) == 0 {
		c.words = append(c.words, -1)
		return
	}
	number, met := c.index[string(text)]
	if !met {
		if len(c.examples) < examplesKept {
			c.examples = append(c.examples, shortened(text))
		}
		number = int32(len(c.texts))
		c.texts = append(c.texts, latin1(text))
		c.index[string(text)] = number
	}
	c.words = append(c.words, number)
}

func shortened(text []byte) string {
	if len(text) > maxQuoted {
		return latin1(text[:maxQuoted]) + "…"
	}
	return latin1(text)
}

// numbered reports whether most of the cells that are not empty hold numbers.
func (c *glanced) numbered() bool { return c.numeric > 0 && 2*c.numeric >= len(c.numbers)-c.missing }

// rhythm is how the timestamps of one instrument follow each other.
type rhythm struct {
	median  time.Duration // between different timestamps
	steady  float64       // part of the steps within a tenth of the median
	doubled int           // timestamps equal to the one before
	back    int           // timestamps before the one before
	steps   int
}

// groups splits the rows by the words of columns; rows where where's column has another word are left
// out.
func (g *glance) groups(keys []int, where map[int][]int32) [][]int {
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

func (g *glance) admitted(row int, where map[int][]int32) bool {
	for c, words := range where {
		if !slices.Contains(words, g.cells[c].words[row]) {
			return false
		}
	}
	return true
}

// rhythm looks at the timestamps of groups of rows, backwards where they stand newest first.
func (g *glance) rhythm(groups [][]int) rhythm {
	var r rhythm
	var steps, back []time.Duration
	for _, rows := range groups {
		for i := 1; i < len(rows); i++ {
			switch step := g.at[rows[i]] - g.at[rows[i-1]]; {
			case step == 0:
				r.doubled++
			case step < 0:
				back = append(back, time.Duration(-step))
			default:
				steps = append(steps, time.Duration(step))
			}
		}
	}
	if len(back) > len(steps) {
		steps, back = back, steps
	}
	r.back = len(back)
	if r.steps = len(steps); r.steps == 0 {
		return r
	}
	slices.Sort(steps)
	r.median = steps[len(steps)/2]
	near := 0
	for _, step := range steps {
		if (step - r.median).Abs() <= r.median/10 {
			near++
		}
	}
	r.steady = float64(near) / float64(len(steps))
	return r
}

// findTime looks for the times in the first row where they do not stand where the format expects them:
// an index or a name may stand first. It reports whether any column may hold them.
func (g *glance) findTime(r row) bool {
	if g.timed || g.untimed == nil && g.dated(r, g.timeAt) {
		return true
	}
	for i := range g.names {
		if g.dated(r, i) {
			g.timeAt = i
			return true
		}
	}
	return g.untimed == nil
}

// dated reports whether a cell is a date, or counts from 1970.
func (g *glance) dated(r row, i int) bool {
	if n, f := r.number(i); f == nil && (n < anEpoch || g.numeric[i] && g.timeAt != i && !timely(g.names[i])) {
		return false
	}
	_, f := r.instant(i, timing{zone: time.UTC, dateOrder: g.told.DateOrder})
	return f == nil
}
