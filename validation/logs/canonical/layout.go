package canonical

import (
	"errors"
	"io"
	"runtime"
	"sync"

	"green500/validation/power"
)

// maxWorkers bounds the stripes that are coded at a time, each of which takes some 2 MiB.
const maxWorkers = 8

// layout lays rows out in their order. Stripes are coded on all cores and put into the file in turn.
type layout struct {
	group  *group
	zeros  scales
	page   int     // rows of a page
	filled *stripe // being filled
	count  int     // of stripes that were made

	turns chan *stripe // those that were handed on
	free  chan *stripe
	ended chan struct{}

	mutex   sync.Mutex
	failure error // the first
}

func newLayout(out io.Writer, quantity power.Quantity, zeros scales, s sizes, name func(int32) string) *layout {
	limit := min(runtime.GOMAXPROCS(0), maxWorkers) + 2 // one more is filled, one put into the file
	l := &layout{
		group: &group{out: out, quantity: quantity, zeros: zeros, sizes: s, name: name}, zeros: zeros, page: s.page,
		turns: make(chan *stripe, limit), free: make(chan *stripe, limit), ended: make(chan struct{}),
	}
	go l.put()
	return l
}

func (l *layout) add(instrument int32, at, value []int64) error {
	for len(at) > 0 {
		s := l.stripe()
		n := min(len(at), stripeRows-len(s.at))
		s.add(instrument, at[:n], value[:n])
		if at, value = at[n:], value[n:]; len(s.at) == stripeRows {
			if err := l.full(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *layout) stripe() *stripe {
	if l.filled != nil {
		return l.filled
	}
	select {
	case l.filled = <-l.free:
	default:
		if l.count < cap(l.free) {
			l.count++
			l.filled = newStripe(l.zeros, l.page)
			break
		}
		l.filled = <-l.free
	}
	return l.filled
}

// full hands a stripe on; its last trace moves to the next one, so that only the last chunk is not whole.
func (l *layout) full() error {
	s := l.filled
	last := s.spans[len(s.spans)-1]
	if len(s.spans) == 1 {
		return l.hand()
	}
	rest := s.cut(len(s.at) - int(last.count))
	if err := l.hand(); err != nil {
		return err
	}
	// The stripe that was handed on keeps its length: these readings lie behind it.
	l.stripe().add(last.instrument, rest.at, rest.value)
	return nil
}

func (l *layout) hand() error {
	s := l.filled
	l.filled = nil
	s.coded = make(chan error, 1)
	go func() { s.coded <- s.code() }()
	l.turns <- s
	return l.err()
}

func (l *layout) put() {
	defer close(l.ended)
	for s := range l.turns {
		err := <-s.coded
		if err == nil && l.err() == nil {
			err = l.group.take(s)
		}
		l.mutex.Lock()
		l.failure = errors.Join(l.failure, err)
		l.mutex.Unlock()
		s.reset()
		l.free <- s
	}
}

func (l *layout) err() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.failure
}

func (l *layout) stop() error {
	close(l.turns)
	<-l.ended
	return l.err()
}

func (l *layout) leave() {
	close(l.free)
	for s := range l.free {
		s.leave()
	}
}

func (l *layout) finish(told tell) (size int64, err error) {
	if l.filled != nil && len(l.filled.at) > 0 {
		err = l.hand()
	}
	if err = errors.Join(err, l.stop()); err != nil {
		return 0, err
	}
	if size, err = l.group.finish(told); err != nil {
		return 0, err
	}
	l.leave()
	return size, nil
}
