package tracefile

import (
	"encoding/binary"
	"slices"
)

// evenRows reads rows that are the same as one before but for the digits of the time, its fraction and a
// number. Of several instruments each has rows of its own look, which come in the order of before. It is
// for tables that one column of readings is taken of, and as fast as can be; and in other ways for those that have
// columns which nobody needs, or numbers in all columns.
type evenRows struct {
	fast   *fastRow
	taker  *taker
	clock  *clock
	exact  *exact
	number *step
	tried  int // rows that were learnt from in vain, less a share of those that were taken

	passes bool     // rows may differ in columns that nobody needs, or have several numbers
	zone   sameText // behind the time, with the separator, where they do or have
	lanes  int      // columns of readings

	time    evenTime
	written figures
	factor  int64 // by which the number is a reading
	era     int   // of looks that are true: times before were written otherwise
}

// rowLook is how the rows of an instrument are written.
type rowLook struct {
	of            *instrument
	between, tail sameText // behind the time, and behind the number
	short         bool     // both have eight characters at most
	era           int
}

// sameText is characters that are the same in every row of an instrument.
type sameText struct {
	characters, mask uint64 // the first eight
	rest             string
	count            int
}

const (
	// maxEven bounds what the number of an even row is without its point.
	maxEven = 10_000_000
	// maxSame bounds a text that is the same, in characters.
	maxSame = 48
	// evenRoom is more than what is read of a row, and a power of two: what lies in its first half is found without a look
	// whether it does.
	evenRoom = 256
	// maxTries bounds how many rows are learnt from in vain.
	maxTries = 100
	// worthLearning is how many rows have to be taken for one that is learnt from.
	worthLearning = 4
)

// newEvenRows returns nil where the rows are for others.
func newEvenRows(f *fastRow) *evenRows {
	if len(f.takers) != 1 || len(f.takers[0].filters) > 0 || len(f.values) > 1 && !f.numbersOnly() {
		return nil
	}
	of := &f.steps[0]
	if of.column != 0 || len(of.clocks) != 1 || of.cell >= 0 || len(of.values) > 0 {
		return nil
	}
	number := &f.steps[slices.IndexFunc(f.steps, func(s step) bool { return len(s.values) > 0 })]
	if len(number.values) != 1 || number.cell >= 0 {
		return nil
	}
	return &evenRows{
		fast: f, taker: &f.takers[0], clock: of.clocks[0].by, exact: number.values[0].by, number: number, lanes: len(f.values),
		passes: len(f.values) > 1 || f.jumps && f.separator != ' ' && len(f.takers[0].keys) == 0,
	}
}

// take reads even rows from next on, after the row at a place of text was read, and returns where the
// first one begins that is none. plain tells that text has no quotes.
func (e *evenRows) take(text []byte, at, next int, plain bool) int {
	if e == nil || next+evenRoom > len(text) {
		return next
	}
	if e.lanes == 1 && e.tried <= maxTries {
		if !e.learn(text, at, next) {
			return next
		}
		n, next := e.harvest(text, at, next, e.read)
		e.tried = max(0, e.tried-n/worthLearning)
		return next
	}
	if !plain || !e.passes || !e.learnPassing(text, at, next) {
		return next
	}
	read := e.readPassing
	if e.lanes > 1 {
		read = e.readWide
	}
	_, next = e.harvest(text, at, next, read)
	return next
}

// harvest reads rows from next on into the catch, which are about as long as the one at a place of text.
func (e *evenRows) harvest(text []byte, at, next int, read func(text []byte, at int, into harvested) (rows, next int)) (n, end int) {
	c := e.taker.branch.catch
	most := ((len(text)-next)/(next-at) + 1) * e.lanes
	c.at, c.value = slices.Grow(c.at, most), slices.Grow(c.value, most)
	taken, to := len(c.at), len(c.at)+most
	room := harvested{times: c.at[taken:to:to], values: c.value[taken:to:to]}
	if c.keyed {
		c.instrument = slices.Grow(c.instrument, most)
		room.instruments = c.instrument[taken:to:to]
	}
	n, end = read(text, next, room)
	taken += n * e.lanes
	c.at, c.value = c.at[:taken], c.value[:taken]
	if c.keyed {
		c.instrument = c.instrument[:taken]
	}
	e.taker.branch.rows += n
	return n, end
}

// harvested is room for what is read of rows. There is none for instruments where there is only one.
type harvested struct {
	instruments   []int32
	times, values []int64
}

