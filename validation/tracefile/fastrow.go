package tracefile

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// fastRow reads rows that are written as usual: no quotes, nothing missing, as many cells as the
// header has, times as the one before. It takes a whole row or nothing of it; what it refuses is read
// the careful way.
type fastRow struct {
	separator  byte
	columns    int
	point      byte // before decimals
	steps      []step
	takers     []taker
	times      []int64
	values     []int64
	cells      [][]byte
	worthwhile bool // rows may be written so that this reads them
	keyed      bool // instruments are told apart
}

// step is a column that is needed, with what is made of it.
type step struct {
	column int
	clocks []slot[*clock]
	values []slot[*exact]
	cell   int // where the cell is put, -1 where nobody looks at it
	unit   []byte
}

// slot is where something that is read is put.
type slot[T any] struct {
	by T
	at int
}

// taker is a selection and where its parts are put.
type taker struct {
	branch  *selection
	time    int
	values  []int
	keys    []int
	filters []int
	last    *instrument // of the row before
}

func newFastRow(row *textRow, branches []*selection) *fastRow {
	f := &fastRow{separator: row.separator, columns: len(row.names), point: '.', worthwhile: true}
	if row.notation.comma {
		f.point = ','
	}
	for _, s := range branches {
		f.add(row, s)
	}
	slices.SortFunc(f.steps, func(a, b step) int { return a.column - b.column })
	return f
}

// add plans what a selection needs.
func (f *fastRow) add(row *textRow, s *selection) {
	if row.partner[s.timeAt] >= 0 || row.undated(s.timeAt) || slices.Contains(s.valuesAt, s.timeAt) {
		f.worthwhile = false
		return
	}
	f.keyed = f.keyed || len(s.keyAt) > 0
	t := taker{branch: s, time: len(f.times)}
	at := f.step(s.timeAt)
	c := row.clock(s.timeAt, s.timing)
	if i := slices.IndexFunc(f.steps[at].clocks, func(one slot[*clock]) bool { return one.by == c }); i >= 0 {
		t.time = f.steps[at].clocks[i].at
	} else {
		f.steps[at].clocks = append(f.steps[at].clocks, slot[*clock]{c, t.time})
		f.times = append(f.times, 0)
	}
	for _, column := range s.valuesAt {
		at := f.step(column)
		f.steps[at].unit = row.unitText[column]
		f.steps[at].values = append(f.steps[at].values, slot[*exact]{newExact(s.series.Unit), len(f.values)})
		t.values = append(t.values, len(f.values))
		f.values = append(f.values, 0)
	}
	for _, column := range s.keyAt {
		t.keys = append(t.keys, f.cell(column))
	}
	for i := range s.filters {
		t.filters = append(t.filters, f.cell(s.filters[i].column))
	}
	f.takers = append(f.takers, t)
}

// step returns the place of the step of a column.
func (f *fastRow) step(column int) int {
	i := slices.IndexFunc(f.steps, func(one step) bool { return one.column == column })
	if i < 0 {
		i = len(f.steps)
		f.steps = append(f.steps, step{column: column, cell: -1})
	}
	return i
}

func (f *fastRow) cell(column int) int {
	one := &f.steps[f.step(column)]
	if one.cell < 0 {
		one.cell = len(f.cells)
		f.cells = append(f.cells, nil)
	}
	return one.cell
}

// take reads the rows from a place of text on that are written as usual, and returns where the next one
// begins, which is not. plain tells that text has no quotes.
func (f *fastRow) take(text []byte, at int, plain bool) (next int) {
	for f.worthwhile && at < len(text) {
		row := text[at:]
		if !plain && bytes.IndexByte(lineOf(row), '"') >= 0 || f.keyed && f.full() {
			break
		}
		rest, ok := f.read(row)
		if !ok {
			break
		}
		for i := range f.takers {
			f.takers[i].take(f)
		}
		at = len(text) - len(rest)
	}
	return at
}

// full reports whether another instrument would be too many.
func (f *fastRow) full() bool {
	for i := range f.takers {
		if len(f.takers[i].branch.instruments.all) >= f.takers[i].branch.mostInstruments() {
			return true
		}
	}
	return false
}

// lineOf returns the line that text begins with, as long as a record may be.
func lineOf(text []byte) []byte {
	text = text[:min(len(text), maxRecord)]
	return text[:max(0, bytes.IndexByte(text, '\n'))]
}

// read reads the needed columns of the row that text begins with, and returns what follows the row.
func (f *fastRow) read(row []byte) (rest []byte, ok bool) {
	column := 0
	for i := range f.steps {
		s := &f.steps[i]
		if column < s.column {
			if row = f.skip(row, s.column-column); row == nil {
				return nil, false
			}
			column = s.column
		}
		for len(row) > 0 && row[0] == ' ' {
			row = row[1:]
		}
		if row, ok = s.read(f, row); !ok || len(row) == 0 {
			return nil, false
		}
		column++
		if column < f.columns {
			if !f.isSeparator(row[0]) {
				return nil, false
			}
			row = row[1:]
		}
	}
	if column < f.columns {
		line := lineOf(row)
		if f.left(line) != f.columns-column {
			return nil, false
		}
		row = row[len(line):]
	}
	return afterLineEnd(row)
}

