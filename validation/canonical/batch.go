package canonical

import (
	"slices"
	"sync"
)

// span is consecutive readings of one instrument. Where that is below zero, they are those of as many instruments, in
// rounds, which only a batch that is mixed may have.
type span struct {
	instrument int32
	count      int32
}

// batch is readings of several instruments.
type batch struct {
	at, value []int64
	spans     []span
	turns     []int32 // the instruments that take turns, of each span that has several
	ticks     []ticks // of each span, where times go on in even steps and are not written
	mixed     bool    // they may be in another order than that of their keys
	late      bool    // so may those of one instrument
}

// batchPool lends batches (see stripePool).
var batchPool = sync.Pool{New: func() any { return &batch{} }}

func (b *batch) add(instrument int32, at, value []int64) {
	b.append(at, value)
	b.addSpan(instrument, int32(len(at)))
}

// mostGrown is how many readings a batch makes room for ahead: half of the longest.
const mostGrown = 1 << 16

// append adds readings without a span.
func (b *batch) append(at, value []int64) {
	b.makeRoom(len(at))
	b.at, b.value = append(b.at, at...), append(b.value, value...)
}

// grow adds so many readings of an instrument, which are of no value yet.
func (b *batch) grow(instrument int32, readings int) (at, value []int64) {
	b.makeRoom(readings)
	from, to := len(b.at), len(b.at)+readings
	b.at, b.value = b.at[:to], b.value[:to]
	b.addSpan(instrument, int32(readings))
	return b.at[from:], b.value[from:]
}

// makeRoom makes room for so many readings that are added. What grows is doubled: with less each time it would be copied more
// often.
func (b *batch) makeRoom(readings int) {
	if len(b.at)+readings > cap(b.at) {
		b.expect(max(readings, min(len(b.at), mostGrown)))
	}
}

// expect makes room for so many readings more.
func (b *batch) expect(readings int) {
	b.at, b.value = withRoom(b.at, readings), withRoom(b.value, readings)
}

func (b *batch) addSpan(instrument, count int32) {
	if last := len(b.spans) - 1; last >= 0 && b.spans[last].instrument == instrument {
		b.spans[last].count += count
		return
	}
	b.spans = append(b.spans, span{instrument, count})
}

func (b *batch) reset() {
	*b = batch{at: b.at[:0], value: b.value[:0], spans: b.spans[:0], turns: b.turns[:0], ticks: b.ticks[:0]}
}

// alike returns an empty batch with room for as much, and some readings more.
func (b *batch) alike(more int) *batch {
	other := batchPool.Get().(*batch)
	other.expect(len(b.at) + more)
	other.spans = slices.Grow(other.spans, len(b.spans))
	return other
}

// follows reports whether readings of an instrument, none of which stands after a later one, may be
// added in the order of keys.
func (b *batch) follows(instrument int32) bool {
	return len(b.spans) == 0 || b.spans[len(b.spans)-1].instrument <= instrument
}

// meet takes note of readings of an instrument that are to be added, none of which stands after a later one where they are
// ordered.
func (b *batch) meet(instrument int32, ordered bool) {
	b.late = b.late || !ordered
	b.mixed = b.mixed || !ordered || !b.follows(instrument)
}

// key is what readings are ordered by.
type key struct {
	instrument int32
	at         int64
}

func (k key) before(other key) bool {
	return k.instrument < other.instrument || k.instrument == other.instrument && k.at < other.at
}

func (b *batch) first() key { return key{b.spans[0].instrument, b.at[0]} }

// cut returns what follows the first n readings, and shortens b to these.
func (b *batch) cut(n int) (rest batch) {
	rest = batch{at: b.at[n:], value: b.value[n:]}
	b.at, b.value = b.at[:n], b.value[:n]
	for i, s := range b.spans {
		if int(s.count) < n {
			n -= int(s.count)
			continue
		}
		rest.spans = slices.Clone(b.spans[i:])
		if rest.spans[0].count -= int32(n); rest.spans[0].count == 0 {
			rest.spans = rest.spans[1:]
		}
		b.spans[i].count = int32(n)
		b.spans = b.spans[:i+1]
		break
	}
	return rest
}

// inTurn reports whether the instruments come one after another, in their order.
func (b *batch) inTurn() bool {
	last := int32(-1)
	for _, s := range b.spans {
		if s.instrument <= last {
			return false
		}
		last = s.instrument
	}
	return true
}

// each gives the readings to take, a span at a time.
func (b *batch) each(take func(instrument int32, at, value []int64) error) error {
	from := 0
	for _, s := range b.spans {
		to := from + int(s.count)
		if err := take(s.instrument, b.at[from:to], b.value[from:to]); err != nil {
			return err
		}
		from = to
	}
	return nil
}

func (b *batch) leave() {
	if cap(b.at) == 0 {
		return
	}
	b.reset()
	batchPool.Put(b)
}
