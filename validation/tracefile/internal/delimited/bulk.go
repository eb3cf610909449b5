package delimited

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"green500/validation/tracefile/internal/table"
)

// TakeAll reads a file in pieces, on all cores. What comes of it is the same as row by row.
func (d *Delimited) TakeAll(selections []*table.Selection) error {
	if slices.ContainsFunc(selections, (*table.Selection).Counts) {
		return table.TakeRows(d, selections) // what a reading is depends on the one before
	}
	d.ResolveNotation()
	err := d.TakePieces(selections, runtime.GOMAXPROCS(0))
	for _, s := range selections {
		s.Notes.AddAll(d.Notes)
	}
	return err
}

// TakePieces reads the file in pieces, on several cores if the selections allow it, and merges what they read in the
// order of the file.
func (d *Delimited) TakePieces(selections []*table.Selection, cores int) error {
	m := &Merger{Table: d.Table, Selections: selections, Lines: d.Begins - 1}
	if d.First.Last || cores < 2 || d.sequential(selections) {
		return d.takeInTurn(m)
	}
	c := newWorkerPool(d, m, cores)
	c.workers.Wait()
	return c.err()
}

// sequential reports whether a time can only be read after the one before.
func (d *Delimited) sequential(selections []*table.Selection) bool {
	for _, s := range selections {
		if d.Undated(s.TimeAt) {
			return true
		}
	}
	return false
}

func (d *Delimited) takeInTurn(m *Merger) error {
	w, h := NewReader(d, m.Selections), pieceReadingsPool.Get().(*PieceReadings)
	defer h.release()
	for p := d.First; ; {
		w.Read(p, h)
		if err := m.Merge(h); err != nil {
			return err
		}
		if h.Err != nil {
			return h.Err
		}
		var err error
		if p, err = d.Pieces.Next(h.room); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return further(err, m.Lines)
		}
	}
}

// PieceReadings is what the selections take from a piece, up to the first error.
type PieceReadings struct {
	of      *table.Piece
	room    []byte // for the text of the next piece
	batches []table.Batch
	lines   int
	reader  *Reader
	known   [][]*table.Instrument // of the reader as they were after the piece
	Err     error
}

// pieceReadingsPool are those of logs that were read, for their memory (see what package canonical leaves).
var pieceReadingsPool = sync.Pool{New: func() any { return &PieceReadings{} }}

func (h *PieceReadings) release() {
	for i := range h.batches {
		h.batches[i].Forget()
	}
	clear(h.known)
	*h = PieceReadings{room: h.room, batches: h.batches, known: h.known}
	pieceReadingsPool.Put(h)
}

// Merger puts harvests together in the order of the file.
type Merger struct {
	*table.Table
	Selections []*table.Selection
	begun      bool
	rows       int
	Lines      int // that were read
}

// Merge adds the readings of one piece, and returns the error that its reading ended with.
func (m *Merger) Merge(h *PieceReadings) error {
	if !m.begun {
		m.begun = true
		m.expect(h)
	}
	h.Err = further(h.Err, m.Lines)
	for i, s := range m.Selections {
		if i == 0 {
			m.rows += h.batches[i].Rows
		}
		if err := s.Merge(&h.batches[i], m.Lines, &h.reader.numbers[i], h.known[i]); err != nil {
			return err
		}
	}
	m.Lines += h.lines
	if m.rows > table.MaxRows {
		return m.Refuse(0, "", fmt.Sprintf("has more than %d rows", table.MaxRows), "give the file in parts")
	}
	return nil
}

// expect makes room for as many readings as the file has if all of it is like the first piece, and some more. That would be
// much where it is not, and many selections take of it.
func (m *Merger) expect(h *PieceReadings) {
	if first, rows := len(h.of.Text), len(h.batches[0].At); len(m.Selections) == 1 && first > 0 {
		m.Selections[0].Writer.Expect(int(m.Length/int64(first)+2) * rows)
	}
}

// waiting is how many pieces may wait for their turn to be hashed and merged, while all cores are busy with others.
const waiting = 8

// workerPool reads a file on several cores. Each worker fetches a piece, reads it and adds what came of it to
// that of the pieces before, so that the text of a piece stays with one core: it would take longer to hand it
// over than to parse it.
type workerPool struct {
	*Delimited
	workers sync.WaitGroup
	readers sync.Pool // one a core: what a reader has learnt it has at hand there

	cutting sync.Mutex
	pieces  int   // that were cut
	ended   bool  // nobody wants more
	broken  error // why no more pieces come, nil at the end of the file

	merging sync.Mutex
	merged  *sync.Cond // one more piece
	into    *Merger
	turn    int   // of the piece that is merged next
	failed  error // the first in the order of the file
}

func newWorkerPool(d *Delimited, m *Merger, cores int) *workerPool {
	c := &workerPool{Delimited: d, into: m}
	d.Pieces.hashLater = d.HashLater
	c.merged = sync.NewCond(&c.merging)
	unread := table.BranchesOf(m.Selections) // which nobody changes while readers are made
	c.readers.New = func() any { return NewReader(d, unread) }
	for range cores + waiting {
		c.workers.Go(c.work)
	}
	return c
}

func (c *workerPool) work() {
	for c.workOnOne() {
	}
}

// workOnOne works on the next piece; ok is false where reading ends. The memory for it is what was used last on this core.
func (c *workerPool) workOnOne() (ok bool) {
	h := pieceReadingsPool.Get().(*PieceReadings)
	defer h.release()
	p, number := c.cut(h.room)
	if p == nil {
		return false
	}
	r := c.readers.Get().(*Reader)
	r.Read(p, h)
	c.readers.Put(r)
	p.PendingHash.Hash()
	return c.merge(number, h)
}

// cut returns the next piece with its number; nil where none comes.
func (c *workerPool) cut(room []byte) (p *table.Piece, number int) {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	if c.ended {
		return nil, 0
	}
	p, number = c.First, c.pieces
	if number > 0 {
		if p, c.broken = c.Delimited.Pieces.Next(room); c.broken != nil {
			c.ended = true
			return nil, 0
		}
	}
	c.pieces++
	return p, number
}

// merge waits for the turn of a piece; ok is false where reading ends.
func (c *workerPool) merge(number int, h *PieceReadings) (ok bool) {
	c.merging.Lock()
	defer c.merging.Unlock()
	for c.turn != number && c.failed == nil {
		c.merged.Wait()
	}
	if c.failed != nil {
		return false
	}
	c.failed = cmp.Or(c.into.Merge(h), h.Err)
	c.turn++
	c.merged.Broadcast()
	if c.failed != nil {
		c.stop()
	}
	return c.failed == nil
}

func (c *workerPool) stop() {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	c.ended = true
}

// err is what came first in the file, once everybody has stopped.
func (c *workerPool) err() error {
	if c.failed != nil || errors.Is(c.broken, io.EOF) {
		return c.failed
	}
	return further(c.broken, c.into.Lines)
}
