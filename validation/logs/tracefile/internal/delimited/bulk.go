package delimited

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// TakeAll reads a file in pieces, on all cores. What comes of it is the same as row by row.
func (d *Delimited) TakeAll(selections []*table.Selection) error {
	if slices.ContainsFunc(selections, (*table.Selection).Counts) {
		return table.TakeRows(d, selections) // what a reading is depends on the one before
	}
	d.resolveNotation()
	err := d.takePieces(selections, runtime.GOMAXPROCS(0))
	for _, s := range selections {
		s.Notes.AddAll(d.Notes)
	}
	return err
}

// takePieces reads the file in pieces, on several cores if the selections allow it.
func (d *Delimited) takePieces(selections []*table.Selection, cores int) error {
	m := &merger{Table: d.Table, selections: selections, lines: d.begins - 1}
	after := func(s *table.Selection) bool { return d.Undated(s.TimeAt) } // the time before, which tells the day
	c := newWorkerPool(d, m, cores, d.first.Last || cores < 2 || slices.ContainsFunc(selections, after))
	c.workers.Wait()
	return c.err()
}

type pieceReadings struct {
	of      *table.Piece
	room    []byte // for the text of the next piece
	batches []table.Batch
	lines   int
	reader  *reader
	known   [][]*table.Instrument // of the reader as they were after the piece
	clocks  []timestamp.Order     // likewise
	err     error
}

// pieceReadingsPool are those of logs that were read, for their memory (see what package canonical leaves).
var pieceReadingsPool = sync.Pool{New: func() any { return &pieceReadings{} }}

func (h *pieceReadings) release() {
	for i := range h.batches {
		h.batches[i].Forget()
	}
	clear(h.known)
	*h = pieceReadings{room: h.room, batches: h.batches, known: h.known}
	pieceReadingsPool.Put(h)
}

// merger puts harvests together in the order of the file.
type merger struct {
	*table.Table
	selections []*table.Selection
	begun      bool
	rows       int
	lines      int               // that were read
	clocks     []timestamp.Order // after them
}

func (m *merger) merge(h *pieceReadings) error {
	if !m.begun {
		m.begun = true
		m.expect(h)
	}
	h.err = further(h.err, m.lines)
	for i, s := range m.selections {
		if i == 0 {
			m.rows += h.batches[i].Rows
		}
		if err := s.Merge(&h.batches[i], m.lines, &h.reader.numbers[i], h.known[i]); err != nil {
			return err
		}
	}
	m.lines += h.lines
	m.clocks = h.clocks
	if m.rows > table.MaxRows {
		return m.Refuse(0, "", fmt.Sprintf("has more than %d rows", table.MaxRows), "give the file in parts")
	}
	return nil
}

// expect makes room for as many readings as the file has if all of it is like the first piece.
func (m *merger) expect(h *pieceReadings) {
	if first, rows := len(h.of.Text), len(h.batches[0].At); len(m.selections) == 1 && first > 0 {
		m.selections[0].Writer.Expect(int(m.Length/int64(first)+2) * rows)
	}
}

// waiting is how many pieces may wait for their turn to be merged, while all cores are busy with others.
const waiting = 8

// workerPool reads a file on several cores. The text of a piece stays with one core: handing it over takes longer than
// parsing it.
type workerPool struct {
	*Delimited
	workers sync.WaitGroup
	readers sync.Pool          // one a core: what a reader has learnt it has at hand there
	unread  []*table.Selection // which nobody changes while readers are made
	single  *reader            // of a file that one core reads, piece after piece

	cutting sync.Mutex
	taken   int   // that were cut
	ended   bool  // nobody wants more
	broken  error // why no more pieces come, nil at the end of the file

	merging sync.Mutex
	merged  *sync.Cond // one more piece
	into    *merger
	turn    int   // of the piece that is merged next
	failed  error // the first in the order of the file
}

func newWorkerPool(d *Delimited, m *merger, cores int, inTurn bool) *workerPool {
	c := &workerPool{Delimited: d, into: m}
	c.merged = sync.NewCond(&c.merging)
	c.unread = table.BranchesOf(m.selections)
	c.readers.New = func() any { return newReader(d, c.unread) }
	workers := cores + waiting
	if inTurn {
		c.single, workers = newReader(d, c.unread), 1
	}
	for range workers {
		c.workers.Go(func() {
			for c.workOnOne() {
			}
		})
	}
	return c
}

