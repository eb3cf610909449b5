package power

import (
	"reflect"

	"green500/validation/bounded"
	"green500/validation/power/internal/typical"
)

// BlockCache keeps what drawings of stored traces were made of last, of all traces together: who looks closer and closer at a
// trace asks for the same blocks each time. What is read once never changes. It is safe for concurrent use.
type BlockCache struct {
	chunks *bounded.Cache[remembered, *branch]
	grains *bounded.Cache[remembered, []grain]
}

// remembered names a part of a trace by what it is part of.
type remembered struct {
	source string
	trace  int
	stamp  string // of grains: how they hold energy
	part   int    // chunk, or block
	nodes  bool   // of chunks: the outline alone
}

const (
	remembering = 300 // bytes that a cache takes for each of its values, about
	chunksShare = 4   // of the room, one part is for chunks
)

// NewBlockCache makes a memory that takes so many bytes at most, of which there is one for many traces.
func NewBlockCache(room int) *BlockCache {
	return &BlockCache{
		chunks: bounded.New[remembered, *branch](room / chunksShare),
		grains: bounded.New[remembered, []grain](room - room/chunksShare),
	}
}

// recall is what a stored trace asks its memory by; there may be none.
type recall struct {
	*BlockCache
	source string
	trace  int
}

func (r *recall) branch(i int, outline bool) (b *branch, known bool) {
	if r.BlockCache == nil {
		return nil, false
	}
	return r.chunks.Get(remembered{source: r.source, trace: r.trace, part: i, nodes: outline})
}

func (r *recall) keep(i int, b *branch) {
	if r.BlockCache == nil {
		return
	}
	size := len(b.nodes)*int(reflect.TypeFor[node]().Size()+reflect.TypeFor[part]().Size()) + remembering
	for i := range b.each { // blocks are decoded later, if at all
		size += len(b.each[i].coded)
	}
	if !b.outline {
		size += b.count * int(reflect.TypeFor[block]().Size()+longKept*reflect.TypeFor[typical.Weighted]().Size())
	}
	r.chunks.Put(remembered{source: r.source, trace: r.trace, part: i, nodes: b.outline}, b, size)
}
