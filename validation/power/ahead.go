package power

import (
	"cmp"
	"slices"
)

// ahead opens the chunks of an overview for a caller that goes through them in order and announces
// which ones it needs: those are read several at a time. It is used by one goroutine.
type ahead struct {
	*overview
	look
	from, to int    // blocks
	outlined window // without chunks whose blocks are needed
	opened   window
}

// window is chunks that follow each other.
type window struct {
	first  int
	chunks []*chunk
}

func (w *window) has(i int) bool { return w.first <= i && i < w.first+len(w.chunks) }

// of returns a chunk, nil where it has none.
func (w *window) of(i int) *chunk {
	if !w.has(i) {
		return nil
	}
	return w.chunks[i-w.first]
}

// look is what is looked for in an overview.
type look struct {
	closer func(n *node, from, to int) bool // whether the parts of a node are needed
	apart  func(n *node) bool               // whether they are for sure, wherever the node lies
	deep   func(n *node) bool               // whether the blocks of a chunk are most likely asked for, of which that is the node
}

// How many chunks are held at a time: of some 10 KiB each, and 30 more where all of their blocks are decoded. A file keeps the blocks
// of about as many side by side, and the outlines of more, of some 4 KiB each.
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
	if c := cmp.Or(a.opened.of(i), a.outlined.of(i)); c != nil {
		return c
	}
	if !a.wanted(i) {
		return a.open(i)
	}
	if !a.inFull(i) {
		to := a.reach(i, aheadOutlines, func(i int) bool { return !a.deep(&a.chunks[i]) })
		a.outlined = window{i, a.outlines(i, to)}
		if c := a.outlined.of(i); c != nil {
			return c
		}
	}
	a.opened = window{i, a.stored.readChunks(i, a.reach(i, aheadChunks, a.inFull), a.apart)}
	return a.opened.of(i)
}

// reach returns the chunk after those from one on, so many at most, that are wanted and of a kind.
func (a *ahead) reach(from, most int, kind func(i int) bool) (to int) {
	for to = from + 1; to < from+most && a.wanted(to) && kind(to); {
		to++
	}
	return to
}

// inFull reports whether blocks of a chunk are needed, as far as is known.
func (a *ahead) inFull(i int) bool {
	return a.deep(&a.chunks[i]) || a.outlined.has(i) && a.outlined.of(i) == nil
}

// outlines reads the outlines of the chunks from..to-1, and keeps none of a chunk whose blocks are needed.
func (a *ahead) outlines(from, to int) []*chunk {
	all := a.stored.readOutlines(from, to)
	for i, c := range all {
		if slices.ContainsFunc(c.nodes, func(n node) bool { return a.apart(&n) }) {
			all[i] = nil
		}
	}
	return all
}
