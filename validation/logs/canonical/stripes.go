package canonical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"green500/validation/power"
)

type stripes struct {
	file     io.ReaderAt
	limit    int64 // nothing of a stripe lies behind it
	zeros    scales
	pageRows int
	places   []stripePlace
	starts   []int64 // the first row of each, and the end of the last

	heads *power.Cache[int, *stripeHead]
	pages *power.Cache[pageKey, []int64]
}

// recentKept is how many heads and pages are kept: pages of 64 KiB, heads of some 6 KiB.
const recentKept = 16

type pageKey struct{ column, stripe, page int }

// rows gives the numbers of a column in the rows from..to-1 of a stripe. Pages are kept, as others of their rows are
// needed next.
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

// maxHead bounds the head of a stripe, in bytes: its rows may belong to as many instruments.
const maxHead = 64 << 20

// maxHeader bounds the header of a page, in bytes, which is read with the page. Ours take some 40.
const maxHeader = 1 << 10

type stripeHead struct {
	columns [2][]pagePlace // times and values
	chunks  [][]byte
}

type pagePlace struct {
	at, size int64
	header   int64 // bytes of it
	checksum uint32
}

func (s *stripes) head(i int) (*stripeHead, error) {
	if h, met := s.heads.Get(i); met {
		return h, nil
	}
	place := s.places[i]
	text := make([]byte, place.head.size)
	if err := readAt(s.file, text, place.head.at); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(text) != place.head.checksum {
		return nil, damaged("the head of a stripe has another checksum")
	}
	h := &stripeHead{}
	if !h.decode(text, place, s.pageRows) {
		return nil, damaged("the head of a stripe is invalid")
	}
	s.heads.Put(i, h, 1)
	return h, nil
}

type extent struct {
	at, size int64
	checksum uint32
}

func (p extent) end() int64 { return p.at + p.size }

func (h *stripeHead) decode(text []byte, place stripePlace, pageRows int) bool {
	d := &decoder{data: text}
	at := uint64(place.head.at)
	begin := [2]uint64{d.number(at), d.number(at)}
	for column := range h.columns {
		at := place.head.at - int64(begin[column])
		for range pageCount(place.rows, pageRows) {
			p := pagePlace{at: at, size: int64(d.number(uint64(place.head.at - at)))}
			p.header = int64(d.number(uint64(min(p.size, maxHeader))))
			p.checksum = d.checksum()
			h.columns[column] = append(h.columns[column], p)
			at += p.size
			if d.damaged {
				return false
			}
		}
	}
	for len(d.data) > 0 {
		h.chunks = append(h.chunks, d.sized())
	}
	return !d.damaged
}

// extent reads where something stands behind another, before a limit.
func (d *decoder) extent(before, limit int64) extent {
	return extent{at: before + int64(d.number(uint64(limit))), size: int64(d.number(maxHead)), checksum: d.checksum()}
}

type stripePlace struct {
	rows int
	head extent
}

// decoder reads what stands in an index or a head. What is damaged reads as nothing.
type decoder struct {
	data    []byte
	damaged bool
}

func (d *decoder) number(limit uint64) uint64 {
	n, width := binary.Uvarint(d.data)
	if width <= 0 || n > limit {
		d.damaged, d.data = true, nil
		return 0
	}
	d.data = d.data[width:]
	return n
}

// count reads how many things follow, each of which takes a byte at least.
func (d *decoder) count() int    { return int(d.number(uint64(len(d.data)))) }
func (d *decoder) sized() []byte { return d.bytes(d.count()) }
func (d *decoder) text() string  { return string(d.sized()) }

func (d *decoder) bytes(n int) []byte {
	if n > len(d.data) {
		d.damaged, d.data = true, nil
		return nil
	}
	read := d.data[:n:n]
	d.data = d.data[n:]
	return read
}

func (d *decoder) checksum() uint32 {
	if four := d.bytes(4); len(four) == 4 {
		return binary.LittleEndian.Uint32(four)
	}
	return 0
}

func damaged(problem string) error {
	return &power.InputError{Problem: "is damaged: " + problem, Remedy: remedy}
}

func foreign() error {
	return &power.InputError{Problem: "is not in the canonical form of a trace", Remedy: remedy}
}

const remedy = "give the file that green500 wrote, or save the submission again"

func readAt(file io.ReaderAt, into []byte, at int64) error {
	n, err := file.ReadAt(into, at)
	if n == len(into) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return damaged("it ends too early")
	}
	return fmt.Errorf("read the canonical form: %w", err)
}
