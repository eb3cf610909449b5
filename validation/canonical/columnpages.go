package canonical

import "sync"

// columnPages are those of a column of a row group, in the memory of the stripes that they are of.
type columnPages struct {
	stripes [][]byte
	size    int64 // bytes of all
	free    [][]byte
}

// pagesPool lends the pages of two columns (see stripePool).
var pagesPool = sync.Pool{New: func() any { return &[2]columnPages{} }}

// take keeps the pages of a stripe, and returns memory for those of another.
func (p *columnPages) take(stripe []byte) (room []byte) {
	p.stripes, p.size = append(p.stripes, stripe), p.size+int64(len(stripe))
	if last := len(p.free) - 1; last >= 0 {
		room, p.free = p.free[last], p.free[:last]
	}
	return room
}

// reset gives up what was taken, which is written.
func (p *columnPages) reset() {
	p.free = append(p.free, p.stripes...)
	p.stripes, p.size = p.stripes[:0], 0
}