func (c *workerPool) workOnOne() (ok bool) {
	h := pieceReadingsPool.Get().(*pieceReadings)
	defer h.release()
	p, number := c.cut(h.room)
	if p == nil {
		return false
	}
	if c.single != nil {
		c.single.read(p, h)
		return c.merge(number, h)
	}
	r := c.readers.Get().(*reader)
	r.row.Resume(nil) // the rows before are not known
	if r.read(p, h); r.row.Unsettled() {
		// What the reader met is not merged, so another one reads the piece, and this one nothing more.
		r = newReader(c.Delimited, c.unread)
		r.row.Resume(c.clocksBefore(number))
		r.read(p, h)
	}
	c.readers.Put(r)
	return c.merge(number, h)
}

func (c *workerPool) cut(room []byte) (p *table.Piece, number int) {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	if c.ended {
		return nil, 0
	}
	if p, number = c.first, c.taken; number > 0 {
		if p, c.broken = c.Delimited.pieces.next(room); c.broken != nil {
			c.ended = true
			return nil, 0
		}
	}
	c.taken++
	return p, number
}

func (c *workerPool) clocksBefore(number int) []timestamp.Order {
	c.merging.Lock()
	defer c.merging.Unlock()
	for c.turn != number && c.failed == nil {
		c.merged.Wait()
	}
	return c.into.clocks
}

// merge waits for the turn of a piece; ok is false if reading ends.
func (c *workerPool) merge(number int, h *pieceReadings) (ok bool) {
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

func (c *workerPool) stop() {
	c.cutting.Lock()
	defer c.cutting.Unlock()
	c.ended = true
}

func (c *workerPool) err() error {
	if c.failed != nil || errors.Is(c.broken, io.EOF) {
		return c.failed
	}
	return further(c.broken, c.into.lines)
}

type reader struct {
	row      table.TextRow
	branches []*table.Selection
	even     *evenRows // nil if no even rows have such columns
	numbers  [][]int32 // the writer's, of the lanes of each branch: for the merger, while others are read
}

func newReader(d *Delimited, selections []*table.Selection) *reader {
	r := &reader{row: table.TextRow{Table: d.Table, Survey: d.Survey, Separator: d.Separator,
		Notation: d.TextRow.Notation}, numbers: make([][]int32, len(selections))}
	r.branches = table.BranchesOf(selections)
	for _, s := range r.branches {
		r.row.Clock(s.TimeAt, s.Timing) // which goes on from where the one before stood
	}
	r.even = newEvenRows(&r.row, r.branches)
	return r
}

func (r *reader) read(p *table.Piece, h *pieceReadings) {
	h.of, h.reader, h.err = p, r, nil
	if p.Room != nil {
		h.room = p.Room
	}
	if more := len(r.branches) - len(h.batches); more > 0 {
		h.batches, h.known = append(h.batches, make([]table.Batch, more)...),
			append(h.known, make([][]*table.Instrument, more)...)
	}
	for i, s := range r.branches {
		s.Begin(&h.batches[i])
	}
	h.lines, h.err = r.rows(p)
	for i, s := range r.branches {
		s.End()
		h.known[i] = s.Instruments.All
	}
	h.clocks = r.row.Standing()
}

// rows takes the rows of a piece, and returns how many lines it has. An error states its line as though the piece were
// the file.
func (r *reader) rows(p *table.Piece) (lines int, err error) {
	s := r.branches[0]
	for at := 0; at < len(p.Text); {
		record, next := table.RecordAt(p.Text, at)
		plain := p.Bare || bytes.IndexByte(record, '"') < 0
		cut := p.Last && next == len(p.Text) && p.Text[next-1] != '\n'
		if cut {
			r.row.Before = p.Text[:at]
		}
		taken := len(s.Batch.At)
		if err := r.slow(record, 1+lines, cut); err != nil {
			return lines, err
		}
		lines += bytes.Count(p.Text[at:next], celltext.Newline)
		if rows := s.Rows; plain && r.even != nil && len(s.Batch.At) == taken+1 {
			next = r.even.follow(p.Text, at, next)
			lines += s.Rows - rows
		}
		at = next
	}
	return lines, nil
}

func (r *reader) slow(record []byte, line int, cut bool) error {
	if celltext.IsEmptyRecord(record) {
		return nil
	}
	if inputErr := r.row.Stand(record, line, cut); inputErr != nil {
		return inputErr
	}
	return table.TakeRow(r.branches, &r.row)
}
