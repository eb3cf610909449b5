package parquet

import (
	"errors"
	"io"
	"math"
	"runtime"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/timestamp"
)

// runRows is how many rows of a column are handed on together.
const runRows = 16 << 10

// cellRun are the cells of a column in rows that follow each other: integers, the bits of doubles, or
// the numbers under which texts are kept.
type cellRun struct {
	bits []uint64
	null []bool   // nil if no cell is missing
	page []uint64 // of the last run of a page: the memory of all of them, which others may have when they are done
	err  error    // ends the column
}

// laned reports whether the cells of the column can be read as runs.
func (c *parquetColumn) laned() bool {
	if c.leaf.MaxRepetitionLevel > 0 || c.unsigned || c.calendar {
		return false
	}
	switch c.kind {
	case parquet.Int32, parquet.Int64, parquet.Float, parquet.Double:
		return true
	case parquet.ByteArray:
		return c.decimal == nil
	}
	return false
}

// eachRun reads the column of the row group that b stands on. What visit is given is its own and is taken from spent pages;
// where there can be none, it is overwritten.
func (b *parquetBulk) eachRun(column int, texts *interned, spent <-chan []uint64, visit func(cellRun) error) error {
	own := *b.leaves[column]
	group := &b.file.Metadata().RowGroups[b.group]
	if err := own.open(b.Source, group, b.chunks); err != nil {
		return err
	}
	defer own.close()
	r := &runReader{column: &own, texts: texts, spent: spent}
	for {
		err := input.Recovering(func() error { return r.page(visit) })
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// runReader cuts pages into runs.
type runReader struct {
	column     *parquetColumn
	texts      *interned
	dictionary parquet.Dictionary
	meant      []uint64        // by the entries of the dictionary
	spent      <-chan []uint64 // nil if nobody needs the cells of a page any more once those of the next are read
	cells      []uint64        // of the page before
}

// room returns memory for the cells of a page.
func (r *runReader) room(cells int) []uint64 {
	room := r.cells
	if r.spent != nil {
		select {
		case room = <-r.spent:
		default:
			room = nil
		}
	}
	return laneOf(room, cells)
}

// laneOf returns an empty lane with room for so many cells. It is slices.Grow, but does not touch all of the room at once:
// while memory is found for that the collector is held up, and all who wait for it.
func laneOf[T any](room []T, cells int) []T {
	if cap(room) < cells {
		return make([]T, 0, cells)
	}
	return room[:0]
}

func (r *runReader) page(visit func(cellRun) error) error {
	page, err := r.column.pages.ReadPage()
	if err != nil {
		return err
	}
	defer parquet.Release(page)
	values := page.Data()
	var cells []uint64
	if dictionary := page.Dictionary(); dictionary != nil {
		cells, err = r.looked(dictionary, values.Int32())
	} else {
		cells, err = r.plain(values, r.room)
	}
	if err != nil {
		return err
	}
	r.cells = cells
	levels := page.DefinitionLevels()
	if len(levels) == 0 {
		return cut(cellRun{bits: cells}, visit)
	}
	spread, err := r.spread(cells, levels)
	if err != nil {
		return err
	}
	return cut(spread, visit)
}

// looked returns the cells that entries of a dictionary stand for.
func (r *runReader) looked(dictionary parquet.Dictionary, entries []int32) (cells []uint64, err error) {
	if r.dictionary != dictionary {
		values := dictionary.Page().Data()
		if r.meant, err = r.plain(values, func(cells int) []uint64 { return make([]uint64, 0, cells) }); err != nil {
			return nil, err
		}
		r.dictionary = dictionary
	}
	cells = r.room(len(entries))[:len(entries)]
	for i, entry := range entries {
		cells[i] = r.meant[entry]
	}
	return cells, nil
}

// plain returns cells as they are written.
func (r *runReader) plain(values encoding.Values, room func(cells int) []uint64) (into []uint64, err error) {
	switch r.column.kind {
	case parquet.Int32:
		cells := values.Int32()
		into = room(len(cells))
		for _, v := range cells {
			into = append(into, uint64(int64(v)))
		}
	case parquet.Int64:
		cells := values.Int64()
		into = room(len(cells))
		for _, v := range cells {
			into = append(into, uint64(v))
		}
	case parquet.Float:
		cells := values.Float()
		into = room(len(cells))
		for _, v := range cells {
			into = append(into, math.Float64bits(float64(v)))
		}
	case parquet.Double:
		cells := values.Double()
		into = room(len(cells))
		for _, v := range cells {
			into = append(into, math.Float64bits(v))
		}
	default:
		data, offsets := values.ByteArray()
		into = room(len(offsets))
		for i := 1; i < len(offsets); i++ {
			number, ok := r.texts.of(data[offsets[i-1]:offsets[i]])
			if !ok {
				return nil, errRowByRow
			}
			into = append(into, number)
		}
	}
	return into, nil
}

// spread puts cells where they belong between the missing ones.
func (r *runReader) spread(cells []uint64, levels []byte) (cellRun, error) {
	if len(cells) == len(levels) {
		return cellRun{bits: cells}, nil
	}
	run := cellRun{bits: make([]uint64, len(levels)), null: make([]bool, len(levels))}
	next := 0
	for i, level := range levels {
		if run.null[i] = int(level) != r.column.leaf.MaxDefinitionLevel; run.null[i] {
			continue
		}
		if next == len(cells) {
			return run, input.ErrEndsEarly
		}
		run.bits[i] = cells[next]
		next++
	}
	return run, nil
}

func cut(run cellRun, visit func(cellRun) error) error {
	for start := 0; start < len(run.bits); start += runRows {
		end := min(start+runRows, len(run.bits))
		piece := cellRun{bits: run.bits[start:end]}
		if run.null != nil {
			piece.null = run.null[start:end]
		}
		if end == len(run.bits) {
			piece.page = run.bits
		}
		if err := visit(piece); err != nil {
			return err
		}
	}
	return nil
}

// errStopped ends a column that nobody waits for any more.
var errStopped = errors.New("stopped")

// decodeAhead reads columns on all cores and gives their runs in the order of the columns. stop has to
// be called.
func (b *parquetBulk) decodeAhead(columns []int) (next chan chan cellRun, stop func()) {
	next = make(chan chan cellRun, runtime.GOMAXPROCS(0)-1)
	stopped := make(chan struct{})
	go func() {
		defer close(next)
		for _, column := range columns {
			runs := make(chan cellRun, 4) // so that a column is not held up by the one before
			select {
			case next <- runs:
				go b.decode(column, runs, stopped)
			case <-stopped:
				return
			}
		}
	}()
	return next, func() { close(stopped) }
}

func (b *parquetBulk) decode(column int, runs chan<- cellRun, stopped <-chan struct{}) {
	defer close(runs)
	send := func(run cellRun) error {
		select {
		case runs <- run:
			return nil
		case <-stopped:
			return errStopped
		}
	}
	err := b.eachRun(column, nil, b.spent, send)
	if err != nil && !errors.Is(err, errStopped) {
		_ = send(cellRun{err: err}) // or nobody wants to know
	}
}

// timeLane are the times of a row group as a series reads them, in nanoseconds since 1970 UTC.
type timeLane struct {
	group  int // the row group
	column int
	timing timestamp.Timing
	clock  *timestamp.Clock
	texts  *interned
	at     []int64
	bad    []int // rows without a time that can be read
}

// timeLane returns the times a series is read by; they are fresh where nobody asked for them yet.
func (b *parquetBulk) timeLane(taker *parquetSelection) (lane *timeLane, fresh bool) {
	column, as := taker.selection.TimeAt, taker.selection.Timing
	for _, lane := range b.times {
		if lane.column == column && lane.timing == as {
			fresh, lane.group = lane.group != b.group, b.group
			return lane, fresh
		}
	}
	lane = &timeLane{group: b.group, column: column, timing: as, clock: b.clocks.Of(column, as)}
	b.times = append(b.times, lane)
	return lane, true
}

func (b *parquetBulk) readTimes(lane *timeLane) error {
	lane.texts, lane.bad, lane.at = newInterned(), lane.bad[:0], laneOf(lane.at, int(b.rows))
	own := *b.leaves[lane.column]
	last, at, fine := uint64(0), int64(0), false
	err := b.eachRun(lane.column, lane.texts, nil, func(run cellRun) error {
		for i, bits := range run.bits {
			if bits != last || len(lane.at) == 0 {
				at, fine = own.laneTime(bits, lane)
				last = bits
			}
			if !fine || run.null != nil && run.null[i] {
				lane.bad = append(lane.bad, len(lane.at))
			}
			lane.at = append(lane.at, at)
		}
		return b.within(len(lane.at))
	})
	if err != nil {
		return b.laneError(lane.column, err)
	}
	return b.whole(lane.column, len(lane.at))
}

// laneTime returns the instant of a cell, if it has one.
func (c *parquetColumn) laneTime(bits uint64, lane *timeLane) (at int64, fine bool) {
	var f *celltext.Error
	var m timestamp.Moment
	switch {
	case c.kind == parquet.ByteArray:
		at, f = lane.clock.Read([]byte(lane.texts.texts[bits]))
		return at, f == nil
	case c.kind == parquet.Int64 && c.stamp != nil:
		m, fine = c.stamped(int64(bits))
	default:
		counted, ok := c.tally(c.laneValue(bits))
		if !ok {
			return 0, false
		}
		at, f = lane.clock.Count(counted)
		return at, f == nil
	}
	if !fine {
		return 0, false
	}
	at, f = lane.clock.Zones.Instant(m)
	return at, f == nil
}

// laneValue returns a cell of numbers as rows are read.
func (c *parquetColumn) laneValue(bits uint64) parquet.Value {
	switch c.kind {
	case parquet.Int32:
		return parquet.Int32Value(int32(bits))
	case parquet.Int64:
		return parquet.Int64Value(int64(bits))
	case parquet.Float:
		return parquet.FloatValue(float32(math.Float64frombits(bits)))
	}
	return parquet.DoubleValue(math.Float64frombits(bits))
}

// within refuses a column that holds more cells than the group claims rows.
func (b *parquetBulk) within(cells int) error {
	if int64(cells) > b.rows {
		return errors.New("it holds more values than the file claims rows")
	}
	return nil
}

func (b *parquetBulk) whole(column, cells int) error {
	if int64(cells) != b.rows {
		return b.damagedColumn(column, input.ErrEndsEarly)
	}
	return nil
}

func (b *parquetBulk) laneError(column int, err error) error {
	if errors.Is(err, errRowByRow) {
		return err
	}
	return b.errorAt(column, err)
}
