package canonical

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"sync"
)

// A page of a run holds the digits that were left out of times and of values, and the number of spans;
// of each span how far its instrument lies behind that of the span before, its readings, and how far its
// first time and value lie from those of the span before; then times and values, each as how far it lies
// from the first of its span: a byte states in how many bytes each stands, or 0 where every span goes on in even
// steps, of which one stands for each span instead. A page ends with offsetSpare bytes that mean nothing. It
// takes few bytes more than the differences of Parquet would, and a third of their time.

// offsetSpare is how many bytes may be read behind a number.
const offsetSpare = 7

// coder codes a run in pages.
type coder struct {
	sorter  sorter
	rows    int // of a page
	page    batch
	coded   []byte
	lengths []uint32   // of the pages in it
	columns [2]offsets // of times and of values
}

// coderPool lends coders (see stripePool).
var coderPool = sync.Pool{New: func() any { return &coder{} }}

func (c *coder) begin(rows int, s scales) {
	c.rows, c.coded, c.lengths = rows, c.coded[:0], c.lengths[:0]
	c.columns[0].zeros, c.columns[1].zeros = s.time, s.value
	c.page.reset()
}

// codeAll codes a batch that is sorted. Its readings are gone then.
func (c *coder) codeAll(b *batch) {
	page, from := batch{spans: c.page.spans, ticks: c.page.ticks}, 0
	for i, s := range b.spans {
		for count := int(s.count); count > 0; {
			n := min(count, c.rows-len(page.at))
			to := from + len(page.at) + n
			page.at, page.value = b.at[from:to], b.value[from:to]
			page.addSpan(s.instrument, int32(n))
			if len(b.ticks) > 0 {
				page.ticks = append(page.ticks, b.ticks[i].after(int(s.count)-count))
			}
			if count -= n; len(page.at) == c.rows {
				from = to
				c.code(&page)
			}
		}
	}
	c.code(&page)
	c.page.spans, c.page.ticks = page.spans, page.ticks
}

// fill takes so many readings of an instrument, some at a time.
func (c *coder) fill(instrument int32, readings int, give giving) error {
	for readings > 0 {
		n := min(readings, c.rows-len(c.page.at))
		at, value := c.page.grow(instrument, n)
		if times, even := give(at, value); even {
			times.write(at)
		}
		readings -= n
		if len(c.page.at) == c.rows {
			c.flush()
		}
	}
	return nil
}

// flush codes what was filled since the last page.
func (c *coder) flush() { c.code(&c.page) }

// code codes a page. Its readings are gone then.
func (c *coder) code(page *batch) {
	if len(page.at) == 0 {
		return
	}
	from := len(c.coded)
	times, values := &c.columns[0], &c.columns[1]
	for _, n := range []int{times.digits, values.digits, len(page.spans)} {
		c.coded = binary.AppendUvarint(c.coded, uint64(n))
	}
	row, before, at, value := 0, int32(0), int64(0), int64(0)
	for i, s := range page.spans {
		c.coded = binary.AppendUvarint(c.coded, uint64(s.instrument-before))
		c.coded = binary.AppendUvarint(c.coded, uint64(s.count))
		first := page.firstTime(i, row)
		c.coded = binary.AppendVarint(c.coded, times.without(first-at))
		c.coded = binary.AppendVarint(c.coded, values.without(page.value[row]-value))
		before, at, value = s.instrument, first, page.value[row]
		row += int(s.count)
	}
	if len(page.ticks) > 0 {
		c.coded = times.codeTicks(c.coded, page.ticks)
	} else {
		c.coded = times.code(c.coded, page.at, page.spans)
	}
	c.coded = values.code(c.coded, page.value, page.spans)
	c.coded = append(c.coded, make([]byte, offsetSpare)...)
	c.lengths = append(c.lengths, uint32(len(c.coded)-from))
	page.reset()
}

// firstTime is that of a span, which begins at a row.
func (b *batch) firstTime(span, row int) int64 {
	if len(b.ticks) > 0 {
		return b.ticks[span].first
	}
	return b.at[row]
}

// offsets codes how far numbers lie from the first of their span. What is too far wraps, and back again.
type offsets struct {
	zeros
	ticks []ticks // of each span, where it goes on in even steps
}

// code appends numbers in coded form. They are gone then.
func (o *offsets) code(to []byte, numbers []int64, spans []span) []byte {
	if o.even(numbers, spans) {
		return o.codeTicks(to, o.ticks)
	}
	width := bits.Len64(o.away(numbers, spans))/8 + 1
	to = append(to, byte(width))
	at, end := len(to), len(to)+width*len(numbers)
	to = slices.Grow(to, width*len(numbers)+offsetSpare)[:end+offsetSpare] // words are written whole
	for _, n := range numbers {
		binary.LittleEndian.PutUint64(to[at:], uint64(n))
		at += width
	}
	return to[:end]
}

// codeTicks appends the steps of spans that go on in even ones.
func (o *offsets) codeTicks(to []byte, all []ticks) []byte {
	to = append(to, 0)
	for _, one := range all {
		to = binary.AppendVarint(to, o.without(one.step))
	}
	return to
}

