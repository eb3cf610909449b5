package canonical

import (
	"encoding/binary"
	"slices"

	"github.com/parquet-go/parquet-go"

	"green500/validation/power"
)

// stripe is rows that are coded together.
type stripe struct {
	batch
	zeros    scales
	pageRows int

	// What coding makes of them.
	chunks    []power.Chunk // of each span
	pages     [2][]byte     // of times and of values, each behind its header
	head      []byte        // without where its pages begin
	low, high [2]int64      // as they are stored
	done      chan error

	blocks  []power.Block
	numbers []int64
	body    []byte
}

func newStripe(zeros scales, pageRows int) *stripe {
	return &stripe{zeros: zeros, pageRows: pageRows, done: make(chan error, 1)}
}

// pageCount is how many pages so many rows take.
func pageCount(rows, pageRows int) int { return (rows + pageRows - 1) / pageRows }

// code makes pages and an overview of the rows.
func (s *stripe) code() error {
	s.chunks, s.head = s.chunks[:0], s.head[:0]
	s.low[0], s.high[0] = slices.Min(s.at)/s.zeros.time.factor, slices.Max(s.at)/s.zeros.time.factor
	s.low[1], s.high[1] = slices.Min(s.value)/s.zeros.value.factor, slices.Max(s.value)/s.zeros.value.factor
	for column, one := range []struct {
		zeros   *zeros
		numbers []int64
	}{{&s.zeros.time, s.at}, {&s.zeros.value, s.value}} {
		s.pages[column] = s.pages[column][:0]
		for page := range slices.Chunk(one.numbers, s.pageRows) {
			s.numbers = one.zeros.leave(s.numbers, page)
			if err := s.addPage(column, s.numbers); err != nil {
				return err
			}
		}
	}
	return s.each(func(_ int32, at, value []int64) error {
		chunk := s.chunk(at, value)
		s.chunks = append(s.chunks, chunk)
		s.head = appendSized(s.head, chunk.Coded)
		return nil
	})
}

// addPage codes numbers, and notes in the head the length of the page, that of its header and its
// checksum.
func (s *stripe) addPage(column int, numbers []int64) error {
	var err error
	if s.body, err = parquet.DeltaBinaryPacked.EncodeInt64(s.body, numbers); err != nil {
		return err
	}
	header, checksum, err := deltaHeader(s.body, len(numbers))
	if err != nil {
		return err
	}
	s.head = binary.AppendUvarint(s.head, uint64(len(header)+len(s.body)))
	s.head = binary.AppendUvarint(s.head, uint64(len(header)))
	s.head = binary.LittleEndian.AppendUint32(s.head, checksum)
	s.pages[column] = append(append(s.pages[column], header...), s.body...)
	return nil
}

// chunk sums up the readings of a trace.
func (s *stripe) chunk(at, value []int64) power.Chunk {
	s.blocks = s.blocks[:0]
	for from := 0; from < len(at); from += power.BlockReadings {
		to := min(from+power.BlockReadings, len(at))
		s.blocks = append(s.blocks, power.SumUp(at[from:to], value[from:to]))
	}
	return power.NewChunk(s.blocks)
}

func appendSized(to, part []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(part))), part...)
}
