package power

import "slices"

// ahead opens the chunks of an overview for whoever goes through them in their order and tells before
// which ones are asked for: those are read several at a time. It is used by one goroutine.
type ahead struct {
	*overview
	look
	from, to int // blocks
	first    int // chunk of those that are opened
	opened   []*chunk
}

// look is what is looked for in an overview.
type look struct {
	closer func(n *node, from, to int) bool // whether the parts of a node are asked for
	apart  func(n *node) bool               // whether they are for sure, wherever the node lies
	deep   func(n *node) bool               // whether the blocks of a chunk are most likely asked for, of which that is the node
}

// How many chunks are held at a time: of some 10 KiB each, and 30 more where all of their blocks are decoded. A file keeps the blocks
// of about as many side by side, and the outlines of more.
const (
	aheadChunks   = 96
	aheadOutlines = fan * aheadChunks
)

// ahead returns the overview for a look at the blocks from..to-1.
func (o *overview) ahead(from, to int, l look) *overview {
	if o.stored == nil {
		return o
	}
	a := &ahead{overview: o, look: l, from: from, to: to}
	looked := *o
	looked.open = a.chunk
	return &looked
}

func (a *ahead) wanted(i int) bool {
	begin, end := i*ChunkBlocks, min(a.blocks(), (i+1)*ChunkBlocks)
	return a.from <= begin && end <= a.to && i < len(a.chunks) && a.closer(&a.chunks[i], begin, end)
}

func (a *ahead) chunk(i int) *chunk {
	if a.first <= i && i < a.first+len(a.opened) {
		return a.opened[i-a.first]
	}
	if !a.wanted(i) {
		return a.open(i)
	}
	deep, most := a.deep(&a.chunks[i]), aheadOutlines
	if deep {
		most = aheadChunks
	}
	to := i + 1
	for to < i+most && a.wanted(to) && a.deep(&a.chunks[to]) == deep {
		to++
	}
	a.first = i
	if deep {
		a.opened = a.stored.readChunks(i, to, a.apart)
	} else {
		a.opened = a.outlines(i, to)
	}
	return a.opened[0]
}

// outlines reads the outlines of the chunks from..to-1, and all of those of which blocks are asked for.
func (a *ahead) outlines(from, to int) []*chunk {
	all := a.stored.readOutlines(from, to)
	for i := 0; i < len(all); i++ {
		begin := i
		for i < len(all) && i < begin+aheadChunks && slices.ContainsFunc(all[i].nodes, func(n node) bool { return a.apart(&n) }) {
			i++
		}
		if i > begin {
			copy(all[begin:], a.stored.readChunks(from+begin, from+i, a.apart))
			i--
		}
	}
	return all
}
