package input

import (
	"io"
)

// How far a stream is read ahead: a few slabs are enough to keep both sides busy.
const (
	aheadSlabs = 3
	AheadBytes = 128 << 10
)

// ReadAhead is a stream that is read by a goroutine of its own, so that unpacking and reading share the
// cores.
type ReadAhead struct {
	ready, free chan *slab
	stop        chan struct{}
	now         *slab
}

type slab struct {
	whole, left []byte
	err         error // after what is left
}

// NewReadAhead starts to read from in a goroutine, until the end or Close.
func NewReadAhead(from io.Reader) *ReadAhead {
	a := &ReadAhead{ready: make(chan *slab, aheadSlabs), free: make(chan *slab, aheadSlabs), stop: make(chan struct{})}
	for range aheadSlabs {
		a.free <- &slab{whole: make([]byte, AheadBytes)}
	}
	go a.run(from)
	return a
}

// run fills slabs until the stream ends or nobody wants more. There is room for every slab in ready.
func (a *ReadAhead) run(from io.Reader) {
	defer close(a.ready)
	for {
		select {
		case <-a.stop:
			return
		case p := <-a.free:
			n, err := from.Read(p.whole)
			p.left, p.err = p.whole[:n], err
			a.ready <- p
			if err != nil {
				return
			}
		}
	}
}

func (a *ReadAhead) Read(into []byte) (int, error) {
	if a.now == nil {
		a.now = <-a.ready
	}
	n := copy(into, a.now.left)
	a.now.left = a.now.left[n:]
	if len(a.now.left) > 0 {
		return n, nil
	}
	if a.now.err != nil {
		return n, a.now.err // and again at the next call
	}
	a.free <- a.now
	a.now = nil
	return n, nil
}

// Close ends the goroutine and waits for that: what it reads may be closed next.
func (a *ReadAhead) Close() {
	close(a.stop)
	for range a.ready {
		continue
	}
}
