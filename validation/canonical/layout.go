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

// layout lays rows out in the order they come in, which is that of their keys. Stripes are coded on
// all cores and put into the file in turn.
type layout struct {
	group   *group
	sizes   sizes
	zeros   scales
	filled  *stripe       // being filled
	ticking []tickingRows // that move to the next one
	count   int           // of stripes that were made

	started int // workers
	handed  int // stripes

	todo    chan *stripe
	free    chan *stripe
	workers sync.WaitGroup

	mutex   sync.Mutex
	coded   []*stripe // those whose turn has not come yet, by their number
	put     int       // stripes
	putting bool      // somebody is
	failure error     // the first
}

func newLayout(out io.Writer, quantity power.Quantity, zeros scales, s sizes, name func(int32) string) *layout {
	limit := min(runtime.GOMAXPROCS(0), maxWorkers) + 2 // one more is filled, one put into the file
	return &layout{
		group: newGroup(out, quantity, zeros, s, name), sizes: s, zeros: zeros,
		todo: make(chan *stripe, limit), free: make(chan *stripe, limit), coded: make([]*stripe, limit),
	}
}

// take takes readings that follow all before in their order. Where they begin a stripe, they are not copied: it takes
// over their room, and b gets that of another.
func (l *layout) take(b *batch) error {
	if l.filled != nil || len(b.at) > stripeRows {
		return b.each(l.add)
	}
	whole, s := len(b.at) == stripeRows, l.stripe()
	if whole && cap(s.at) == 0 { // more are likely to come
		s.batch = *b.alike(l.sizes.late)
	}
	s.batch, *b = *b, s.batch
	if !whole {
		return nil
	}
	return l.full()
}

// add takes readings of an instrument that follow all before in their order.
func (l *layout) add(instrument int32, at, value []int64) error {
	from := columns{at, value}
	return l.fill(instrument, len(at), from.give)
}

// fill takes so many readings of an instrument that follow all before in their order, some at a time.
func (l *layout) fill(instrument int32, readings int, give giving) error {
	for readings > 0 {
		s := l.stripe()
		left := stripeRows - len(s.at)
		n := min(readings, left)
		if left < stripeRows*3/4 { // it is likely to become full
			s.expect(left)
		}
		s.fill(instrument, n, give)
		readings -= n
		if len(s.at) == stripeRows {
			if err := l.full(); err != nil {
				return err
			}
		}
	}
	return nil
}

// stripe returns the one that is filled.
func (l *layout) stripe() *stripe {
	if l.filled != nil {
		return l.filled
	}
	select {
	case l.filled = <-l.free:
	default:
		if l.count < cap(l.free) {
			l.count++
			l.filled = newStripe(l.zeros, l.sizes.page)
			break
		}
		l.filled = <-l.free
	}
	return l.filled
}

// full hands a stripe on. The last of its traces, which may go on, moves to the next one, so that
// every chunk but the last of a trace is whole.
func (l *layout) full() error {
	s := l.filled
	last := s.spans[len(s.spans)-1]
	if len(s.spans) == 1 {
		return l.hand()
	}
	rows := len(s.at) - int(last.count)
	rest := s.cut(rows)
	l.ticking = s.cutTicking(l.ticking[:0], rows)
	if err := l.hand(); err != nil {
		return err
	}
	// The stripe that was handed on keeps its length: these readings lie behind it.
	next := l.stripe()
	next.add(last.instrument, rest.at, rest.value)
	next.ticking = append(next.ticking, l.ticking...)
	return nil
}

// hand gives the stripe to a worker.
func (l *layout) hand() error {
	s := l.filled
	l.filled = nil
	if err := l.err(); err != nil {
		return err
	}
	if l.started < min(l.count, cap(l.free)-2) { // a short log needs one worker
		l.started++
		l.workers.Add(1)
		go l.work()
	}
	s.number = l.handed
	l.handed++
	l.todo <- s
	return nil
}

func (l *layout) work() {
	defer l.workers.Done()
	for s := range l.todo {
		s.failure = s.code()
		l.putInTurn(s)
	}
}

// putInTurn puts a stripe that is coded into the file, and those that waited for it; or leaves it to wait for its turn, and for
// as the one that puts the ones before.
func (l *layout) putInTurn(s *stripe) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.coded[s.number%len(l.coded)] = s
	if l.putting {
		return
	}
	l.putting = true
	for {
		next := l.coded[l.put%len(l.coded)]
		if next == nil {
			break
		}
		l.coded[l.put%len(l.coded)] = nil
		l.put++
		l.takeIn(next)
	}
	l.putting = false
}

// takeIn puts a stripe into the file, while others may be coded.
func (l *layout) takeIn(s *stripe) {
	err := s.failure
	if err == nil && l.failure == nil {
		l.mutex.Unlock()
		err = l.group.take(s)
		l.mutex.Lock()
	}
	l.failure = errors.Join(l.failure, err)
	s.reset()
	l.free <- s
}

func (l *layout) err() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.failure
}

// stop ends the work on stripes, when the last was handed on.
func (l *layout) stop() error {
	close(l.todo)
	l.workers.Wait()
	return l.err()
}

// leave leaves memory to the next file, when this one is written.
func (l *layout) leave() {
	close(l.free)
	for s := range l.free {
		s.leave()
	}
	l.group.leave()
}

// finish writes what is left, and returns the length of the file.
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