// afterLineEnd returns what follows the line end that text begins with.
func afterLineEnd(text []byte) (rest []byte, ok bool) {
	if len(text) > 1 && text[0] == '\r' {
		text = text[1:]
	}
	if len(text) == 0 || text[0] != '\n' {
		return nil, false
	}
	return text[1:], true
}

func (f *fastRow) isSeparator(c byte) bool {
	return c == f.separator || f.separator == ' ' && c == '\t'
}

// skip returns what follows so many separators, nil where the line has fewer.
func (f *fastRow) skip(row []byte, count int) []byte {
	line := lineOf(row)
	if f.separator == ' ' {
		line = skipBlanks(line, count)
		if line == nil {
			return nil
		}
		return row[len(lineOf(row))-len(line):]
	}
	after := skipSeparators(line, f.separator, count)
	if after < 0 {
		return nil
	}
	return row[after:]
}

// skipSeparators returns where the text after so many separators begins, -1 where there are fewer.
func skipSeparators(line []byte, separator byte, count int) int {
	const ones, low = 0x01_01_01_01_01_01_01_01, 0x7f_7f_7f_7f_7f_7f_7f_7f
	at := 0
	for ; at+8 <= len(line); at += 8 {
		x := binary.LittleEndian.Uint64(line[at:]) ^ uint64(separator)*ones
		found := ^((x&low + low) | x | low) // the highest bit of every byte that is the separator
		if n := bits.OnesCount64(found); n < count {
			count -= n
			continue
		}
		for ; count > 1; count-- {
			found &= found - 1
		}
		return at + bits.TrailingZeros64(found)/8 + 1
	}
	for ; at < len(line); at++ {
		if line[at] == separator {
			if count--; count == 0 {
				return at + 1
			}
		}
	}
	return -1
}

func skipBlanks(row []byte, count int) []byte {
	row = bytes.TrimLeft(row, " \t")
	for ; count > 0; count-- {
		at := bytes.IndexAny(row, " \t")
		if at < 0 {
			return nil
		}
		row = bytes.TrimLeft(row[at:], " \t")
	}
	return row
}

// left returns how many cells a row goes on with.
func (f *fastRow) left(row []byte) int {
	if f.separator == ' ' {
		return cellCount(row, ' ')
	}
	return 1 + bytes.Count(row, []byte{f.separator})
}

// read reads the cell at the beginning of row and returns what follows it.
func (s *step) read(f *fastRow, row []byte) (rest []byte, ok bool) {
	begin := row
	read := false
	for _, one := range s.clocks {
		if f.times[one.at], rest, ok = one.by.quick(begin); !ok {
			return nil, false
		}
		read = true
	}
	if len(s.values) > 0 {
		var d decimal
		if d, rest, ok = decimalAt(begin, f.point); !ok {
			return nil, false
		}
		if len(s.unit) > 0 {
			if !bytes.HasPrefix(rest, s.unit) {
				return nil, false
			}
			rest = rest[len(s.unit):]
		}
		for _, one := range s.values {
			if f.values[one.at], ok = one.by.fixed(d); !ok {
				return nil, false
			}
		}
		read = true
	}
	if s.cell < 0 {
		return rest, read
	}
	return s.readCell(f, begin, rest, read)
}

// readCell keeps the cell as it is written.
func (s *step) readCell(f *fastRow, row, rest []byte, read bool) ([]byte, bool) {
	end := 0
	for end < len(row) && !f.isSeparator(row[end]) && row[end] != '\n' {
		end++
	}
	if end > 0 && end < len(row) && row[end] == '\n' && row[end-1] == '\r' {
		end--
	}
	cell := row[:end]
	if len(cell) == 0 || cell[len(cell)-1] <= ' ' || cell[0] <= ' ' || read && len(row)-len(rest) != end {
		return nil, false
	}
	f.cells[s.cell] = cell
	return row[end:], true
}

// take adds the reading of the row that was read.
func (t *taker) take(f *fastRow) {
	s := t.branch
	s.rows++
	for i, cell := range t.filters {
		if !s.filters[i].admits(f.cells[cell]) {
			return
		}
	}
	one := t.instrument(f)
	for i, value := range t.values {
		s.catch.add(s.laneNumber(one, i), f.times[t.time], f.values[value])
	}
}

// instrument returns that of the row. Long tables repeat their instruments in the same order, so the
// one that followed last time is tried first.
func (t *taker) instrument(f *fastRow) *instrument {
	if t.last != nil {
		if len(t.keys) == 0 {
			return t.last // there is only one
		}
		if next := t.last.next; next != nil && t.is(next, f) {
			t.last = next
			return next
		}
	}
	known := &t.branch.instruments
	known.begin()
	for _, cell := range t.keys {
		known.addKey(f.cells[cell])
	}
	one := known.current(t.branch.mostInstruments())
	if t.last != nil {
		t.last.next = one
	}
	t.last = one
	return one
}

func (t *taker) is(one *instrument, f *fastRow) bool {
	for i, cell := range t.keys {
		if one.key[i] != string(f.cells[cell]) {
			return false
		}
	}
	return true
}
