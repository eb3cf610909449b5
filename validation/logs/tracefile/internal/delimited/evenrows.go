package delimited

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// evenRows reads rows that differ from one before in the digits of a time and a number alone, each meter in its turn.
type evenRows struct {
	time  evenTime   // looked at for each row, so it stands first
	era   uint64     // of looks that are valid: times before were written otherwise
	looks []*rowLook // by the numbers of meters, nil if the writing of their rows is not known

	row       *table.TextRow
	selection *table.Selection
	last      *table.Instrument // of the row before
	steps     float64           // microwatts or millijoules in one of the unit
	point     byte
	common    int64 // factor of all numbers that were learnt from, of which each is a multiple; 0 before the first
	tried     int   // rows that were learnt from without use, less a share of those that were read
}

// newEvenRows returns nil unless the time is in the first column, and one selection without filters reads one number.
func newEvenRows(row *table.TextRow, branches []*table.Selection) *evenRows {
	s := branches[0]
	if len(branches) > 1 || len(s.Filters) > 0 || s.ByRow || len(s.ValuesAt) > 1 || s.TimeAt != 0 || !tellsTime(row) {
		return nil
	}
	value, as := s.ValuesAt[0], row.Notation
	if value == 0 || slices.Contains(s.KeyAt, 0) || slices.Contains(s.KeyAt, value) ||
		row.Thousands[value] && !as.Known || as.Comma && row.Separator == ',' {
		return nil
	}
	e := &evenRows{row: row, selection: s, steps: s.Series.Unit.Steps(), point: '.'}
	if as.Comma {
		e.point = ','
	}
	e.clock().Pattern.Commas = row.Separator != ','
	return e
}

// tellsTime reports whether the first column tells the whole time of each row.
func tellsTime(row *table.TextRow) bool {
	return !row.Untailed && row.Partner[0] < 0 && row.MillisOf(0) < 0 && !row.Undated(0)
}

func (e *evenRows) clock() *timestamp.Clock { return e.row.Clock(0, e.selection.Timing) }

type rowLook struct {
	// What is looked at for each row lies together.
	then     *rowLook // of the row that is likely to follow
	era      uint64
	index    int32 // of the meter
	places   rowPlaces
	fraction celltext.Writing // that of the time, with what is between
	figures  celltext.Writing // those of the number, with the tail
	long     uint64           // 1 if the writings have not both whole
	number   writtenNumber

	of            *table.Instrument
	between, tail sameText // after the time, and after the number
	// if the number was written otherwise before: power that goes above 1000 W and back does so often
	before *rowLook
}

// rowPlaces are those of the number, of the eight characters that end with it, and of the next row.
type rowPlaces struct{ number, digits, next uint8 }

const (
	// maxEven bounds what the number of an even row is without its point.
	maxEven = 10_000_000
	// certain bounds results of which a float knows every whole number with more than a bit to spare.
	certain = 1 << 51
	// evenRoom is more than what is read of a row, and a power of two: what lies in its first half is found without a
	// look whether it does.
	evenRoom = 256
	// maxTries bounds how many rows are learnt from without use.
	maxTries = 100
	// worthLearning is how many rows have to be taken for one that is learnt from.
	worthLearning = 4
)

// follow reads rows from next on, once it read the row text[at:next] as it was read with care; end is where the next
// row begins.
func (e *evenRows) follow(text []byte, at, next int) (end int) {
	into := e.selection.Batch
	known, index := len(into.At)-1, int32(0)
	if into.Keyed {
		index = into.Instrument[known]
	}
	one := e.selection.Instruments.All[index]
	if e.last != nil {
		e.last.Next = one
	}
	e.last = one
	if e.tried > maxTries || next+evenRoom > len(text) || !e.learn(text, at, next) {
		return next
	}
	most := (len(text)-at)/(next-at) + 1
	time, value := into.At[known], into.Value[known]
	into.At, into.Value = slices.Grow(into.At[:known], most), slices.Grow(into.Value[:known], most)
	if into.Keyed {
		into.Instrument = slices.Grow(into.Instrument[:known], most)[:known+most]
	}
	rows, end := e.read(text, at, into, most)
	if into.At = into.At[:known+max(1, rows)]; rows == 0 || into.At[known] != time ||
		into.Value[:known+1][known] != value {
		into.At[known], rows, end, e.last = time, 1, next, one
		e.tried++
		e.lookOf(one).forget()
	}
	into.Value = into.Value[:known+rows]
	into.Value[known] = value
	if into.Keyed {
		into.Instrument = into.Instrument[:known+rows]
		into.Instrument[known] = index
	}
	into.NoteMultiples(canonical.Multiples{From: known, To: known + rows, Factor: e.common})
	e.selection.Rows += rows - 1
	e.tried = max(0, e.tried-rows/worthLearning)
	return end
}

