package power

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sort"
)

// BlockReadings is how many readings make a block of a stored trace, and ChunkBlocks how many blocks a chunk.
const BlockReadings = blockReadings

// Block sums up consecutive readings of a trace.
type Block = block

// SumUp sums up ordered readings, multiples of a factor (1 if not known). It may be called in parallel.
func SumUp(at, value []int64, factor uint64) Block { return blockOf(at, value, factor) }

// Range returns the lowest and the highest value of the block.
func (b *Block) Range() (low, high int64) { return b.min, b.max }

// Chunk is consecutive blocks in coded form.
type Chunk struct {
	Coded []byte // every block
	Entry []byte // what is known of all of them together
}

// NewChunk codes the blocks of a chunk, of which there is at least one.
func NewChunk(blocks []Block) Chunk {
	held := chunkOf(blocks)
	chunk := Chunk{Coded: held.code()}
	e, n := entry{len(blocks), crc32.ChecksumIEEE(chunk.Coded)}, held.node()
	c := newWriter()
	c.entry(&e, &n)
	chunk.Entry = binary.LittleEndian.AppendUint32(c.Data, crc32.ChecksumIEEE(c.Data))
	return chunk
}

type entry struct {
	blocks   int
	checksum uint32 // of the coded blocks
}

func readEntry(form []byte, size int) (e entry, n node, err error) {
	end := len(form) - crc32.Size
	if end < 0 || binary.LittleEndian.Uint32(form[end:]) != crc32.ChecksumIEEE(form[:end]) {
		return e, n, errOverview
	}
	c := newReader(form[:end])
	c.entry(&e, &n)
	if c.Damaged || c.At < end || e.blocks != (n.count+size-1)/size || !n.orderly() {
		return e, n, errOverview
	}
	return e, n, nil
}

func (n *node) orderly() bool {
	return n.count > 0 && n.first.at <= n.last.at && n.min <= n.max
}

// StoredSource reads what a stored trace needs. It may be called in parallel.
type StoredSource interface {
	// Readings fills in the readings from one on, as many as there is room for: as much for times as for values, or
	// none for times.
	Readings(from int, at, value []int64) error
	// Chunk returns the coded blocks of a chunk.
	Chunk(i int) ([]byte, error)
}

type chunk struct {
	nodes  []node
	blocks []block
}

func chunkOf(blocks []block) *chunk {
	c := &chunk{blocks: blocks}
	for part := range slices.Chunk(blocks, fan) {
		c.nodes = append(c.nodes, merge(len(part), func(i int) *node { return &part[i].node }))
	}
	return c
}

func (c *chunk) node() node { return mergeAll(c.nodes) }

func (c *chunk) code() []byte {
	w := newWriter()
	w.blocks(c.blocks, c.blocks[0].first)
	return w.Data
}

// decodeChunk reads coded blocks of a size, which are refused if they do not make the node of the chunk.
func decodeChunk(coded []byte, whole *node, size int) (*chunk, error) {
	blocks := make([]block, (whole.count+size-1)/size)
	for i := range blocks {
		blocks[i].count = min(size, whole.count-i*size)
	}
	d := newReader(coded)
	if d.blocks(blocks, whole.first); d.Damaged || d.At < len(coded) {
		return nil, errOverview
	}
	c := chunkOf(blocks)
	if c.node() != *whole {
		return nil, errOverview
	}
	return c, nil
}

func (c *chunk) reaching(at int64) int {
	return sort.Search(len(c.blocks), func(i int) bool { return c.blocks[i].last.at >= at })
}
