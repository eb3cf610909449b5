package canonical

import "sync"

// What a file needed is left to the next one. To find so much memory, and to have it collected, took a log of a million
// readings a seventh of its time.
var (
	stripesLeft = sync.Pool{New: func() any { return &stripe{} }}
	batchesLeft = sync.Pool{New: func() any { return &batch{} }}
	codersLeft  = sync.Pool{New: func() any { return &coder{} }}
	pagesLeft   = sync.Pool{New: func() any { return &[2]columnPages{} }}
	bodiesLeft  = sync.Pool{New: func() any { return &[]byte{} }} // of pages that are read
)

func (s *stripe) leave() {
	clear(s.chunks[:cap(s.chunks)]) // which hold what the file says of its readings
	s.reset()
	stripesLeft.Put(s)
}

func (b *batch) leave() {
	if cap(b.at) == 0 {
		return
	}
	b.reset()
	batchesLeft.Put(b)
}

func (g *group) leave() {
	pagesLeft.Put(g.columns)
	g.columns = nil
}

// leave is called when nobody sorts any more.
func (p *spool) leave() {
	for range len(p.free) {
		(<-p.free).leave()
	}
	for range len(p.coders) {
		codersLeft.Put(<-p.coders)
	}
}