// read reads rows, and returns how many there were. All that a row must have in common with the one before is looked at
// together, so that there is one question a row, whose answer a processor foresees.
func (e *evenRows) read(text []byte, at int, into harvested) (rows, next int) {
	times, values, t := into.times, into.values[:len(into.times)], &e.time
	is, turns := e.taker.last.look, false
	for ; rows < len(times) && at+evenRoom <= len(text); rows++ {
		row := (*evenRow)(text[at:])
		of := is
		if turns {
			of = e.following(is)
		}
		time, from, ok := t.read(row)
		if !ok {
			break
		}
		other := of.between.differs(row.eight(from))
		place := from + of.between.count
		number := row.eight(place) ^ eightZeros
		other |= e.written.differs(number)
		place += e.written.end
		other |= of.tail.differs(row.eight(place))
		if other != 0 || !of.goesOn(row, from, place) {
			one, ok := e.other(row, is, from)
			if !ok {
				break
			}
			of, number, place, turns = one.of, one.number, one.place, one.of != is
		}
		times[rows], values[rows] = time, e.written.number(number)*e.factor
		if into.instruments != nil {
			into.instruments[rows] = of.of.index
		}
		is = of
		at += place + of.tail.count
	}
	e.taker.last = is.of
	return rows, at
}

// otherRow is a row whose text or number is written otherwise than that of the one before.
type otherRow struct {
	of     *rowLook
	number uint64
	place  int // where the number ends
}

// other reads a row behind its time, which may be of the instrument that followed last time, and its number written
// otherwise; ok is false where it is none of that.
func (e *evenRows) other(row *evenRow, is *rowLook, from int) (one otherRow, ok bool) {
	one.of = is
	if !is.between.fits(row, from) {
		if one.of = e.turn(is, row, from); one.of == nil {
			return one, false
		}
	}
	place := from + one.of.between.count
	one.number = row.eight(place) ^ eightZeros
	if e.written.differs(one.number) != 0 && !e.rewritten(one.number) {
		return one, false
	}
	one.place = place + e.written.end
	if !one.of.tail.fits(row, one.place) {
		if one.of = e.turn(is, row, from); one.of == nil || !one.of.tail.fits(row, one.place) {
			return one, false
		}
	}
	return one, true
}

// following is the look of the instrument whose row followed that of another last time, the same where there is none.
func (e *evenRows) following(is *rowLook) *rowLook {
	if next := is.of.next; next != nil && next.look != nil && next.look.era == e.era {
		return next.look
	}
	return is
}

// turn returns the look of the instrument whose row followed that of another last time, if a row has
// it; nil where it has not.
func (e *evenRows) turn(is *rowLook, row *evenRow, from int) *rowLook {
	next := e.following(is)
	if next == is || !next.between.fits(row, from) {
		return nil
	}
	return next
}

// learn takes the row that begins at a place of text, and ends at next, for the measure of those that
// follow.
func (e *evenRows) learn(text []byte, at, next int) bool {
	now, end, ok := learnEvenTime(e.clock, text, at)
	if now.stands != e.time.stands {
		e.era++
		e.tried++
	}
	e.time = now
	one := e.taker.last
	if one.look != nil && one.look.era == e.era {
		e.tried++ // what was known of the instrument did not help
	}
	is := rowLook{of: one, era: e.era}
	ok = ok && is.between.learn(text, end, e.number.from) && is.tail.learn(text, e.number.to, next) &&
		e.rewritten(eightAt(text, e.number.from)^eightZeros)
	if !ok {
		one.look = nil
		e.tried++
		return false
	}
	is.short = is.between.rest == "" && is.tail.rest == ""
	if one.look == nil {
		one.look = &rowLook{}
	}
	*one.look = is
	return true
}

// rewritten goes on with numbers that are written as the one that eight characters without eightZeros
// begin with; ok is false where such numbers are not readings at once.
func (e *evenRows) rewritten(eight uint64) (ok bool) {
	if e.written, ok = figuresIn(eight, e.fast.point); !ok {
		return false
	}
	e.factor = e.exact.factors[e.written.places]
	return e.factor > 0 && e.factor <= certain/maxEven && e.exact.most >= maxEven
}

// learn takes the characters from a place of text up to another; ok is false where there are too many.
func (s *sameText) learn(text []byte, from, to int) (ok bool) {
	*s = sameText{count: to - from}
	if s.count < 0 || s.count > maxSame {
		return false
	}
	s.mask = 1<<(8*min(8, s.count)) - 1
	s.characters = eightAt(text, from) & s.mask
	if s.count > 8 {
		s.rest = string(text[from+8 : to])
	}
	return true
}

// differs is 0 where a text begins as eight characters do.
func (s *sameText) differs(eight uint64) uint64 { return (eight & s.mask) ^ s.characters }

// fits reports whether the characters stand at a place of a row.
func (s *sameText) fits(row *evenRow, at int) bool {
	return s.differs(row.eight(at)) == 0 && s.goesOn(row, at)
}

// goesOn reports whether what follows the first eight characters stands there, too.
func (s *sameText) goesOn(row *evenRow, at int) bool {
	return s.rest == "" || string(row[at+8:at+8+len(s.rest)]) == s.rest
}

// goesOn is that of both texts.
func (l *rowLook) goesOn(row *evenRow, between, tail int) bool {
	return l.short || l.between.goesOn(row, between) && l.tail.goesOn(row, tail)
}

// evenRow is the text that an even row begins.
type evenRow [evenRoom]byte

// eight is eightAt for the first half of a row.
func (r *evenRow) eight(at int) uint64 {
	return binary.LittleEndian.Uint64(r[at&(evenRoom/2-1):])
}