// read reads rows, and returns how many there were. All that a row must have in common with the one before is looked at
// together, so that there is one question a row, whose answer a processor foresees. That a place is not below zero
// spares others: the condition is for the compiler.
func (e *evenRows) read(text []byte, at int, into *table.Batch, most int) (rows, next int) {
	taken, t, instruments := len(into.At), &e.time, into.Instrument
	times, values := into.At[taken:taken+most], into.Value[taken:taken+most]
	if into.Keyed {
		instruments = instruments[taken:]
	}
	is := e.lookOf(e.last)
	for ; rows < len(times) && at >= 0 && at <= len(text)-evenRoom; rows++ {
		row := (*evenRow)(text[at : at+evenRoom : at+evenRoom])
		of := is.then
		if clock := row.eight(t.date); clock != t.clock {
			if !t.ticks(clock) && !t.strikes(clock) {
				break
			}
		}
		other, second := t.otherDate(row), t.second
		if t.count > 0 {
			other, second = t.otherCount(row)
		}
		other |= of.fraction.Differs(row.eight(t.whole)^of.fraction.Characters) |
			of.figures.Differs(row.eight(int(of.places.number))^of.figures.Characters)
		if other |= of.era ^ e.era; other|of.long != 0 {
			if of = e.other(row, of, is, other); of == nil {
				break
			}
		}
		if t.tick > 0 {
			second += t.fraction.Decimals(row.eight(t.end-8)) * t.tick
		}
		times[rows] = second
		values[rows] = of.number.Ending(row.eight(int(of.places.digits))) * of.number.factor
		if into.Keyed {
			instruments[rows] = of.index
		}
		is = of
		at += int(of.places.next)
	}
	e.last = is.of
	return rows, at
}

// other returns the look of a row that is of the next meter, or has its number written otherwise; nil for any other.
func (e *evenRows) other(row *evenRow, of, is *rowLook, other uint64) *rowLook {
	if other == 0 && of.between.fits(row, e.time.end) && of.tail.fits(row, int(of.places.next)-len(of.tail.string)) {
		return of
	}
	if !e.time.fits(row) {
		return nil
	}
	if next := e.lookOf(is.of.Next); next != nil && next.era == e.era {
		if then := next.numbered(e, row); then != nil {
			is.then = then
			return then
		}
	}
	is.then = is
	return is.numbered(e, row)
}

func (l *rowLook) numbered(e *evenRows, row *evenRow) *rowLook {
	if !l.between.fits(row, e.time.end) {
		return nil
	}
	if eight := row.eight(int(l.places.number)); l.number.Differs(eight) != 0 {
		if l = l.rewritten(e, eight); l == nil {
			return nil
		}
	}
	if !l.tail.fits(row, int(l.places.next)-len(l.tail.string)) {
		return nil
	}
	return l
}

// rewritten returns the look with the number as eight characters begin with it; nil if that is no reading at once.
func (l *rowLook) rewritten(e *evenRows, eight uint64) *rowLook {
	other := l.before
	if other == nil || other.number.Differs(eight) != 0 {
		var number writtenNumber
		if !number.learn(e, eight) {
			return nil
		}
		if other == nil {
			other = &rowLook{}
		}
		*other = *l
		other.number = number
		other.complete(&e.time)
	}
	other.before = l
	e.looks[l.index] = other
	if other.then = l.then; l.then == l {
		other.then = other
	}
	return other
}

