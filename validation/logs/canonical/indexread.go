package canonical

import (
	"math"
	"slices"

	"green500/validation/power"
)

type index struct {
	quantity power.Quantity
	notes    []power.Note
	traces   []indexedTrace
	stripes
}

type indexedTrace struct {
	name                  string
	rank, count, reversed int
	entries               [][]byte
}

// Limits of an index.
const (
	maxRows = math.MaxInt64 / 2 // so that sums cannot overflow
	maxLine = math.MaxInt32
	maxPage = 1 << 16 // rows
)

func (x *index) decode(text []byte) bool {
	d := &decoder{data: text}
	x.quantity = power.Quantity(d.text())
	time, value := int(d.number(mostTime)), int(d.number(uint64(placesOf[x.quantity])))
	x.pageRows = int(d.number(maxPage))
	if placesOf[x.quantity] == 0 || time%timeStep != 0 || x.pageRows == 0 {
		return false
	}
	x.zeros = scales{zerosOf(time), zerosOf(value)}
	for left := d.count(); left > 0 && !d.damaged; left-- {
		x.notes = append(x.notes, power.Note{
			File: d.text(), Line: int(d.number(maxLine)), Field: d.text(), Problem: d.text(),
			Count: int(d.number(math.MaxInt64)),
		})
	}
	x.decodeStripes(d)
	x.decodeTraces(d)
	return !d.damaged && len(d.data) == 0 && x.ranked()
}

func (x *index) decodeStripes(d *decoder) {
	x.starts = []int64{0}
	heads := int64(0)
	for range d.count() {
		s := stripePlace{rows: int(d.number(stripeRows)), head: d.extent(heads, x.limit)}
		heads = s.head.end()
		if s.rows == 0 || heads > x.limit {
			d.damaged, d.data = true, nil
			return
		}
		x.places = append(x.places, s)
		x.starts = append(x.starts, x.starts[len(x.starts)-1]+int64(s.rows))
	}
}

func (x *index) decodeTraces(d *decoder) {
	for range d.count() {
		t := indexedTrace{name: d.text(), rank: int(d.number(maxInstruments)), count: int(d.number(maxRows)),
			reversed: int(d.number(maxRows))}
		chunks := pageCount(t.count, stripeRows)
		if t.count == 0 || t.reversed > t.count || chunks > len(d.data) {
			d.damaged, d.data = true, nil
			return
		}
		for range chunks {
			t.entries = append(t.entries, d.sized())
		}
		x.traces = append(x.traces, t)
	}
}

func (x *index) ranked() bool {
	met := make([]bool, len(x.traces))
	for _, t := range x.traces {
		if t.rank >= len(met) || met[t.rank] {
			return false
		}
		met[t.rank] = true
	}
	return true
}

func (x *index) open() ([]*power.Trace, error) {
	traces := make([]*power.Trace, len(x.traces))
	at := position{stripes: &x.stripes}
	for _, one := range x.traces {
		s := &source{stripes: &x.stripes, first: at.row, count: one.count}
		for rest := one.count; rest > 0; rest -= min(rest, stripeRows) {
			where, ok := at.next(min(rest, stripeRows))
			if !ok {
				return nil, errIndex
			}
			s.chunks = append(s.chunks, where)
		}
		t, err := power.OpenStored(one.name, x.quantity, one.count, one.reversed, one.entries, s)
		if err != nil {
			return nil, err
		}
		traces[one.rank] = t
	}
	if at.stripe != len(x.places) || at.used != 0 {
		return nil, errIndex
	}
	return traces, nil
}

var errIndex = damaged("its index and its rows differ")

type position struct {
	*stripes
	row    int64
	stripe int
	used   int // rows of the stripe
	nth    int // chunk of the stripe
}

type chunkPlace struct{ stripe, nth int }

// next returns where the next chunk lies, which has so many rows. No chunk lies in two stripes.
func (p *position) next(rows int) (where chunkPlace, ok bool) {
	if p.stripe == len(p.places) || p.used+rows > p.places[p.stripe].rows {
		return where, false
	}
	where = chunkPlace{p.stripe, p.nth}
	p.row, p.used, p.nth = p.row+int64(rows), p.used+rows, p.nth+1
	if p.used == p.places[p.stripe].rows {
		p.stripe, p.used, p.nth = p.stripe+1, 0, 0
	}
	return where, true
}

type source struct {
	*stripes
	first  int64 // row
	count  int
	chunks []chunkPlace
}

func (s *source) Chunk(i int) ([]byte, error) {
	if i < 0 || i >= len(s.chunks) {
		return nil, errIndex
	}
	where := s.chunks[i]
	h, err := s.head(where.stripe)
	if err != nil {
		return nil, err
	}
	if where.nth >= len(h.chunks) {
		return nil, errIndex
	}
	return h.chunks[where.nth], nil
}

// Readings tells the readings of the trace from one on, as many as there is room for; without room for times only the
// values.
func (s *source) Readings(from int, at, value []int64) error {
	if from < 0 || from > s.count-len(value) || at != nil && len(at) != len(value) {
		return errIndex
	}
	if at != nil {
		if err := s.column(0, from, at); err != nil {
			return err
		}
	}
	return s.column(1, from, value)
}

func (s *source) column(column, from int, into []int64) error {
	return s.eachStripe(from, len(into), func(stripe, from, to int) error {
		err := s.rows(column, stripe, from, to, into[:to-from])
		into = into[to-from:]
		return err
	})
}

// eachStripe gives the stripes in which so many readings of the trace lie from one on, and the rows from..to-1 there.
func (s *source) eachStripe(from, count int, give func(stripe, from, to int) error) error {
	for row, end := s.first+int64(from), s.first+int64(from+count); row < end; {
		after, _ := slices.BinarySearch(s.starts, row+1)
		begin, next := s.starts[after-1], min(end, s.starts[after])
		if err := give(after-1, int(row-begin), int(next-begin)); err != nil {
			return err
		}
		row = next
	}
	return nil
}
