package tracefile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
)

// takeAll reads a file in pieces, on all cores. What comes of it is the same as row by row.
func (d *delimited) takeAll(selections []*selection) error {
	if slices.ContainsFunc(selections, (*selection).counts) {
		return takeRows(d, selections) // what a reading is depends on the one before
	}
	d.settle()
	err := d.takePieces(selections, runtime.GOMAXPROCS(0))
	for _, s := range selections {
		s.notes.addAll(d.notes)
	}
	return err
}

func (d *delimited) takePieces(selections []*selection, cores int) error {
	m := &merger{table: d.table, selections: selections, lines: d.begins - 1}
	if d.first.last || cores < 2 || d.sequential(selections) {
		return d.takeInTurn(m)
	}
	c := newCrew(d, m, cores)
	c.workers.Wait()
	return c.trouble()
}

// sequential reports whether a time can only be read after the one before.
func (d *delimited) sequential(selections []*selection) bool {
	for _, s := range selections {
		if d.undated(s.timeAt) {
			return true
		}
	}
	return false
}

func (d *delimited) takeInTurn(m *merger) error {
	w, h := newReader(d, m.selections), harvestsLeft.Get().(*harvest)
	defer h.leave()
	for p := d.first; ; {
		w.read(p, h)
		if err := m.merge(h); err != nil {
			return err
		}
		if h.err != nil {
			return h.err
		}
		var err error
		if p, err = d.pieces.next(h.room); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return further(err, m.lines)
		}
	}
}

// harvest is what the selections take from a piece, up to the first trouble.
type harvest struct {
	of     *piece
	room   []byte // for the text of the next piece
	caught []catch
	lines  int
	reader *reader
	known  [][]*instrument // of the reader as they were after the piece
	err    error
}

// harvestsLeft are those of logs that were read, for their memory (see what package canonical leaves).
var harvestsLeft = sync.Pool{New: func() any { return &harvest{} }}

func (h *harvest) leave() {
	for i := range h.caught {
		h.caught[i].forget()
	}
	clear(h.known)
	*h = harvest{room: h.room, caught: h.caught, known: h.known}
	harvestsLeft.Put(h)
}

// merger puts harvests together in the order of the file.
type merger struct {
	*table
	selections []*selection
	begun      bool
	rows       int
	lines      int // that were read
}

func (m *merger) merge(h *harvest) error {
	if !m.begun {
		m.begun = true
		m.expect(h)
	}
	h.err = further(h.err, m.lines)
	for i, s := range m.selections {
		if i == 0 {
			m.rows += h.caught[i].rows
		}
		if err := s.merge(&h.caught[i], m.lines, &h.reader.numbers[i], h.known[i]); err != nil {
			return err
		}
	}
	m.lines += h.lines
	if m.rows > maxRows {
		return m.refuse(0, "", fmt.Sprintf("has more than %d rows", maxRows), "give the file in parts")
	}
	return nil
}

// expect makes room for as many readings as the file has if all of it is like the first piece, and some more. That would be
// much where it is not, and many selections take of it.
func (m *merger) expect(h *harvest) {
	if first, rows := len(h.of.text), len(h.caught[0].at); len(m.selections) == 1 && first > 0 {
		m.selections[0].writer.Expect(int(m.size/int64(first)+2) * rows)
	}
}

// waiting is how many pieces may wait for their turn to be hashed and merged, while all cores are busy with others.
const waiting = 8

// crew reads a file on several cores. Each worker fetches a piece, reads it and adds what came of it to
// that of the pieces before, so that the text of a piece stays with one core: it would take longer to hand it
// over than to parse it.
type crew struct {
	*delimited
	workers sync.WaitGroup
	readers sync.Pool // one a core: what a reader has learnt it has at hand there

	cutting sync.Mutex
	pieces  int   // that were cut
	ended   bool  // nobody wants more
	broken  error // why no more pieces come, nil at the end of the file

	merging sync.Mutex
	merged  *sync.Cond // one more piece
	into    *merger
	turn    int   // of the piece that is merged next
	failed  error // the first in the order of the file
}

func newCrew(d *delimited, m *merger, cores int) *crew {
	c := &crew{delimited: d, into: m}
	d.pieces.lend = d.lend
	c.merged = sync.NewCond(&c.merging)
	unread := branchesOf(m.selections) // which nobody changes while readers are made
	c.readers.New = func() any { return newReader(d, unread) }
	for range cores + waiting {
		c.workers.Go(c.work)
	}
	return c
}

func (c *crew) work() {
	for c.workOnOne() {
	}
}

// workOnOne works on the next piece; ok is false where reading ends. The memory for it is what was used last on this core.
func (c *crew) workOnOne() (ok bool) {
	h := harvestsLeft.Get().(*harvest)
	defer h.leave()
	p, number := c.cut(h.room)
	if p == nil {
		return false
	}
	r := c.readers.Get().(*reader)
	r.read(p, h)
	c.readers.Put(r)
	p.owed.hash()
	return c.merge(number, h)
}

// cut returns the next piece with its number; nil where none comes.
func (c *crew) cut(room []byte) (p *piece, number int) {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	if c.ended {
		return nil, 0
	}
	p, number = c.first, c.pieces
	if number > 0 {
		if p, c.broken = c.delimited.pieces.next(room); c.broken != nil {
			c.ended = true
			return nil, 0
		}
	}
	c.pieces++
	return p, number
}

// merge waits for the turn of a piece; ok is false where reading ends.
func (c *crew) merge(number int, h *harvest) (ok bool) {
	c.merging.Lock()
	defer c.merging.Unlock()
	for c.turn != number && c.failed == nil {
		c.merged.Wait()
	}
	if c.failed != nil {
		return false
	}
	c.failed = cmp.Or(c.into.merge(h), h.err)
	c.turn++
	c.merged.Broadcast()
	if c.failed != nil {
		c.stop()
	}
	return c.failed == nil
}

func (c *crew) stop() {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	c.ended = true
}

// trouble is what came first in the file, once everybody has stopped.
func (c *crew) trouble() error {
	if c.failed != nil || errors.Is(c.broken, io.EOF) {
		return c.failed
	}
	return further(c.broken, c.into.lines)
}
