package power

import (
	"fmt"
	"hash/crc32"
	"slices"
	"sync"
)

// stored are readings that are read where they are needed, and blocks likewise.
type stored struct {
	source   StoredSource
	overview *overview
	entries  []entry
	recall   recall

	chunks recent[*chunk]
	cached recent[held]

	mutex   sync.Mutex
	trouble error // the first
}

// What is held of a trace beside its entries, some 200 KiB at most: a question reads the blocks at the
// two ends of a span, and the next one often those of the same span. A thousand instruments have to
// fit into memory.
const (
	cachedBlocks = 4
	cachedChunks = 4
)

// fail keeps the first trouble.
func (s *stored) fail(err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.trouble == nil {
		s.trouble = err
	}
}

func (s *stored) err() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.trouble
}

func (s *stored) block(i int) (at, value []int64) {
	h := s.cached.of(i, s.readBlock)
	return h.at, h.value
}

// readBlock makes a block without readings of one that cannot be read.
func (s *stored) readBlock(i int) held {
	from, to := i*s.overview.size, s.overview.end(i)
	at, value, err := s.source.Readings(from, to)
	if err == nil {
		err = s.overview.block(i).check(at, value)
	}
	if err != nil {
		s.fail(fmt.Errorf("readings %d to %d: %w", from+1, to, err))
		return held{}
	}
	return held{at: at, value: value}
}

// check refuses readings that are not those the block was made of.
func (b *block) check(at, value []int64) error {
	if len(at) != b.count || len(value) != b.count || !slices.IsSorted(at) || summarise(at, value) != b.summary {
		return &InputError{Problem: "these are not the readings of the overview", Remedy: "write the file again"}
	}
	return nil
}

func (s *stored) chunk(i int) *chunk { return s.chunks.of(i, s.readChunk) }

func (s *stored) readChunk(i int) *chunk { return s.readTogether(i, i+1)[0] }

// chunksTogether are read at a time by each core.
const chunksTogether = 16

// readChunks reads the chunks from..to-1 on all cores.
func (s *stored) readChunks(from, to int) []*chunk {
	some := make([][]*chunk, (to-from+chunksTogether-1)/chunksTogether)
	calls := make([]func(), len(some))
	for i := range calls {
		begin := from + i*chunksTogether
		calls[i] = func() { some[i] = s.readTogether(begin, min(to, begin+chunksTogether)) }
	}
	onAllCores(calls)
	return slices.Concat(some...)
}

// readTogether reads chunks but those that are remembered, as many side by side as there are.
func (s *stored) readTogether(from, to int) []*chunk {
	chunks := make([]*chunk, to-from)
	for i := range chunks {
		chunks[i], _ = s.recall.chunk(from + i)
	}
	for i := 0; i < len(chunks); i++ {
		if chunks[i] != nil {
			continue
		}
		begin := i
		for i < len(chunks) && chunks[i] == nil {
			i++
		}
		s.readInto(chunks[begin:i], from+begin)
	}
	return chunks
}

// readInto reads chunks from one on.
func (s *stored) readInto(chunks []*chunk, from int) {
	coded, err := s.source.Chunks(from, from+len(chunks))
	if err != nil {
		coded = make([][]byte, len(chunks))
	}
	for i := range chunks {
		chunks[i] = s.decode(from+i, coded[i], err)
	}
}

// decode makes blocks without readings of those that could not be read.
func (s *stored) decode(i int, coded []byte, err error) *chunk {
	if err == nil && crc32.ChecksumIEEE(coded) != s.entries[i].checksum {
		err = errOverview
	}
	var c *chunk
	if err == nil {
		c, err = readChunk(coded, &s.overview.chunks[i], s.overview.size)
	}
	if err != nil {
		s.fail(fmt.Errorf("blocks %d to %d: %w", i*ChunkBlocks+1, i*ChunkBlocks+s.entries[i].blocks, err))
		return &chunk{blocks: make([]block, s.entries[i].blocks), nodes: make([]node, (s.entries[i].blocks+fan-1)/fan)}
	}
	s.recall.keep(i, c)
	return c
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

// searchBoth looks at both ends at a time, as each may take several reads: but not in one chunk, where
// they have most of them in common.
func (s *stored) searchBoth(start, end int64) (from, to int) {
	if s.overview.chunkReaching(start) == s.overview.chunkReaching(end) {
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
