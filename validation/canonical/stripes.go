package canonical

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
	"sync"
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

// rows gives the rows from..to-1 of a stripe. Where they are fewer than those of a page, the pages are kept, as others of their rows
// are asked for next; pages lie side by side, and several are read together.
func (s *stripes) rows(stripe, from, to int, into columns) error {
	if to-from < s.pageRows {
		return s.rowsOfPages(stripe, from, to, into)
	}
	first, last := from/s.pageRows, (to-1)/s.pageRows
	h, err := s.head(stripe)
	if err != nil {
		return err
	}
	bodies := bodiesLeft.Get().(*[2][]byte)
	defer bodiesLeft.Put(bodies)
	if err := s.readBodies(bodies, h, first, last); err != nil {
		return err
	}
	for column, body := range bodies {
		pages := h.columns[column]
		for i := first; i <= last; i++ {
			p, rows := pages[i], min(s.pageRows, s.places[stripe].rows-i*s.pageRows)
			text := body[p.at+p.header-pages[first].at : p.at+p.size-pages[first].at]
			if err := s.part(column, into.of(column), text, p.checksum, rows, i*s.pageRows-from); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowsOfPages gives rows by the pages that are kept.
func (s *stripes) rowsOfPages(stripe, from, to int, into columns) error {
	for from < to {
		page, skip := from/s.pageRows, from%s.pageRows
		p, err := s.page(stripe, page)
		if err != nil {
			return err
		}
		n := min(to-from, len(p.at)-skip)
		into.copy(p.slice(skip, skip+n))
		into, from = into.slice(n, len(into.at)), from+n
	}
	return nil
}

// part gives those of the numbers of a page, of so many rows, that lie in numbers, where it begins at a place or before.
func (s *stripes) part(column int, numbers []int64, body []byte, checksum uint32, rows, at int) error {
	if at >= 0 && at+rows <= len(numbers) {
		return s.decode(column, numbers[at:at+rows], body, checksum)
	}
	all := make([]int64, rows)
	if err := s.decode(column, all, body, checksum); err != nil {
		return err
	}
	skip := max(0, -at)
	copy(numbers[at+skip:], all[skip:])
	return nil
}

// page returns a page of a stripe.
func (s *stripes) page(stripe, page int) (p columns, err error) {
	k := pageKey{stripe, page}
	if p, met := s.pages.get(k); met {
		return p, nil
	}
	h, err := s.head(stripe)
	if err != nil {
		return p, err
	}
	rows := min(s.pageRows, s.places[stripe].rows-page*s.pageRows)
	p = columns{make([]int64, rows), make([]int64, rows)}
	bodies := bodiesLeft.Get().(*[2][]byte)
	defer bodiesLeft.Put(bodies)
	if err := s.readBodies(bodies, h, page, page); err != nil {
		return columns{}, err
	}
	for column, body := range bodies {
		one := h.columns[column][page]
		if err := s.decode(column, p.of(column), body[one.header:], one.checksum); err != nil {
			return columns{}, err
		}
	}
	s.pages.put(k, p)
	return p, nil
}

// readBodies reads pages of times and of values, with their headers, both at a time: a cold disk takes long for either.
func (s *stripes) readBodies(bodies *[2][]byte, h *stripeHead, first, last int) error {
	for column := range bodies {
		pages := h.columns[column][first : last+1]
		for _, p := range pages {
			if p.size-p.header > int64(maxDelta(s.pageRows)) {
				return errPage
			}
		}
		size := int(pages[len(pages)-1].at + pages[len(pages)-1].size - pages[0].at)
		bodies[column] = slices.Grow(bodies[column][:0], size)[:size]
	}
	times := make(chan error, 1)
	go func() { times <- readAt(s.file, bodies[0], h.columns[0][first].at) }()
	values := readAt(s.file, bodies[1], h.columns[1][first].at)
	return cmp.Or(<-times, values)
}

// decode decodes a page into all of numbers.
func (s *stripes) decode(column int, numbers []int64, body []byte, checksum uint32) error {
	if crc32.ChecksumIEEE(body) != checksum {
		return damaged("a page has another checksum")
	}
	if !s.zeros.of(column).undelta(numbers, body) {
		return errPage
	}
	return nil
}

var errPage = damaged("a page makes no sense")

// maxDelta bounds the bytes of so many numbers.
func maxDelta(count int) int {
	const head, block = 4 * binary.MaxVarintLen64, binary.MaxVarintLen64 + deltaBlocks + 8*deltaBlock
	return head + block*pageCount(count, deltaBlock)
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
