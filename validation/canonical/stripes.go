package canonical

import (
	"encoding/binary"
	"hash/crc32"
	"io"

	"green500/validation/bounded"
)

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

// recentKept is how many heads and pages are kept: pages of 64 KiB, heads of some 6 KiB.
const recentKept = 16

type pageKey struct{ column, stripe, page int }

// rows gives the numbers of a column in the rows from..to-1 of a stripe. Pages are kept, as others of their rows are needed next.
func (s *stripes) rows(column, stripe, from, to int, into []int64) error {
	for from < to {
		numbers, err := s.page(pageKey{column, stripe, from / s.pageRows})
		if err != nil {
			return err
		}
		n := copy(into, numbers[from%s.pageRows:])
		into, from = into[n:], from+n
	}
	return nil
}

func (s *stripes) page(k pageKey) ([]int64, error) {
	if numbers, known := s.pages.Get(k); known {
		return numbers, nil
	}
	h, err := s.head(k.stripe)
	if err != nil {
		return nil, err
	}
	p := h.columns[k.column][k.page]
	if p.size-p.header > int64(maxDelta(s.pageRows)) {
		return nil, errPage
	}
	body := make([]byte, p.size-p.header)
	if err := readAt(s.file, body, p.at+p.header); err != nil {
		return nil, err
	}
	numbers := make([]int64, min(s.pageRows, s.places[k.stripe].rows-k.page*s.pageRows))
	if err := s.decode(k.column, numbers, body, p.checksum); err != nil {
		return nil, err
	}
	s.pages.Put(k, numbers, len(numbers))
	return numbers, nil
}

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

func maxDelta(count int) int {
	const head, numbers, parts = 4 * binary.MaxVarintLen64, 128, 4 // of a block, of as many bits each
	return head + (binary.MaxVarintLen64+parts+8*numbers)*pageCount(count, numbers)
}
