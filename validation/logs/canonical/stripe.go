package canonical

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	parquet "github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/power"
)

type stripe struct {
	batch
	coders   [2]delta // of times and of values
	pageRows int

	// What coding makes of them.
	chunks    []power.Chunk // of each span
	pages     [2][]byte     // of times and of values, each behind its header
	head      []byte        // without where its pages begin
	low, high [2]int64      // as they are stored
	coded     chan error    // whether they could be made

	blocks []power.Block
}

// stripePool lends stripes: to allocate and collect them took a log of a million readings a seventh of its time.
var stripePool = sync.Pool{New: func() any { return &stripe{} }}

func newStripe(zeros scales, pageRows int) *stripe {
	s := stripePool.Get().(*stripe)
	s.coders[0].zeros, s.coders[1].zeros, s.pageRows = zeros.time, zeros.value, pageRows
	return s
}

func pageCount(rows, pageRows int) int { return (rows + pageRows - 1) / pageRows }

// code makes pages and an overview each by its own: the last stripe of a file keeps two cores busy.
func (s *stripe) code() error {
	var overview sync.WaitGroup
	overview.Go(s.sumUp)
	err := s.makePages()
	overview.Wait()
	for _, chunk := range s.chunks {
		s.head = appendSized(s.head, chunk.Coded)
	}
	return err
}

func (s *stripe) makePages() error {
	s.head = s.head[:0]
	for column, numbers := range [][]int64{s.at, s.value} {
		s.pages[column] = s.pages[column][:0]
		for page := range slices.Chunk(numbers, s.pageRows) {
			if err := s.addPage(column, page); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *stripe) sumUp() {
	s.chunks = s.chunks[:0]
	s.low, s.high = [2]int64{math.MaxInt64, math.MaxInt64}, [2]int64{math.MinInt64, math.MinInt64}
	_ = s.each(func(_ int32, at, value []int64) error {
		s.chunks = append(s.chunks, s.chunk(at, value))
		return nil
	})
	for column := range s.coders {
		s.low[column] /= s.coders[column].factor
		s.high[column] /= s.coders[column].factor
	}
}

// addPage codes numbers, and notes in the head the length of the page, that of its header and its checksum.
func (s *stripe) addPage(column int, numbers []int64) error {
	body, err := s.coders[column].code(numbers)
	if err != nil {
		return err
	}
	header, checksum, err := dataHeader(body, len(numbers), format.DeltaBinaryPacked)
	if err != nil {
		return err
	}
	s.head = binary.AppendUvarint(s.head, uint64(len(header)+len(body)))
	s.head = binary.AppendUvarint(s.head, uint64(len(header)))
	s.head = binary.LittleEndian.AppendUint32(s.head, checksum)
	if pages := s.pages[column]; len(pages) == 0 { // those that follow are about as long
		s.pages[column] = slices.Grow(pages, pageCount(len(s.at), s.pageRows)*(len(header)+len(body)+len(body)/8))
	}
	s.pages[column] = append(append(s.pages[column], header...), body...)
	return nil
}

func (s *stripe) chunk(at, value []int64) power.Chunk {
	s.low[0], s.high[0] = min(s.low[0], at[0]), max(s.high[0], at[len(at)-1])
	s.blocks = s.blocks[:0]
	for from := 0; from < len(at); from += power.BlockReadings {
		to := min(from+power.BlockReadings, len(at))
		block := power.SumUp(at[from:to], value[from:to], uint64(s.coders[1].factor))
		low, high := block.Range()
		s.low[1], s.high[1] = min(s.low[1], low), max(s.high[1], high)
		s.blocks = append(s.blocks, block)
	}
	return power.NewChunk(s.blocks)
}

func appendSized(to, part []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(part))), part...)
}

func (s *stripe) leave() {
	clear(s.chunks[:cap(s.chunks)]) // which hold what the file says of its readings
	s.reset()
	stripePool.Put(s)
}

// delta codes numbers without their zeros as differences, as Parquet's DELTA_BINARY_PACKED has them.
type delta struct {
	zeros
	library parquet.BinaryPackedEncoding
	short   []int64
	coded   []byte
}

// code returns numbers in coded form, which the next call overwrites.
func (d *delta) code(numbers []int64) (coded []byte, err error) {
	d.short = slices.Grow(d.short[:0], len(numbers))[:len(numbers)]
	zeros, short := d.zeros, d.short
	for i, n := range numbers {
		short[i] = zeros.without(n)
	}
	d.coded, err = d.library.EncodeInt64(d.coded, d.short)
	return d.coded, err
}

// undelta decodes a page of differences into all of numbers, and gives them back their zeros; ok is false if the page
// holds something else than so many numbers: the library would make room for as many as it says.
func (z *zeros) undelta(numbers []int64, page []byte) (ok bool) {
	head := decoder{data: page}
	_, _, count := head.number(math.MaxUint64), head.number(math.MaxUint64), head.number(math.MaxUint64)
	if head.damaged || count != uint64(len(numbers)) {
		return false
	}
	var library parquet.BinaryPackedEncoding
	read, err := library.DecodeInt64(numbers[:0:len(numbers)], page)
	for i := range read {
		numbers[i] = read[i] * z.factor
	}
	return err == nil && len(read) == len(numbers)
}
