package canonical

import (
	"io"
	"iter"
	"slices"
	"sort"

	"green500/validation/power"
)

// cursor stands on a reading of a sorted run.
type cursor struct {
	order int // of runs
	next  func(*page) (more bool, err error)
	page  page
	at    placeInPage
	rest  int // readings of the span that are left
	now   key // of the reading that it stands on
}

// load reads a page.
func (c *cursor) load() (more bool, err error) {
	if more, err = c.next(&c.page); !more || err != nil {
		return false, err
	}
	c.at = placeInPage{}
	c.enter()
	return true, nil
}

// enter stands on the first reading of a span.
func (c *cursor) enter() {
	s := c.page.spans[c.at.span]
	c.rest = int(s.count)
	c.now = key{s.instrument, c.page.time(c.at, 0)}
}

// before reports whether the readings of c come first where another stands.
func (c *cursor) before(other *cursor) bool {
	return c.now.before(other.now) || c.now == other.now && c.order < other.order
}

// ready returns how many readings of the span come before those of another cursor.
func (c *cursor) ready(other *cursor) int {
	limit := other.now
	if c.now.instrument != limit.instrument {
		return c.rest
	}
	first := c.order < other.order
	follows := func(i int) bool {
		at := c.page.time(c.at, i)
		return at > limit.at || at == limit.at && !first
	}
	if !follows(c.rest - 1) {
		return c.rest
	}
	return sort.Search(c.rest, follows)
}

// give passes over the readings that it gives, all of the span.
func (c *cursor) give(at, value []int64) (times ticks, even bool) {
	times, even = c.page.give(c.at, at, value)
	c.at.done, c.rest = c.at.done+len(at), c.rest-len(at)
	return times, even
}

// advance goes to the next reading after those that were given. It reports whether there is one.
func (c *cursor) advance() (more bool, err error) {
	if c.rest > 0 {
		c.now.at = c.page.time(c.at, 0)
		return true, nil
	}
	c.at = placeInPage{span: c.at.span + 1, first: c.at.first + c.at.done}
	if c.at.span == len(c.page.spans) {
		return c.load()
	}
	c.enter()
	return true, nil
}

// cursors are a heap. That of the library asks through an interface, which takes as long as to merge what lies between.
type cursors []*cursor

// sink puts the first cursor where it belongs.
func (c cursors) sink() {
	for at := 0; ; {
		least := 2*at + 1
		if least >= len(c) {
			return
		}
		if right := least + 1; right < len(c) && c[right].before(c[least]) {
			least = right
		}
		if !c[least].before(c[at]) {
			return
		}
		c[at], c[least] = c[least], c[at]
		at = least
	}
}

// second returns the cursor that comes after the first.
func (c cursors) second() *cursor {
	if len(c) > 2 && c[2].before(c[1]) {
		return c[2]
	}
	return c[1]
}

// taking takes so many readings of an instrument, some at a time.
type taking func(instrument int32, readings int, give giving) error

