package power

import (
	"fmt"
	"hash/crc32"
	"runtime"
	"slices"
	"sync"

	"green500/validation/power/internal/kept"
)

// stored are readings that are read where they are needed, and blocks likewise.
type stored struct {
	source   StoredSource
	overview *overview
	entries  []entry

	chunks kept.Recent[*chunk]
	cached kept.Recent[held]

	mutex   sync.Mutex
	failure error // the first
}

// What is held of a trace beside its entries, some 200 KiB at most: a question reads the blocks at the
// two ends of a span, and the next one often those of the same span. A thousand instruments have to
// fit into memory.
const (
	cachedBlocks = 4
	cachedChunks = 4
)

// longRecording is the number of readings from which asking on several cores pays.
const longRecording = 1 << 20

// fail keeps the first error.
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
	h := s.cached.Of(i)
	return h.at, h.value
}

// readBlock makes a block without readings of one that cannot be read.
func (s *stored) readBlock(i int) (one held) {
	count := s.overview.end(i) - i*s.overview.size
	room := &held{at: make([]int64, count), value: make([]int64, count)}
	s.fetch(i, []*block{s.overview.block(i)}, room, func(_ int, at, value []int64) { one = held{at: at, value: value} })
	return one
}

// roomsLeft is memory for readings that nobody keeps: to find it took a third of the time that reading them did.
var roomsLeft = sync.Pool{New: func() any { return &held{} }}

func (s *stored) blocks(from int, known []*block, do func(i int, at, value []int64)) {
	room := roomsLeft.Get().(*held)
	defer roomsLeft.Put(room)
	count := s.overview.end(from+len(known)-1) - from*s.overview.size
	room.at, room.value = slices.Grow(room.at[:0], count)[:count], slices.Grow(room.value[:0], count)[:count]
	s.fetch(from, known, room, do)
}

// fetch reads blocks from one on, which are known, into what has room for just these, and gives each. Times in even steps are known
// with the blocks: where all have such, none are read.
func (s *stored) fetch(from int, known []*block, room *held, do func(i int, at, value []int64)) {
	begin, times := from*s.overview.size, room.at
	if !slices.ContainsFunc(known, func(b *block) bool { return !b.steady() }) {
		times = nil
	}
	err := s.source.Readings(begin, times, room.value)
	for k, b := range known {
		first, end := (from+k)*s.overview.size, s.overview.end(from+k)
		at, value := room.at[first-begin:end-begin], room.value[first-begin:end-begin]
		if times == nil {
			b.writeTimes(at)
		}
		failure := err
		if failure == nil {
			failure = b.check(at, value)
		}
		if failure != nil {
			s.fail(fmt.Errorf("readings %d to %d: %w", first+1, end, failure))
			continue
		}
		do(from+k, at, value)
	}
}

// writeTimes writes the times of steady readings.
func (s *summary) writeTimes(at []int64) {
	for i := range at {
		at[i] = s.first.at + int64(i)*s.longest
	}
}

// check refuses readings that are not those the block was made of.
func (b *block) check(at, value []int64) error {
	if len(at) == b.count && ascends(at) && summarise(at, value) == b.summary {
		return nil
	}
	return errReadings
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

func (s *stored) chunk(i int) *chunk { return s.chunks.Of(i) }

func (s *stored) readChunk(i int) *chunk { return s.readTogether(i, i+1)[0] }

// chunksTogether is how many are read at a time at least.
const chunksTogether = 16

// readChunks reads the chunks from..to-1 on all cores.
func (s *stored) readChunks(from, to int) []*chunk {
	together := max(chunksTogether, (to-from-1)/runtime.GOMAXPROCS(0)+1)
	some := make([][]*chunk, (to-from+together-1)/together)
	calls := make([]func(), len(some))
	for i := range calls {
		begin := from + i*together
		calls[i] = func() { some[i] = s.readTogether(begin, min(to, begin+together)) }
	}
	onAllCores(calls)
	return slices.Concat(some...)
}

// readTogether reads chunks side by side. One that cannot be read has no readings.
func (s *stored) readTogether(from, to int) []*chunk {
	chunks := make([]*chunk, to-from)
	coded, failure := s.source.Chunks(from, to)
	for k := range chunks {
		i, err := from+k, failure
		if err == nil && crc32.ChecksumIEEE(coded[k]) != s.entries[i].checksum {
			err = errOverview
		}
		if err == nil {
			chunks[k], err = decodeChunk(coded[k], &s.overview.chunks[i], s.overview.size)
		}
		if err != nil {
			blocks := s.entries[i].blocks
			s.fail(fmt.Errorf("blocks %d to %d: %w", i*ChunkBlocks+1, i*ChunkBlocks+blocks, err))
			chunks[k] = &chunk{make([]node, (blocks+fan-1)/fan), make([]block, blocks)}
		}
	}
	return chunks
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

// searchBoth looks at both ends of a long trace at a time, as each may take several reads: but not in one chunk, where
// they have most of them in common.
func (s *stored) searchBoth(start, end int64) (from, to int) {
	if s.overview.count < longRecording || s.overview.chunkReaching(start) == s.overview.chunkReaching(end) {
		return s.search(start), s.search(end)
	}
	onAllCores([]func(){func() { from = s.search(start) }, func() { to = s.search(end) }})
	return from, to
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
