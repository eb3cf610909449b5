package canonical

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"green500/validation/bounded"
)

// stripes reads heads and pages. It may be called in parallel.
type stripes struct {
	file     io.ReaderAt
	limit    int64 // nothing of a stripe lies behind it
	zeros    scales
	pageRows int
	places   []stripePlace
	starts   []int64 // the first row of each, and the end of the last

	heads *bounded.Cache[int, *stripeHead]
	pages *bounded.Cache[pageKey, []int64]
}

// bodyPool lends room for pages that are read (see stripePool).
var bodyPool = sync.Pool{New: func() any { return &[]byte{} }}

// recentKept is how many heads and pages are kept: pages of 64 KiB, heads of some 6 KiB. The cores ask for different
// instruments.
const recentKept = 16

type pageKey struct{ column, stripe, page int }

// rows gives the numbers of a column in the rows from..to-1 of a stripe. Where they are fewer than those of a page, the pages are
// kept, as others of their rows are needed next; pages lie side by side, and several are read together.
func (s *stripes) rows(column, stripe, from, to int, into []int64) error {
	if to-from < s.pageRows {
		return s.rowsOfPages(column, stripe, from, to, into)
	}
	h, err := s.head(stripe)
	if err != nil {
		return err
	}
	pages := h.columns[column][from/s.pageRows : (to-1)/s.pageRows+1]
	room := bodyPool.Get().(*[]byte)
	defer bodyPool.Put(room)
	if err := s.read(room, pages); err != nil {
		return err
	}
	at := from/s.pageRows*s.pageRows - from // where the page begins in the requested part, or before
	for _, p := range pages {
		rows := min(s.pageRows, s.places[stripe].rows-from-at)
		body := (*room)[p.at+p.header-pages[0].at : p.at+p.size-pages[0].at]
		if err := s.part(column, into, body, p.checksum, rows, at); err != nil {
			return err
		}
		at += rows
	}
	return nil
}

// rowsOfPages gives rows by the pages that are kept.
func (s *stripes) rowsOfPages(column, stripe, from, to int, into []int64) error {
	for from < to {
		n, err := s.ofPage(pageKey{column, stripe, from / s.pageRows}, from%s.pageRows, into)
		if err != nil {
			return err
		}
		into, from = into[n:], from+n
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

// ofPage gives the numbers of a page from one on, as many as there are or as there is room for, and returns how many.
func (s *stripes) ofPage(k pageKey, from int, into []int64) (n int, err error) {
	numbers, known := s.pages.Get(k)
	if !known {
		h, err := s.head(k.stripe)
		if err != nil {
			return 0, err
		}
		one := h.columns[k.column][k.page : k.page+1]
		room := bodyPool.Get().(*[]byte)
		defer bodyPool.Put(room)
		if err := s.read(room, one); err != nil {
			return 0, err
		}
		numbers = make([]int64, min(s.pageRows, s.places[k.stripe].rows-k.page*s.pageRows))
		if err := s.decode(k.column, numbers, (*room)[one[0].header:], one[0].checksum); err != nil {
			return 0, err
		}
		s.pages.Put(k, numbers, len(numbers))
	}
	return copy(into, numbers[from:]), nil
}

// read reads pages that lie side by side, with their headers.
func (s *stripes) read(room *[]byte, pages []pagePlace) error {
	for _, p := range pages {
		if p.size-p.header > int64(maxDelta(s.pageRows)) {
			return errPage
		}
	}
	size := int(endOf(pages) - pages[0].at)
	*room = slices.Grow((*room)[:0], size)[:size]
	return readAt(s.file, *room, pages[0].at)
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

var errPage = damaged("a page is invalid")

// maxDelta bounds the bytes of so many numbers.
func maxDelta(count int) int {
	const head, numbers, parts = 4 * binary.MaxVarintLen64, 128, 4 // of a block, of as many bits each
	return head + (binary.MaxVarintLen64+parts+8*numbers)*pageCount(count, numbers)
}