// merge gives the readings of runs to take, in the order of their keys and of the runs.
func merge(runs []func(*page) (bool, error), take taking) error {
	var all cursors
	for order, next := range runs {
		c := &cursor{order: order, next: next}
		more, err := c.load()
		if err != nil {
			return err
		}
		if more {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *cursor) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	for len(all) > 0 {
		c := all[0]
		n := c.rest
		if len(all) > 1 {
			n = c.ready(all.second())
		}
		if err := take(c.now.instrument, n, c.give); err != nil {
			return err
		}
		more, err := c.advance()
		if err != nil {
			return err
		}
		if !more {
			last := len(all) - 1
			all[0], all = all[last], all[:last]
		}
		all.sink()
	}
	return nil
}

// merge gives all readings to take: what was laid out, the runs, and a batch that is sorted.
func (p *spool) merge(last *batch, take taking) error {
	p.working.Wait()
	p.leave() // their room goes to the pages that are merged
	if p.failure != nil {
		return p.failure
	}
	for len(p.runs) > p.sizes.runs {
		if err := p.condense(); err != nil {
			return err
		}
	}
	runs := p.pages(p.runs)
	if p.first != nil {
		next, stop := p.traces()
		defer stop()
		runs = slices.Insert(runs, 0, next)
	}
	if len(last.at) > 0 {
		runs = append(runs, once(last))
	}
	return merge(runs, take)
}

// condense merges as many runs as can be into one, and so on, into another file.
func (p *spool) condense() error {
	file, err := p.scratch()
	if err != nil {
		return err
	}
	from := p.file
	defer func() { _ = from.Close() }() // what it holds is in the other one
	var condensed []place
	to := &spool{file: file}
	c := &coder{}
	for some := range slices.Chunk(p.runs, p.sizes.runs) {
		c.begin(p.sizes.runPage, p.scales)
		run := place{at: to.at}
		err = merge(p.pages(some), func(instrument int32, readings int, give giving) error {
			if len(c.coded) > condensedBytes {
				if err := to.write(c); err != nil {
					return err
				}
			}
			return c.fill(instrument, readings, give)
		})
		if err == nil {
			c.flush()
			err = to.write(c)
		}
		if err != nil {
			break
		}
		run.pages = slices.Clone(c.lengths)
		condensed = append(condensed, run)
	}
	p.file, p.runs = file, condensed
	return err
}

// condensedBytes are written at a time.
const condensedBytes = 1 << 20

// pages returns what reads each run.
func (p *spool) pages(runs []place) (all []func(*page) (bool, error)) {
	for _, run := range runs {
		r := runReader{file: p.file, place: run, ahead: mergedAhead / len(runs)}
		all = append(all, func(one *page) (bool, error) {
			text, err := r.page()
			if text == nil || err != nil {
				return false, err
			}
			return true, one.read(text)
		})
	}
	return all
}

// mergedAhead bounds what is held of all runs that are merged, beyond a page of each.
const mergedAhead = 2 << 20 // bytes

// runReader reads a run, several pages at a time: to ask the system for each takes as long as to decode it.
type runReader struct {
	file  io.ReaderAt
	place          // of what was not read yet
	ahead int      // bytes that are read at a time, but at least a page
	read  []byte   // pages that were read, the next one first
	sizes []uint32 // theirs
	room  []byte
}

// page returns the next page, nil after the last. It is overwritten when others are read.
func (r *runReader) page() ([]byte, error) {
	if len(r.sizes) == 0 {
		if len(r.pages) == 0 {
			return nil, nil
		}
		if err := r.readAhead(); err != nil {
			return nil, err
		}
	}
	n := r.sizes[0]
	page := r.read[:n]
	r.read, r.sizes = r.read[n:], r.sizes[1:]
	return page, nil
}

func (r *runReader) readAhead() error {
	size, count := int(r.pages[0]), 1
	for count < len(r.pages) && size+int(r.pages[count]) <= r.ahead {
		size += int(r.pages[count])
		count++
	}
	r.room = withRoom(r.room[:0], max(size, r.ahead))[:size]
	if err := readAt(r.file, r.room, r.at); err != nil {
		return err
	}
	r.at += int64(size)
	r.read, r.sizes, r.pages = r.room, r.pages[:count], r.pages[count:]
	return nil
}

// once reads a run that is one page.
func once(all *batch) func(*page) (bool, error) {
	return func(one *page) (bool, error) {
		more := all != nil
		if more {
			*one = page{spans: all.spans, held: columns{all.at, all.value}}
			all = nil
		}
		return more, nil
	}
}

// pullTraces reads a run from traces that are in the order of their numbers.
func pullTraces(traces []*power.Trace, number func(*power.Trace) int32) (next func(*page) (bool, error), stop func()) {
	var failure error
	pull, stop := iter.Pull(func(yield func(page) bool) {
		for _, t := range traces {
			for at, value := range t.Each() {
				if len(at) == 0 {
					break // Err returns why
				}
				if !yield(page{spans: []span{{number(t), int32(len(at))}}, held: columns{at, value}}) {
					return
				}
			}
			if failure = t.Err(); failure != nil {
				return
			}
		}
	})
	return func(one *page) (more bool, err error) {
		*one, more = pull()
		if !more {
			return false, failure
		}
		return true, nil
	}, stop
}

// traces is a run of what was laid out already.
func (p *spool) traces() (next func(*page) (bool, error), stop func()) {
	return pullTraces(p.first.Traces, func(t *power.Trace) int32 { return p.index[t.Instrument] })
}
