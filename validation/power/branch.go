package power

import (
	"slices"
	"sort"
)

type chunk struct {
	nodes  []node
	blocks []block
}

func chunkOf(blocks []block) *chunk {
	c := &chunk{blocks: blocks}
	for part := range slices.Chunk(blocks, fan) {
		c.nodes = append(c.nodes, mergeBlocks(part))
	}
	return c
}

func (c *chunk) node() node { return mergeAll(c.nodes) }

func (c *chunk) code() []byte {
	w := newWriter()
	w.blocks(c.blocks, c.blocks[0].first)
	return w.Data
}

// decodeChunk reads coded blocks of a size, which are refused where they do not make the node of the chunk.
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
