package power

import (
	"fmt"
	"hash/crc32"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

type stored struct {
	source   StoredSource
	overview *overview
	entries  []entry

	chunks *Cache[int, *chunk]
	cached *Cache[int, held]

	mutex   sync.Mutex
	failure error // the first
}

// What is held of a trace beside its entries, some 200 KiB at most.
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

type readings interface {
	// block returns the readings of a block; there are none if it cannot be read.
	block(i int) (at, value []int64)
	// search returns how many readings stand before an instant.
	search(at int64) int
	// point returns a reading, and all all of them.
	point(i int) point
	all() (at, value []int64)
	// err returns why a block could not be read.
	err() error
}

type held struct {
	at    []int64 // nanoseconds since 1970 UTC
	value []int64 // microwatts or millijoules
	size  int     // of a block
}

func (h *held) block(i int) (at, value []int64) {
	from, to := i*h.size, min(len(h.at), (i+1)*h.size)
	return h.at[from:to], h.value[from:to]
}

func (h *held) search(at int64) int {
	found, _ := slices.BinarySearch(h.at, at)
	return found
}

func (h *held) point(i int) point        { return point{h.at[i], h.value[i]} }
func (h *held) all() (at, value []int64) { return h.at, h.value }
func (h *held) err() error               { return nil }

func (h *held) overview() *overview {
	blocks := make([]block, (len(h.at)+h.size-1)/h.size)
	for i := range blocks {
		at, value := h.block(i)
		blocks[i] = blockOf(at, value, 1)
	}
	return overviewOf(h.size, len(h.at), blocks)
}

// onAllCores calls everything; a panic comes back in the caller, who may know what to do with it.
func onAllCores(calls []func()) {
	var next atomic.Int64
	var met atomic.Value
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(calls)) {
		group.Go(func() {
			defer func() {
				if failure := recover(); failure != nil {
					met.Store(&failure)
				}
			}()
			for i := next.Add(1); int(i) <= len(calls); i = next.Add(1) {
				calls[i-1]()
			}
		})
	}
	group.Wait()
	if failure, ok := met.Load().(*any); ok {
		panic(*failure)
	}
}

// What the stored traces of a measurement may hold together: 190 MiB of blocks and 20 MiB of chunks.
const (
	blocksOfAll   = 12_000
	chunksOfAll   = 512
	blocksOfTrace = 16
)

// hold lets each trace keep more of what it reads if there are few traces.
func (m *Measurement) hold() {
	count := 0
	for _, part := range m.Parts {
		count += len(part.Traces)
	}
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if s, ok := t.readings.(*stored); ok {
				s.cached.AtLeast(min(blocksOfTrace, blocksOfAll/count) + 1)
				s.chunks.AtLeast(chunksOfAll/count + 1)
			}
		}
	}
}

// PrepareWindows finds the windows of a long recording over spans, on all cores, and keeps them for later calls.
func (m *Measurement) PrepareWindows(spans []Span) {
	readings := 0
	var asked []func()
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			readings += t.Len()
			asked = append(asked, func() {
				for _, s := range spans {
					part.window(t, s)
				}
			})
		}
	}
	if readings >= longRecording {
		m.hold()
		onAllCores(asked)
	}
}
