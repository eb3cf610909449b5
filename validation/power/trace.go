package power

import (
	"iter"
	"math"
	"slices"
	"sort"
	"sync"
	"time"
)

// Reading is what an instrument reported at one instant, in microwatts or millijoules.
type Reading struct {
	At    time.Time
	Value int64
}

// Trace is the readings of one instrument in the order of time. Readings that share a timestamp are all kept: a meter's
// own report is evidence and is never thinned out. A trace is safe for concurrent use.
type Trace struct {
	Instrument string
	Quantity   Quantity

	count       int
	size        int // readings of a block
	reversed    int
	readings    readings
	overview    func() *overview
	windows     SpanCache[Window]
	inspections SpanCache[Inspection]
}

// NewTrace sorts readings by time: nanoseconds since 1970 UTC, and microwatts or millijoules.
func NewTrace(instrument string, quantity Quantity, at, value []int64) *Trace {
	return newTrace(instrument, quantity, at, value, blockReadings)
}

func newTrace(instrument string, quantity Quantity, at, value []int64, size int) *Trace {
	t := &Trace{Instrument: instrument, Quantity: quantity, count: len(at), size: size, reversed: reversed(at)}
	h := &held{at, value, size}
	if t.reversed > 0 {
		sort.Stable(byTime{h})
	}
	t.readings, t.overview = h, sync.OnceValue(h.overview)
	return t
}

// Join returns the readings of a trace and those of the one that goes on where it ends.
func (t *Trace) Join(next *Trace) *Trace {
	at, value := t.Columns()
	moreAt, moreValue := next.Columns()
	joined := NewTrace(t.Instrument, t.Quantity, slices.Concat(at, moreAt), slices.Concat(value, moreValue))
	joined.reversed += t.reversed + next.reversed // of each file: its readings are sorted by now
	return joined
}

func reversed(at []int64) int {
	count, latest := 0, int64(math.MinInt64)
	for _, one := range at {
		if one < latest {
			count++
		}
		latest = max(latest, one)
	}
	return count
}

type byTime struct{ *held }

func (b byTime) Len() int           { return len(b.at) }
func (b byTime) Less(i, j int) bool { return b.at[i] < b.at[j] }

func (b byTime) Swap(i, j int) {
	b.at[i], b.at[j] = b.at[j], b.at[i]
	b.value[i], b.value[j] = b.value[j], b.value[i]
}

// Len returns the number of readings.
func (t *Trace) Len() int { return t.count }

// Reversed returns how many readings stood after a later one in the file.
func (t *Trace) Reversed() int { return t.reversed }

// Err returns why readings of a stored trace could not be read; what was returned since lacks them.
func (t *Trace) Err() error { return t.readings.err() }

// Reading returns the i-th reading in the order of time.
func (t *Trace) Reading(i int) Reading    { return t.readings.point(i).reading() }
func (p point) reading() Reading          { return Reading{instant(p.at), p.value} }
func instant(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }

// Span returns the time from the first to the last reading; it is zero for an empty trace.
func (t *Trace) Span() Span {
	if t.count == 0 {
		return Span{}
	}
	return NewSpan(t.Reading(0).At, t.Reading(t.count-1).At)
}

// Columns returns all readings that can be read, for writers; they must not be changed.
func (t *Trace) Columns() (at, value []int64) { return t.readings.all() }

// Indices returns the half-open range of readings that count for s. An energy total is read at an instant, so one at
// the very end counts. A power reading stands for the interval after its timestamp, unless the series says otherwise,
// so one at the very end does not: a core phase of 316 seconds holds 316 readings of a second. The published averages
// of real entries are formed so.
func (t *Trace) Indices(s Span) (from, to int) {
	end := s.End.UnixNano()
	if t.Quantity == Energy {
		end++
	}
	from, to = t.readings.search(s.Start.UnixNano()), t.readings.search(end)
	return from, max(from, to)
}

// CountOf returns how many readings in s have one of some values, in microwatts or millijoules, and when first.
func (t *Trace) CountOf(s Span, values ...int64) (count int, first time.Time) {
	met := func(at, value []int64) {
		for i, v := range value {
			if !slices.Contains(values, v) {
				continue
			}
			if count == 0 {
				first = instant(at[i])
			}
			count++
		}
	}
	some := func(n *node, _, _ int) bool {
		return slices.ContainsFunc(values, func(v int64) bool { return n.min <= v && v <= n.max })
	}
	c := t.cut(s)
	c.each(parts{
		between: func(point, point) {},
		some:    func(h held) { met(h.at, h.value) },
		whole: func(n *node, from, to int) {
			if some(n, from, to) {
				met(t.readings.block(from))
			}
		},
		closer: some,
	})
	return count, first
}

// OpenStored returns a trace of which only the entries of its chunks are held, and in whose file so many readings stood
// after a later one. It fails if the entries contradict each other; if blocks or readings contradict them, Err reports
// it later.
func OpenStored(instrument string, quantity Quantity, count, reversed int, entries [][]byte,
	source StoredSource) (*Trace, error) {
	t := &Trace{Instrument: instrument, Quantity: quantity, count: count, reversed: reversed, size: blockReadings}
	return t.open(entries, source)
}

func (t *Trace) open(entries [][]byte, source StoredSource) (*Trace, error) {
	o := &overview{size: t.size, count: t.count}
	s := &stored{source: source, overview: o, chunks: NewCache[int, *chunk](cachedChunks + 1),
		cached: NewCache[int, held](cachedBlocks + 1)}
	s.entries, o.chunks = make([]entry, 0, len(entries)), make([]node, 0, len(entries))
	left := t.count
	for i, form := range entries {
		e, n, err := readEntry(form, t.size)
		if err != nil {
			return nil, err
		}
		if n.count != min(left, ChunkBlocks*t.size) || i > 0 && n.first.at < o.chunks[i-1].last.at {
			return nil, errOverview
		}
		left -= n.count
		s.entries, o.chunks = append(s.entries, e), append(o.chunks, n)
	}
	if left != 0 || t.reversed < 0 || t.reversed > t.count {
		return nil, errOverview
	}
	o.open = s.chunk
	o.build()
	t.readings, t.overview = s, func() *overview { return o }
	return t, nil
}

// Each goes through all readings in the order of time, some at a time; they must not be changed.
func (t *Trace) Each() iter.Seq2[[]int64, []int64] { return t.Between(0, t.count) }

// Between does so with the readings from..to-1.
func (t *Trace) Between(from, to int) iter.Seq2[[]int64, []int64] {
	return func(yield func(at, value []int64) bool) {
		for i := from / t.size; i*t.size < to; i++ {
			if some := t.part(i, max(from, i*t.size), to); !yield(some.at, some.value) {
				return
			}
		}
	}
}
