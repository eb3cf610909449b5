package canonical

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"sync"

	"github.com/parquet-go/parquet-go"
)

// stripes reads heads and pages. It may be called in parallel.
type stripes struct {
	file     io.ReaderAt
	limit    int64 // nothing of a stripe lies behind it
	zeros    scales
	pageRows int
	places   []stripePlace
	starts   []int64 // the first row of each, and the end of the last

	heads recent[int, *stripeHead]
	pages recent[pageKey, columns]
}

type pageKey struct{ stripe, page int }

// page returns the page that holds a row of a stripe, and its first row in the file.
func (s *stripes) page(stripe, row int) (p columns, first int64, err error) {
	k := pageKey{stripe, row / s.pageRows}
	first = s.starts[stripe] + int64(k.page*s.pageRows)
	if p, met := s.pages.get(k); met {
		return p, first, nil
	}
	h, err := s.head(stripe)
	if err != nil {
		return p, 0, err
	}
	rows := min(s.pageRows, s.places[stripe].rows-k.page*s.pageRows)
	if p.at, err = s.numbers(h.columns[0][k.page], rows, &s.zeros.time); err != nil {
		return p, 0, err
	}
	if p.value, err = s.numbers(h.columns[1][k.page], rows, &s.zeros.value); err != nil {
		return p, 0, err
	}
	s.pages.put(k, p)
	return p, first, nil
}

// numbers reads a page.
func (s *stripes) numbers(p pagePlace, rows int, zeros *zeros) ([]int64, error) {
	if p.size-p.header > int64(maxDelta(rows)) {
		return nil, errPage
	}
	body := make([]byte, p.size-p.header)
	if err := readAt(s.file, body, p.at+p.header); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(body) != p.checksum {
		return nil, damaged("a page has another checksum")
	}
	if !isDelta(body, rows) {
		return nil, errPage
	}
	numbers, err := parquet.DeltaBinaryPacked.DecodeInt64(make([]int64, 0, rows), body)
	if err != nil || len(numbers) != rows {
		return nil, errPage
	}
	zeros.restore(numbers)
	return numbers, nil
}

var errPage = damaged("a page makes no sense")

// maxDelta bounds the bytes of so many numbers.
func maxDelta(count int) int {
	const head, block = 4 * binary.MaxVarintLen64, binary.MaxVarintLen64 + deltaBlocks + 8*deltaBlock
	return head + block*pageCount(count, deltaBlock)
}

// isDelta reports whether a page holds so many numbers, so that the library may be let near it.
func isDelta(body []byte, count int) bool {
	d := &decoder{data: body}
	if d.number(deltaBlock) != deltaBlock || d.number(deltaBlocks) != deltaBlocks || d.number(uint64(count)) != uint64(count) {
		return false
	}
	d.number(math.MaxUint64)
	for rest := count - 1; rest > 0; {
		d.number(math.MaxUint64)
		for _, bits := range d.bytes(deltaBlocks) {
			if rest <= 0 {
				break // what it says of no number is passed over
			}
			if bits > 64 {
				return false
			}
			d.bytes(int(bits) * deltaShort / 8)
			rest -= deltaShort
		}
		if d.damaged {
			return false
		}
	}
	return !d.damaged
}

// recent keeps what was asked for last.
type recent[K comparable, V any] struct {
	mutex  sync.Mutex
	keys   [recentKept]K
	values [recentKept]V
	count  int // of what was put
}

// recentKept is how many are kept: pages of 128 KiB, heads of some 6 KiB. The cores ask for different
// instruments.
const recentKept = 8

func (r *recent[K, V]) get(k K) (v V, met bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for i := range min(r.count, recentKept) {
		if r.keys[i] == k {
			return r.values[i], true
		}
	}
	return v, false
}

func (r *recent[K, V]) put(k K, v V) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.keys[r.count%recentKept], r.values[r.count%recentKept] = k, v
	r.count++
}
