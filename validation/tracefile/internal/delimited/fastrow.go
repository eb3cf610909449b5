package delimited

import (
	"bytes"
	"math/bits"
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// fastRow reads rows that are written as usual: no quotes, nothing missing, as many cells as the
// header has, times as the one before. It takes a whole row or nothing of it; what it refuses is read
// the careful way.
type fastRow struct {
	separator  byte
	columns    int
	point      byte // before decimals
	steps      []step
	planned    map[int]int // where the step of a column is, while steps are added
	selections []rowSelection
	times      []int64
	values     []int64
	cells      [][]byte
	worthwhile bool      // rows may be written so that this reads them
	left       int       // columns after the last one that is needed
	even       *evenRows // nil if no even rows have such columns
	unit       string    // of rows that say theirs
	ofUnits    bool      // a selection looks at it
	jumps      bool      // there are columns that nobody needs, so the end of the line is looked for first
}

type step struct {
	column int
	skip   int // columns between the step before and this one
	passed int // bytes of them in the row before
	clocks []slot[*timestamp.Clock]
	values []slot[*celltext.Exact]
	cell   int // where the cell is put, -1 where nobody looks at it
	unit   []byte

	from, to int              // where the number of the row before stood, if the step reads one
	written  celltext.Figures // and how
}

type slot[T any] struct {
	by T
	at int
}

func newFastRow(row *table.TextRow, branches []*table.Selection) *fastRow {
	f := &fastRow{separator: row.Separator, columns: len(row.Names), point: '.', worthwhile: true, planned: map[int]int{}}
	if row.Notation.Comma {
		f.point = ','
		f.worthwhile = f.separator != f.point
	}
	f.worthwhile = f.worthwhile && !row.Untailed // a row of as many cells as the header has one too many
	for _, s := range branches {
		f.add(row, s)
	}
	f.planned = nil
	slices.SortFunc(f.steps, func(a, b step) int { return a.column - b.column })
	f.left = f.columns
	for i := range f.steps {
		s := &f.steps[i]
		s.skip = s.column - (f.columns - f.left)
		f.left = f.columns - s.column - 1
		f.jumps = f.jumps || s.skip > 0
	}
	f.jumps = f.jumps || f.left > 0
	f.even = newEvenRows(f)
	return f
}

func (f *fastRow) add(row *table.TextRow, s *table.Selection) {
	if row.Partner[s.TimeAt] >= 0 || row.MillisOf(s.TimeAt) >= 0 || row.Undated(s.TimeAt) || slices.Contains(s.ValuesAt, s.TimeAt) {
		f.worthwhile = false
		return
	}
	t := rowSelection{branch: s, time: len(f.times), most: s.MostInstruments(), unit: -1}
	at := f.step(s.TimeAt)
	c := row.Clock(s.TimeAt, s.Timing)
	c.Pattern.Commas = f.separator != ','
	if i := slices.IndexFunc(f.steps[at].clocks, func(one slot[*timestamp.Clock]) bool { return one.by == c }); i >= 0 {
		t.time = f.steps[at].clocks[i].at
	} else {
		f.steps[at].clocks = append(f.steps[at].clocks, slot[*timestamp.Clock]{c, t.time})
		f.times = append(f.times, 0)
	}
	for _, column := range s.ValuesAt {
		if row.Thousands[column] && !row.Notation.Known {
			f.worthwhile = false
		}
		at := f.step(column)
		f.steps[at].unit = row.UnitText[column]
		f.steps[at].values = append(f.steps[at].values, slot[*celltext.Exact]{celltext.NewExact(s.Series.Unit), len(f.values)})
		t.values = append(t.values, len(f.values))
		f.values = append(f.values, 0)
	}
	for _, column := range s.KeyAt {
		t.keys = append(t.keys, f.cell(column))
	}
	if s.ByRow {
		t.unit, f.unit, f.ofUnits = f.cell(row.RowUnits.Column), row.RowUnits.Text, true
		f.worthwhile = f.worthwhile && !row.RowUnits.Several
	}
	for i := range s.Filters {
		t.filters = append(t.filters, f.cell(s.Filters[i].Column))
	}
	f.selections = append(f.selections, t)
}

func (f *fastRow) step(column int) int {
	i, known := f.planned[column]
	if !known {
		i = len(f.steps)
		f.steps = append(f.steps, step{column: column, cell: -1})
		f.planned[column] = i
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

func (f *fastRow) take(text []byte, at int, plain bool) (next int) {
	for f.worthwhile && at < len(text) {
		if !plain && bytes.IndexByte(lineOf(text[at:]), '"') >= 0 || f.full() {
			break
		}
		next, ok := f.read(text, at)
		if !ok || f.ofUnits && f.otherUnit() {
			break
		}
		for i := range f.selections {
			f.selections[i].take(f)
		}
		at = f.even.follow(text, at, next)
	}
	return at
}

func lineOf(text []byte) []byte {
	text = text[:min(len(text), table.MaxRecord)]
	return text[:max(0, bytes.IndexByte(text, '\n'))]
}

func (f *fastRow) read(text []byte, at int) (next int, ok bool) {
	end := 0
	if f.jumps {
		end = at + len(lineOf(text[at:]))
	}
	for i := range f.steps {
		s := &f.steps[i]
		if i > 0 {
			if !f.separates(text[at]) {
				return 0, false
			}
			at++
		}
		if s.skip > 0 {
			if at, ok = f.skip(text, at, end, s); !ok {
				return 0, false
			}
		}
		for at < len(text) && text[at] == ' ' {
			at++
		}
		if at, ok = s.read(f, text, at); !ok || at >= len(text) {
			return 0, false
		}
	}
	return f.after(text, at, end)
}

func (f *fastRow) after(text []byte, at, end int) (next int, ok bool) {
	if f.left > 0 {
		if at >= end || !f.separates(text[at]) || f.cellsOf(text[at+1:end]) != f.left {
			return 0, false
		}
		at = end
	}
	return afterLineEnd(text, at)
}

func afterLineEnd(text []byte, at int) (next int, ok bool) {
	if text[at] == '\r' && at+1 < len(text) {
		at++
	}
	return at + 1, text[at] == '\n'
}

func (f *fastRow) separates(c byte) bool {
	return c == f.separator || f.separator == ' ' && c == '\t'
}

func (f *fastRow) skip(text []byte, at, end int, s *step) (next int, ok bool) {
	if at > end {
		return 0, false
	}
	if f.separator == ' ' {
		rest := skipBlanks(text[at:end], s.skip)
		return end - len(rest), rest != nil
	}
	passed := s.pass(text[at:end], f.separator)
	return at + passed, passed >= 0
}

// shorter is by how many bytes the columns that are skipped may be shorter than those of the row before, to be counted
// together.
const shorter = 16

// pass returns where the step begins in the line after the step before, -1 where the line ends before. It most often
// begins near where it did in the row before, and separators are counted many times faster than they are found.
func (s *step) pass(line []byte, separator byte) int {
	near := min(max(0, s.passed-shorter), len(line))
	count := s.skip - bytes.Count(line[:near], []byte{separator})
	if count <= 0 {
		near, count = 0, s.skip
	}
	after := skipSeparators(line[near:], separator, count)
	if after < 0 {
		return -1
	}
	s.passed = near + after
	return s.passed
}

// skipSeparators returns where the text after so many separators begins, -1 where there are fewer.
func skipSeparators(line []byte, separator byte, count int) int {
	at := 0
	for ; at+8 <= len(line); at += 8 {
		found := celltext.Marked(celltext.EightAt(line, at), separator)
		if n := bits.OnesCount64(found); n < count {
			count -= n
			continue
		}
		for ; count > 1; count-- {
			found &= found - 1
		}
		return at + celltext.Before(found) + 1
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

func (f *fastRow) cellsOf(rest []byte) int {
	if f.separator == ' ' {
		return table.CellCount(rest, ' ')
	}
	return 1 + bytes.Count(rest, []byte{f.separator})
}

func (s *step) read(f *fastRow, text []byte, at int) (next int, ok bool) {
	for i := range s.clocks {
		one := &s.clocks[i]
		if f.times[one.at], next, ok = one.by.Quick(text, at); !ok {
			return 0, false
		}
	}
	if len(s.values) > 0 {
		if next, ok = s.number(f, text, at); !ok {
			return 0, false
		}
	}
	if s.cell < 0 {
		return next, ok
	}
	return s.readCell(f, text, at, next)
}

func (s *step) number(f *fastRow, text []byte, at int) (next int, ok bool) {
	d, next, ok := celltext.DecimalAt(text, at, f.point, &s.written)
	if !ok {
		return 0, false
	}
	s.from, s.to = at, next
	if len(s.unit) > 0 {
		if !bytes.HasPrefix(text[next:], s.unit) {
			return 0, false
		}
		next += len(s.unit)
	}
	for i := range s.values {
		one := &s.values[i]
		if f.values[one.at], ok = one.by.Fixed(d); !ok {
			return 0, false
		}
	}
	return next, true
}

// readCell keeps the cell as it is written. It ends where it was read to already, if it was.
func (s *step) readCell(f *fastRow, text []byte, at, read int) (next int, ok bool) {
	next = f.cellEnd(text, at)
	end := next
	if end > at && end < len(text) && text[end] == '\n' && text[end-1] == '\r' {
		end--
	}
	if end == at || text[end-1] <= ' ' || text[at] <= ' ' || read > 0 && read != end {
		return 0, false
	}
	f.cells[s.cell] = text[at:end]
	return end, true
}

func (f *fastRow) cellEnd(text []byte, at int) int {
	for ; f.separator != ' ' && at+8 <= len(text); at += 8 {
		eight := celltext.EightAt(text, at)
		if ends := celltext.Marked(eight, f.separator) | celltext.Marked(eight, '\n'); ends != 0 {
			return at + celltext.Before(ends)
		}
	}
	for at < len(text) && !f.separates(text[at]) && text[at] != '\n' {
		at++
	}
	return at
}
