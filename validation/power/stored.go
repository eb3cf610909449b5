package power

import (
	"bytes"
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
	recall   recall

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
	b, count := s.overview.block(i), s.overview.end(i)-i*s.overview.size
	room := &held{at: make([]int64, count), value: make([]int64, count)}
	s.fetch(i, []*block{b}, room, func(_ int, at, value []int64) error {
		if at == nil {
			b.writeTimes(room.at)
		}
		if err := b.check(room.at, value); err != nil {
			return err
		}
		one = held{at: room.at, value: value}
		return nil
	})
	return one
}

// roomsLeft is memory for readings that nobody keeps: to find it took a third of the time that reading them did.
var roomsLeft = sync.Pool{New: func() any { return &held{} }}

func (s *stored) blocks(from int, known []*block, do func(i int, at, value []int64) error) {
	room := roomsLeft.Get().(*held)
	defer roomsLeft.Put(room)
	count := s.overview.end(from+len(known)-1) - from*s.overview.size
	room.at, room.value = slices.Grow(room.at[:0], count)[:count], slices.Grow(room.value[:0], count)[:count]
	s.fetch(from, known, room, func(i int, at, value []int64) error {
		if at != nil {
			if err := known[i-from].check(at, value); err != nil {
				return err
			}
		}
		return do(i, at, value)
	})
}

func (s *stored) fetchAhead(from, to int) {
	source, ok := s.source.(FetchingSource)
	if !ok {
		return
	}
	uneven := func(n node) bool { return !n.steady() }
	times := slices.ContainsFunc(s.overview.chunks[from/ChunkBlocks:(to-1)/ChunkBlocks+1], uneven)
	begin := from * s.overview.size
	source.FetchAhead(begin, s.overview.end(to-1)-begin, times)
}

// fetch reads blocks from one on, which are known, into what has room for just these, and gives each. Times in even steps are known
// with the blocks: where all have such, none are read.
func (s *stored) fetch(from int, known []*block, room *held, do func(i int, at, value []int64) error) {
	begin, times := from*s.overview.size, room.at
	if !slices.ContainsFunc(known, func(b *block) bool { return !b.steady() }) {
		times = nil
	}
	failure := s.source.Readings(begin, times, room.value)
	for i := from; i < from+len(known); i++ {
		first, end := i*s.overview.size, s.overview.end(i)
		err := failure
		if err == nil {
			at := times
			if at != nil {
				at = at[first-begin : end-begin]
			}
			err = do(i, at, room.value[first-begin:end-begin])
		}
		if err != nil {
			s.fail(fmt.Errorf("readings %d to %d: %w", first+1, end, err))
		}
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

// How many are read at a time at least.
const (
	chunksTogether   = 16
	outlinesTogether = fan * chunksTogether
)

// readChunks reads the chunks from..to-1 on all cores, and the blocks of those nodes that need it.
func (s *stored) readChunks(from, to int, asked func(n *node) bool) []*chunk {
	return inTurns(from, to, chunksTogether, func(from, to int) []*chunk {
		some := s.readTogether(from, to)
		for _, c := range some {
			c.openParts(asked)
		}
		return some
	})
}

// readOutlines reads the outlines of the chunks from..to-1 on all cores.
func (s *stored) readOutlines(from, to int) []*chunk {
	return inTurns(from, to, outlinesTogether, s.outlinesTogether)
}

// inTurns reads chunks on all cores, so many at a time at least.
func inTurns(from, to, together int, read func(from, to int) []*chunk) []*chunk {
	together = max(together, (to-from-1)/runtime.GOMAXPROCS(0)+1)
	some := make([][]*chunk, (to-from+together-1)/together)
	calls := make([]func(), len(some))
	for i := range calls {
		begin := from + i*together
		calls[i] = func() { some[i] = read(begin, min(to, begin+together)) }
	}
	onAllCores(calls)
	return slices.Concat(some...)
}

// readTogether reads chunks but those that are remembered, as many side by side as there are.
func (s *stored) readTogether(from, to int) []*chunk {
	return s.read(from, to, false, s.source.Chunks, readBranch)
}

func (s *stored) outlinesTogether(from, to int) []*chunk {
	return s.read(from, to, true, s.source.Outlines, readOutline)
}

// read reads chunks but those that are remembered.
func (s *stored) read(from, to int, outline bool, fetch func(from, to int) ([][]byte, error), decode decoding) []*chunk {
	chunks := make([]*chunk, to-from)
	for i := range chunks {
		chunks[i] = s.known(from+i, outline)
	}
	for i := 0; i < len(chunks); i++ {
		begin := i
		for i < len(chunks) && chunks[i] == nil {
			i++
		}
		if i == begin {
			continue
		}
		coded, err := fetch(from+begin, from+i)
		for k := begin; k < i; k++ {
			if err != nil {
				chunks[k] = s.without(from+k, err)
			} else {
				chunks[k] = s.decode(from+k, coded[k-begin], outline, decode)
			}
		}
	}
	return chunks
}

// known returns a chunk that is remembered, nil where it is not.
func (s *stored) known(i int, outline bool) *chunk {
	if p, known := s.recall.branch(i, outline); known {
		return &chunk{p, s, i}
	}
	return nil
}

// decoding reads what is coded of a chunk, of which the node is known, with blocks of a size.
type decoding func(coded []byte, whole *node, size int) (*branch, error)

func (s *stored) decode(i int, coded []byte, outline bool, decode decoding) *chunk {
	checksum := s.entries[i].checksum
	if outline {
		checksum = s.entries[i].outline
	}
	if crc32.ChecksumIEEE(coded) != checksum {
		return s.without(i, errOverview)
	}
	if s.recall.BlockCache != nil && !outline {
		coded = bytes.Clone(coded) // or what was read together would be held as long as any of it is remembered
	}
	p, err := decode(coded, &s.overview.chunks[i], s.overview.size)
	if err != nil {
		return s.without(i, err)
	}
	s.recall.keep(i, p)
	return &chunk{p, s, i}
}

// without is a chunk without readings in the place of one that could not be read.
func (s *stored) without(i int, err error) *chunk {
	s.failBlocks(i*ChunkBlocks, s.entries[i].blocks, err)
	return &chunk{branchWithout(s.entries[i].blocks), s, i}
}

func (s *stored) failBlocks(from, count int, err error) {
	s.fail(fmt.Errorf("blocks %d to %d: %w", from+1, from+count, err))
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
