package power

// ahead opens the chunks of an overview for a caller that goes through them in order and announces
// which ones it needs: those are read several at a time. It is used by one goroutine.
type ahead struct {
	*overview
	closer   func(n *node, from, to int) bool // whether the parts of a node are needed
	from, to int                              // blocks
	first    int                              // of the chunks that are open
	opened   []*chunk
}

// aheadChunks is how many chunks are held at a time, of some 30 KiB each.
const aheadChunks = 96

// ahead returns the overview for a look at the blocks from..to-1.
func (o *overview) ahead(from, to int, closer func(n *node, from, to int) bool) *overview {
	if o.stored == nil {
		return o
	}
	a := &ahead{overview: o, closer: closer, from: from, to: to}
	looked := *o
	looked.open = a.chunk
	return &looked
}

func (a *ahead) wanted(i int) bool {
	begin, end := i*ChunkBlocks, min(a.blocks(), (i+1)*ChunkBlocks)
	return a.from <= begin && end <= a.to && i < len(a.chunks) && a.closer(&a.chunks[i], begin, end)
}

func (a *ahead) chunk(i int) *chunk {
	if within := i - a.first; 0 <= within && within < len(a.opened) {
		return a.opened[within]
	}
	to := i
	for to < i+aheadChunks && a.wanted(to) {
		to++
	}
	if to == i {
		return a.open(i)
	}
	a.first, a.opened = i, a.stored.readChunks(i, to)
	return a.opened[0]
}