func (l *rowLook) complete(t *evenTime) {
	number := t.end + len(l.between.string)
	end := number + l.number.End
	l.places = rowPlaces{number: uint8(number), digits: uint8(end - 8), next: uint8(end + len(l.tail.string))}
	l.fraction, l.figures = writingOf(&t.fraction, &l.between), writingOf(&l.number.Figures, &l.tail)
	if l.long = 0; max(t.fraction.End+len(l.between.string), l.number.End+len(l.tail.string)) > 8 {
		l.long = 1
	}
}

func (l *rowLook) forget() {
	for ; l != nil && l.era != past; l = l.before {
		l.era = past
	}
}

const past = 0

func (e *evenRows) learn(text []byte, at, next int) bool {
	now, end, ok := learnEvenTime(e.clock(), text, at)
	if now.stands != e.time.stands || now.end != e.time.end || now.fraction != e.time.fraction {
		e.era++
		e.tried++
	}
	e.time = now
	one := e.last
	look := e.lookOf(one)
	if look != nil && look.era == e.era {
		e.tried++ // what was known of the meter did not help
	}
	is := rowLook{of: one, index: one.Index, era: e.era}
	cell := e.row.Cells[e.selection.ValuesAt[0]]
	from := cap(text) - cap(cell) // a cell is a part of the text
	ok = ok && is.between.learn(text, end, from) && is.number.learn(e, celltext.EightAt(text, from)) &&
		is.tail.learn(text, from+is.number.End, next) &&
		(len(cell) == is.number.End || bytes.Equal(cell[is.number.End:], e.row.UnitText[e.selection.ValuesAt[0]]))
	look.forget()
	if !ok {
		e.tried++
		return false
	}
	is.complete(&e.time)
	if look == nil {
		look = e.newLook(one)
	}
	*look = is
	look.then = look
	return true
}

func (e *evenRows) lookOf(one *table.Instrument) *rowLook {
	if one == nil || int(one.Index) >= len(e.looks) {
		return nil
	}
	if look := e.looks[one.Index]; look != nil && look.of == one {
		return look
	}
	return nil
}

func (e *evenRows) newLook(one *table.Instrument) *rowLook {
	if more := int(one.Index) + 1 - len(e.looks); more > 0 {
		e.looks = append(e.looks, make([]*rowLook, more)...)
	}
	look := &rowLook{}
	e.looks[one.Index] = look
	return look
}

type evenRow [evenRoom]byte

func (r *evenRow) eight(at int) uint64 { return binary.LittleEndian.Uint64(r[at&(evenRoom/2-1):]) }

type writtenNumber struct {
	factor int64
	celltext.Figures
}

// learn is false if numbers that are written so need more than their digits and a factor.
func (n *writtenNumber) learn(e *evenRows, eight uint64) (ok bool) {
	if n.Figures, ok = celltext.FiguresIn(eight, e.point); !ok {
		return false
	}
	factor := e.steps / float64(celltext.IntegerPowers[n.Places])
	if factor < 1 || factor > certain/maxEven || factor != math.Trunc(factor) {
		return false
	}
	if n.factor = int64(factor); e.common == 0 || n.factor < e.common {
		e.common = n.factor // of which that for fewer decimals is a multiple
	}
	return true
}

// sameText is up to maxSame characters that are the same in every row.
type sameText struct {
	string
	characters, mask uint64 // the first eight
}

const maxSame = 48

// learn takes the characters from a place of text up to another; ok is false if there are too many.
func (s *sameText) learn(text []byte, from, to int) (ok bool) {
	if to < from || to > from+maxSame {
		return false
	}
	s.string = string(text[from:to])
	s.mask = 1<<(8*min(8, len(s.string))) - 1
	s.characters = celltext.EightAt(text, from) & s.mask
	return true
}

func (s *sameText) fits(row *evenRow, at int) bool {
	return string(row[at:at+len(s.string)]) == s.string
}

// writingOf is the writing of a number with what follows it, as far as eight characters go.
func writingOf(f *celltext.Figures, behind *sameText) celltext.Writing {
	at := 8 * f.End
	inside := uint64(1)<<at - 1
	return celltext.Writing{
		Characters: f.Characters&inside | behind.characters<<at,
		Carries:    f.Carries&inside | celltext.OverSame<<at,
		Marks:      f.Marks | behind.mask<<at&celltext.HighBits,
	}
}