// even reports whether the steps within each span are all the same, and notes them.
func (o *offsets) even(numbers []int64, spans []span) bool {
	o.ticks = o.ticks[:0]
	for _, s := range spans {
		one := numbers[:s.count]
		numbers = numbers[s.count:]
		step := int64(0)
		if len(one) > 1 {
			step = one[1] - one[0]
		}
		if !inSteps(one, step) {
			return false
		}
		o.ticks = append(o.ticks, ticks{one[0], step})
	}
	return true
}

// away makes of each number how far it lies from the first of its span, and returns the bits of the farthest.
func (o *offsets) away(numbers []int64, spans []span) (farthest uint64) {
	zeros := o.zeros
	for _, s := range spans {
		one := numbers[:s.count]
		numbers = numbers[s.count:]
		first := one[0]
		for i, n := range one {
			n = zeros.without(n - first)
			one[i] = n
			farthest |= uint64(n ^ n>>63)
		}
	}
	return farthest
}

var errSpool = errors.New("canonical: readings that were kept beside the file came back changed")

// page is consecutive readings of a sorted run.
type page struct {
	spans []span
	held  columns         // those that are held as they are; the others are coded
	coded [2]codedNumbers // times and values
}

// codedNumbers are a column of a page.
type codedNumbers struct {
	factor int64
	begin  []int64 // the first of each span
	steps  []int64 // of each span, where width is 0
	width  int     // bytes of a number
	text   []byte
}

// read reads what a page holds, but for its numbers: these are decoded where they are needed, from the text.
func (p *page) read(text []byte) error {
	r := decoder{data: text}
	for i := range p.coded {
		c := &p.coded[i]
		*c = codedNumbers{factor: zerosOf(int(r.number(timePlaces))).factor, begin: c.begin[:0], steps: c.steps[:0]}
	}
	p.spans = p.spans[:0]
	last, rows := span{}, 0
	for range r.count() {
		last = span{last.instrument + int32(r.number(maxInstruments)), int32(r.number(uint64(maxRunRows - rows)))}
		p.spans, rows = append(p.spans, last), rows+int(last.count)
		r.damaged = r.damaged || last.count == 0
		for i := range p.coded {
			p.coded[i].beginSpan(r.signed())
		}
	}
	for i := range p.coded {
		p.coded[i].read(&r, rows, len(p.spans))
	}
	if r.damaged || rows == 0 || len(r.data) != offsetSpare {
		return errSpool
	}
	return nil
}

// beginSpan takes how far the first of a span lies from that of the span before.
func (c *codedNumbers) beginSpan(away int64) {
	first := away * c.factor
	if n := len(c.begin); n > 0 {
		first += c.begin[n-1]
	}
	c.begin = append(c.begin, first)
}

func (c *codedNumbers) read(r *decoder, rows, spans int) {
	if c.width = int(r.number(8)); c.width == 0 {
		for range spans {
			c.steps = append(c.steps, r.signed()*c.factor)
		}
		return
	}
	c.text = r.data
	if end := c.width * rows; r.bytes(end+offsetSpare) != nil { // which the next number may be read of, too
		r.data = c.text[end:]
	}
}

// placeInPage is that of a reading.
type placeInPage struct {
	span  int
	first int // row of the span
	done  int // readings of the span before it
}

func (p *page) time(at placeInPage, further int) int64 {
	if at.done += further; p.held.at != nil {
		return p.held.at[at.first+at.done]
	}
	var one [1]int64
	p.coded[0].decode(one[:], at)
	return one[0]
}

// give gives the readings from a place on, all of one span.
func (p *page) give(from placeInPage, at, value []int64) (times ticks, even bool) {
	if row := from.first + from.done; p.held.at != nil {
		copy(at, p.held.at[row:])
		copy(value, p.held.value[row:])
		return times, false
	}
	p.coded[1].decode(value, from)
	if times, even = p.coded[0].ticks(from); !even {
		p.coded[0].decode(at, from)
	}
	return times, even
}

// ticks are the numbers from a place on, if they go on in even steps.
func (c *codedNumbers) ticks(from placeInPage) (t ticks, even bool) {
	if c.width > 0 {
		return t, false
	}
	step := c.steps[from.span]
	return ticks{c.begin[from.span] + int64(from.done)*step, step}, true
}

// decode reads numbers from a place on, all of one span.
func (c *codedNumbers) decode(into []int64, from placeInPage) {
	if t, even := c.ticks(from); even {
		t.write(into)
		return
	}
	begin, at, shift, factor, width, text := c.begin[from.span], (from.first+from.done)*c.width, 64-8*c.width, c.factor, c.width, c.text
	for i := range into {
		into[i] = begin + int64(binary.LittleEndian.Uint64(text[at:])<<(shift&63))>>(shift&63)*factor
		at += width
	}
}

// maxRunRows is more than any page of a run holds.
const maxRunRows = 1 << 16
