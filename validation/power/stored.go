package power

import (
	"fmt"
	"hash/crc32"
	"slices"
	"sync"

	"green500/validation/bounded"
)

// stored are readings that are read where they are needed, and blocks likewise.
type stored struct {
	source   StoredSource
	overview *overview
	entries  []entry

	chunks *bounded.Cache[int, *chunk]
	cached *bounded.Cache[int, held]

	mutex   sync.Mutex
	failure error // the first
}

// What is held of a trace beside its entries, some 200 KiB at most: a question reads the blocks at the two ends of a
// span, and the next one often those of the same span.
const (
	cachedBlocks = 4
	cachedChunks = 4
)

// longRecording is the number of readings from which asking on several cores pays.
const longRecording = 1 << 20

func (s *stored) fail(err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.failure == nil {
		s.failure = err
	}
}

func (s *stored) err() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.failure
}

func (s *stored) block(i int) (at, value []int64) {
	h, known := s.cached.Get(i)
	if !known {
		h = s.readBlock(i)
		s.cached.Put(i, h, 1)
	}
	return h.at, h.value
}

// readBlock makes a block without readings of one that cannot be read. Times in even steps are known without.
func (s *stored) readBlock(i int) held {
	b, first, end := s.overview.block(i), i*s.overview.size, s.overview.end(i)
	h := held{at: make([]int64, end-first), value: make([]int64, end-first)}
	times := h.at
	if b.steady() {
		times = nil
		for k := range h.at {
			h.at[k] = b.first.at + int64(k)*b.longest
		}
	}
	err := s.source.Readings(first, times, h.value)
	if err == nil && (b.count != len(h.at) || !ascends(h.at) || summarise(h.at, h.value) != b.summary) {
		err = errReadings
	}
	if err != nil {
		s.fail(fmt.Errorf("readings %d to %d: %w", first+1, end, err))
		return held{}
	}
	return h
}

var errReadings = &InputError{Problem: "these are not the readings of the overview", Remedy: "write the file again"}

// ascends is slices.IsSorted, which calls a function for every number.
func ascends(at []int64) bool {
	for i := 1; i < len(at); i++ {
		if at[i] < at[i-1] {
			return false
		}
	}
	return true
}

func (s *stored) chunk(i int) *chunk {
	c, known := s.chunks.Get(i)
	if !known {
		c = s.readChunk(i)
		s.chunks.Put(i, c, 1)
	}
	return c
}

// readChunk makes a chunk without readings of one that cannot be read.
func (s *stored) readChunk(i int) *chunk {
	coded, err := s.source.Chunk(i)
	if err == nil && crc32.ChecksumIEEE(coded) != s.entries[i].checksum {
		err = errOverview
	}
	if err == nil {
		var c *chunk
		if c, err = decodeChunk(coded, &s.overview.chunks[i], s.overview.size); err == nil {
			return c
		}
	}
	blocks := s.entries[i].blocks
	s.fail(fmt.Errorf("blocks %d to %d: %w", i*ChunkBlocks+1, i*ChunkBlocks+blocks, err))
	return &chunk{make([]node, (blocks+fan-1)/fan), make([]block, blocks)}
}

func (s *stored) search(at int64) int {
	i := s.overview.reaching(at)
	if i == s.overview.blocks() {
		return s.overview.count
	}
	start := i * s.overview.size
	if s.overview.first(i).at >= at {
		return start
	}
	times, _ := s.block(i)
	within, _ := slices.BinarySearch(times, at)
	return start + within
}

func (s *stored) point(i int) point {
	size := s.overview.size
	switch i {
	case i / size * size:
		return s.overview.first(i / size)
	case s.overview.end(i/size) - 1:
		return s.overview.last(i / size)
	}
	at, value := s.block(i / size)
	if len(at) == 0 {
		return point{}
	}
	return point{at[i%size], value[i%size]}
}

func (s *stored) all() (at, value []int64) {
	at, value = make([]int64, 0, s.overview.count), make([]int64, 0, s.overview.count)
	for i := range s.overview.blocks() {
		times, values := s.block(i)
		at, value = append(at, times...), append(value, values...)
	}
	return at, value
}
