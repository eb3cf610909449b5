package power

// ahead opens the chunks of an overview for whoever goes through them in their order and tells before
// which ones are asked for: those are read several at a time. It is used by one goroutine.
type ahead struct {
	*overview
	wanted func(i int) bool
	from   int // chunk
	opened []*chunk
}

// aheadChunks is how many chunks are held at a time, of some 40 KiB each; a file keeps the blocks of
// about as many side by side.
const aheadChunks = 64

// ahead returns the overview for a look at the blocks from..to-1. Of the nodes of chunks closer tells
// whether their blocks are asked for.
func (o *overview) ahead(from, to int, closer func(n *node, from, to int) bool) *overview {
	if o.several == nil {
		return o
	}
	a := &ahead{overview: o}
	a.wanted = func(i int) bool {
		begin, end := i*ChunkBlocks, min(o.blocks(), (i+1)*ChunkBlocks)
		return from <= begin && end <= to && i < len(o.chunks) && closer(&o.chunks[i], begin, end)
	}
	looked := *o
	looked.open = a.chunk
	return &looked
}

func (a *ahead) chunk(i int) *chunk {
	if a.from <= i && i < a.from+len(a.opened) {
		return a.opened[i-a.from]
	}
	if !a.wanted(i) {
		return a.open(i)
	}
	to := i + 1
	for to < i+aheadChunks && a.wanted(to) {
		to++
	}
	a.from, a.opened = i, a.several(i, to)
	return a.opened[0]
}
