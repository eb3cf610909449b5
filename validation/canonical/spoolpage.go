package canonical

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// A page of a run holds the digits that were left out of times and of values, and the number of spans;
// of each span how far its instrument lies behind that of the span before, its readings, and how far its
// first time and value lie from those of the span before; then times and values, each as how far it lies
// from the first of its span: a byte tells in how many bytes each stands, or 0 where every span goes on in even
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

func (c *coder) begin(rows int, s scales) {
	c.rows, c.coded, c.lengths = rows, c.coded[:0], c.lengths[:0]
	c.columns[0].zeros, c.columns[1].zeros = s.time, s.value
	c.page.reset()
}

// codeAll codes a batch that is sorted. Its readings are gone then.
func (c *coder) codeAll(b *batch) {
	page, from := batch{spans: c.page.spans}, 0
	for _, s := range b.spans {
		for count := int(s.count); count > 0; {
			n := min(count, c.rows-len(page.at))
			to := from + len(page.at) + n
			page.at, page.value = b.at[from:to], b.value[from:to]
			page.addSpan(s.instrument, int32(n))
			if count -= n; len(page.at) == c.rows {
				from = to
				c.code(&page)
			}
		}
	}
	c.code(&page)
	c.page.spans = page.spans
}

// add takes readings that are not to be changed.
func (c *coder) add(instrument int32, at, value []int64) error {
	for len(at) > 0 {
		n := min(len(at), c.rows-len(c.page.at))
		c.page.add(instrument, at[:n], value[:n])
		at, value = at[n:], value[n:]
		if len(c.page.at) == c.rows {
			c.flush()
		}
	}
	return nil
}

// flush codes what was added since the last page.
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
	for _, s := range page.spans {
		c.coded = binary.AppendUvarint(c.coded, uint64(s.instrument-before))
		c.coded = binary.AppendUvarint(c.coded, uint64(s.count))
		c.coded = binary.AppendVarint(c.coded, times.without(page.at[row]-at))
		c.coded = binary.AppendVarint(c.coded, values.without(page.value[row]-value))
		before, at, value = s.instrument, page.at[row], page.value[row]
		row += int(s.count)
	}
	c.coded = times.code(c.coded, page.at, page.spans)
	c.coded = values.code(c.coded, page.value, page.spans)
	c.coded = append(c.coded, make([]byte, offsetSpare)...)
	c.lengths = append(c.lengths, uint32(len(c.coded)-from))
	page.reset()
}

// offsets codes how far numbers lie from the first of their span. What is too far to be told comes round, and back again.
type offsets struct {
	zeros
	steps []int64 // of each span, where it goes on in even ones
}

// code appends numbers in coded form. They are gone then.
func (o *offsets) code(to []byte, numbers []int64, spans []span) []byte {
	if o.even(numbers, spans) {
		to = append(to, 0)
		for _, step := range o.steps {
			to = binary.AppendVarint(to, step)
		}
		return to
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

// even reports whether the steps within each span are all the same, and notes them.
func (o *offsets) even(numbers []int64, spans []span) bool {
	o.steps = o.steps[:0]
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
		o.steps = append(o.steps, o.without(step))
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

// decode reads numbers of spans that begin so.
func (o *offsets) decode(numbers []int64, spans []span, begin []int64, r *decoder) {
	width := int(r.number(8))
	if width == 0 {
		o.decodeEven(numbers, spans, begin, r)
		return
	}
	coded, end := r.data, width*len(numbers)
	if r.bytes(end + offsetSpare); r.damaged {
		return
	}
	r.data = coded[end:]
	at, shift, row := 0, 64-8*width, 0
	for i, s := range spans {
		one := numbers[row:][:s.count]
		row += len(one)
		for k := range one {
			one[k] = begin[i] + int64(binary.LittleEndian.Uint64(coded[at:])<<(shift&63))>>(shift&63)*o.factor
			at += width
		}
	}
}

func (o *offsets) decodeEven(numbers []int64, spans []span, begin []int64, r *decoder) {
	row := 0
	for i, s := range spans {
		next, step := begin[i], r.signed()*o.factor
		one := numbers[row:][:s.count]
		row += len(one)
		for k := range one {
			one[k] = next
			next += step
		}
	}
}

var errSpool = errors.New("canonical: readings that were kept beside the file came back changed")

// pages decodes pages, one at a time.
type pages struct {
	begin [2][]int64 // the first time and value of each span
}

// decode reads a page.
func (p *pages) decode(page []byte, b *batch) error {
	r := decoder{data: page}
	columns := [2]offsets{{zeros: zerosOf(int(r.number(timePlaces)))}, {zeros: zerosOf(int(r.number(timePlaces)))}}
	b.spans = b.spans[:0]
	last, rows := span{}, 0
	p.begin[0], p.begin[1] = p.begin[0][:0], p.begin[1][:0]
	for i := range r.count() {
		last = span{last.instrument + int32(r.number(maxInstruments)), int32(r.number(uint64(maxRunRows - rows)))}
		b.spans, rows = append(b.spans, last), rows+int(last.count)
		for column := range p.begin {
			first := r.signed() * columns[column].factor
			if i > 0 {
				first += p.begin[column][i-1]
			}
			p.begin[column] = append(p.begin[column], first)
		}
	}
	for column, numbers := range []*[]int64{&b.at, &b.value} {
		*numbers = withRoom((*numbers)[:0], rows)[:rows]
		columns[column].decode(*numbers, b.spans, p.begin[column], &r)
	}
	if r.damaged || len(r.data) != offsetSpare {
		return errSpool
	}
	return nil
}

// maxRunRows is more than any page of a run holds.
const maxRunRows = 1 << 16
