package canonical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"
)

// A page of a run holds the digits that were left out of times and of values, and the number of spans;
// of each span how far its instrument lies behind that of the span before, its readings, and how far its
// first time and value lie from those of the span before; then times and values as differences, each
// after its length, as though every span went on where the one before ended. So where instruments take
// turns, their spans cost no more than the readings of one.

// coder codes a run in pages.
type coder struct {
	sorter  sorter
	rows    int // of a page
	page    batch
	coded   []byte
	lengths []uint32 // of the pages in it
	columns [2]delta // of times and of values
}

func (c *coder) begin(rows int, s scales) {
	c.rows, c.coded, c.lengths = rows, c.coded[:0], c.lengths[:0]
	c.columns[0].zeros, c.columns[1].zeros = s.time, s.value
	c.page.reset()
}

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

// flush codes a page.
func (c *coder) flush() {
	if len(c.page.at) == 0 {
		return
	}
	from := len(c.coded)
	times, values := &c.columns[0], &c.columns[1]
	for _, n := range []int{times.digits, values.digits, len(c.page.spans)} {
		c.coded = binary.AppendUvarint(c.coded, uint64(n))
	}
	row, before, at, value := 0, int32(0), int64(0), int64(0)
	for _, s := range c.page.spans {
		c.coded = binary.AppendUvarint(c.coded, uint64(s.instrument-before))
		c.coded = binary.AppendUvarint(c.coded, uint64(s.count))
		c.coded = binary.AppendVarint(c.coded, times.without(c.page.at[row]-at))
		c.coded = binary.AppendVarint(c.coded, values.without(c.page.value[row]-value))
		before, at, value = s.instrument, c.page.at[row], c.page.value[row]
		row += int(s.count)
	}
	chain(c.page.at, c.page.spans)
	chain(c.page.value, c.page.spans)
	c.coded = appendSized(c.coded, times.code(c.page.at))
	c.coded = appendSized(c.coded, values.code(c.page.value))
	c.lengths = append(c.lengths, uint32(len(c.coded)-from))
	c.page.reset()
}

// chain lets every span begin where the one before would go on, and the first one at zero.
func chain(numbers []int64, spans []span) {
	row, last, step := 0, int64(0), int64(0)
	for _, s := range spans {
		one := numbers[row:][:s.count]
		away := last + step - one[0]
		last = one[0] + away
		one[0] = last
		for i := 1; i < len(one); i++ {
			n := one[i] + away
			one[i], step, last = n, n-last, n
		}
		row += len(one)
	}
}

// unchain brings every span to where it begins.
func unchain(numbers []int64, spans []span, begin []int64) {
	row := 0
	for i, s := range spans {
		one := numbers[row:][:s.count]
		away := begin[i] - one[0]
		for k := range one {
			one[k] += away
		}
		row += len(one)
	}
}

var errSpool = errors.New("canonical: readings that were kept beside the file came back changed")

// pages reads pages, one at a time.
type pages struct {
	coded []byte
	begin [2][]int64 // the first time and value of each span
}

// decode reads a page.
func (p *pages) decode(page []byte, b *batch) error {
	r := decoder{data: page}
	zeros := [2]zeros{zerosOf(int(r.number(timePlaces))), zerosOf(int(r.number(timePlaces)))}
	b.spans = b.spans[:0]
	last, rows := span{}, 0
	p.begin[0], p.begin[1] = p.begin[0][:0], p.begin[1][:0]
	for i := range r.count() {
		last = span{last.instrument + int32(r.number(maxInstruments)), int32(r.number(uint64(len(page)) << 8))}
		b.spans, rows = append(b.spans, last), rows+int(last.count)
		for column := range p.begin {
			n := r.number(math.MaxUint64)
			first := (int64(n>>1) ^ -int64(n&1)) * zeros[column].factor // as encoding/binary does
			if i > 0 {
				first += p.begin[column][i-1]
			}
			p.begin[column] = append(p.begin[column], first)
		}
	}
	for column, numbers := range []*[]int64{&b.at, &b.value} {
		coded := r.sized()
		if r.damaged {
			return errSpool
		}
		var err error
		if *numbers, err = parquet.DeltaBinaryPacked.DecodeInt64((*numbers)[:0], coded); err != nil {
			return fmt.Errorf("%w: %w", errSpool, err)
		}
		if len(*numbers) != rows {
			return errSpool
		}
		zeros[column].restore(*numbers)
		unchain(*numbers, b.spans, p.begin[column])
	}
	return nil
}
