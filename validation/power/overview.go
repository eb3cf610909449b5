package power

import (
	"slices"
	"sort"

	"green500/validation/power/internal/typical"
)

const fan = 8

// ChunkBlocks is how many blocks are kept together: they are a node after two levels.
const ChunkBlocks = fan * fan

// overview is the blocks of a trace with a pyramid over them: each node stands for fan nodes of the level below.
type overview struct {
	size   int // readings of a block; the last may hold fewer
	count  int // readings
	chunks []node
	above  [][]node // levels over the chunks
	open   func(i int) *chunk
}

func mergeAll(nodes []node) node {
	return merge(len(nodes), func(i int) *node { return &nodes[i] })
}

func merge(count int, at func(i int) *node) node {
	n := *at(0)
	if count == 1 {
		return n
	}
	var steps typical.Tally
	var changed changes
	for i := range count {
		next := at(i)
		if i > 0 {
			steps.Add(next.first.at-n.last.at, 1)
			changed.meet(n.last, next.first)
			n.piece.then(&next.piece)
		}
		steps.Add(next.step.Median, next.step.Count)
		changed.addNode(next)
	}
	n.step, n.change = typical.Of(&steps), typical.Of(&changed.Tally)
	return n
}

func overviewOf(size, count int, blocks []block) *overview {
	o := &overview{size: size, count: count}
	var held []*chunk
	for part := range slices.Chunk(blocks, ChunkBlocks) {
		c := chunkOf(part)
		held, o.chunks = append(held, c), append(o.chunks, c.node())
	}
	o.open = func(i int) *chunk { return held[i] }
	return o.build()
}

func (o *overview) build() *overview {
	for below := o.chunks; len(below) > 1; below = o.above[len(o.above)-1] {
		var level []node
		for part := range slices.Chunk(below, fan) {
			level = append(level, mergeAll(part))
		}
		o.above = append(o.above, level)
	}
	return o
}

func (o *overview) blocks() int   { return (o.count + o.size - 1) / o.size }
func (o *overview) end(i int) int { return min(o.count, (i+1)*o.size) }

func (o *overview) block(i int) *block {
	return &o.open(i / ChunkBlocks).blocks[i%ChunkBlocks]
}

func (o *overview) whole() *node {
	n, _ := o.largest(0, o.blocks())
	return n
}

func (o *overview) first(i int) point {
	switch {
	case i%ChunkBlocks == 0:
		return o.chunks[i/ChunkBlocks].first
	case i%fan == 0:
		return o.part(i).first
	}
	return o.block(i).first
}

func (o *overview) last(i int) point {
	switch {
	case (i+1)%ChunkBlocks == 0 || i+1 == o.blocks():
		return o.chunks[i/ChunkBlocks].last
	case (i+1)%fan == 0:
		return o.part(i).last
	}
	return o.block(i).last
}

func (o *overview) part(block int) *node {
	return &o.open(block / ChunkBlocks).nodes[block%ChunkBlocks/fan]
}

func (o *overview) largest(from, to int) (n *node, next int) {
	i, count := from/ChunkBlocks, o.blocks()
	if next = min(count, (i+1)*ChunkBlocks); from%ChunkBlocks != 0 || next > to {
		return o.within(from, to)
	}
	n = &o.chunks[i]
	reach := fan
	for _, level := range o.above {
		end := min(count, (i+reach)*ChunkBlocks)
		if i%reach != 0 || end > to {
			break
		}
		n, next = &level[i/reach], end
		reach *= fan
	}
	return n, next
}

func (o *overview) within(from, to int) (n *node, next int) {
	c, begin := o.open(from/ChunkBlocks), from%ChunkBlocks
	if next := min(from+fan, o.blocks()); begin%fan == 0 && next <= to {
		return &c.nodes[begin/fan], next
	}
	return &c.blocks[begin].node, from + 1
}

func (o *overview) descend(from, to int, closer func(n *node, from, to int) bool, do func(n *node, from, to int)) {
	for from < to {
		n, next := o.largest(from, to)
		if next == from+1 || closer == nil || !closer(n, from, next) {
			do(n, from, next)
			from = next
			continue
		}
		reach := 1
		for reach*fan < next-from {
			reach *= fan
		}
		for ; from < next; from += reach {
			o.descend(from, min(next, from+reach), closer, do)
		}
		from = next
	}
}

func (o *overview) reaching(at int64) int {
	i := o.chunkReaching(at)
	if i == len(o.chunks) {
		return o.blocks()
	}
	if o.chunks[i].first.at >= at {
		return i * ChunkBlocks
	}
	return min(o.blocks()-1, i*ChunkBlocks+o.open(i).reaching(at))
}

func (o *overview) chunkReaching(at int64) int {
	return sort.Search(len(o.chunks), func(i int) bool { return o.chunks[i].last.at >= at })
}

func (o *overview) beginning(at int64) int {
	i := o.reaching(at)
	if i < o.blocks() && o.first(i).at < at {
		i++
	}
	return i
}
