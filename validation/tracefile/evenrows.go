package tracefile

import "slices"

// evenRows reads rows that are the same as one before but for the digits of the time, its fraction and a
// number. Of several instruments each has rows of its own look, which come in the order of before. It is
// for tables that one column of readings is taken of, and as fast as can be.
type evenRows struct {
	fast   *fastRow
	taker  *taker
	clock  *clock
	exact  *exact
	number *step
	tried  int // rows that were learnt from in vain, less those that were taken

	time    evenTime
	written figures
	factor  int64 // by which the number is a reading
	era     int   // of looks that are true: times before were written otherwise
}

// rowLook is how the rows of an instrument are written.
type rowLook struct {
	of            *instrument
	between, tail sameText // behind the time, and behind the number
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
	// evenRoom is more than what is read of a row behind its date.
	evenRoom = maxCountDigits + 2*maxSame + 4*8
	// maxTries bounds how many rows are learnt from in vain.
	maxTries = 100
)

// newEvenRows returns nil where the rows are for others.
func newEvenRows(f *fastRow) *evenRows {
	if len(f.takers) != 1 || len(f.values) != 1 || len(f.takers[0].filters) > 0 {
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
	return &evenRows{fast: f, taker: &f.takers[0], clock: of.clocks[0].by, exact: number.values[0].by, number: number}
}

// take reads even rows from next on, after the row at a place of text was read, and returns where the
// first one begins that is none.
func (e *evenRows) take(text []byte, at, next int) int {
	if e == nil || e.tried > maxTries || !e.learn(text, at, next) {
		return next
	}
	c := e.taker.branch.catch
	most := (len(text)-next)/(next-at) + 1
	c.at, c.value = slices.Grow(c.at, most), slices.Grow(c.value, most)
	rows := len(c.at)
	room := harvested{times: c.at[rows : rows+most], values: c.value[rows : rows+most]}
	if c.keyed {
		c.instrument = slices.Grow(c.instrument, most)
		room.instruments = c.instrument[rows : rows+most]
	}
	n, next := e.read(text, next, room)
	c.at, c.value = c.at[:rows+n], c.value[:rows+n]
	if c.keyed {
		c.instrument = c.instrument[:rows+n]
	}
	e.taker.branch.rows += n
	e.tried = max(0, e.tried-n)
	return next
}

// harvested is room for what is read of rows. There is none for instruments where there is only one.
type harvested struct {
	instruments   []int32
	times, values []int64
}

// read reads rows, and returns how many there were.
func (e *evenRows) read(text []byte, at int, into harvested) (rows, next int) {
	length := e.time.date + evenRoom
	times, values := into.times, into.values[:len(into.times)]
	is := e.taker.last.look
	for ; at+length <= len(text) && rows < len(times); rows++ {
		row := text[at : at+length]
		instant, from, ok := e.time.read(row)
		if !ok {
			break
		}
		of := is
		if !of.between.fits(row, from) {
			if of = e.turn(is, row, from); of == nil {
				break
			}
		}
		place := from + of.between.count
		number := eightAt(row, place) ^ eightZeros
		if !e.written.fit(number) && !e.rewritten(number) {
			break
		}
		place += e.written.end
		if !of.tail.fits(row, place) {
			if of = e.turn(is, row, from); of == nil || !of.tail.fits(row, place) {
				break
			}
		}
		times[rows], values[rows] = instant, e.written.number(number)*e.factor
		if into.instruments != nil {
			into.instruments[rows] = of.of.index
		}
		is = of
		at += place + of.tail.count
	}
	e.taker.last = is.of
	return rows, at
}

// turn returns the look of the instrument whose row followed that of another last time, if a row has
// it; nil where it has not.
func (e *evenRows) turn(is *rowLook, row []byte, from int) *rowLook {
	next := is.of.next
	if next == nil || next.look == nil || next.look.era != e.era || !next.look.between.fits(row, from) {
		return nil
	}
	return next.look
}

// learn takes the row that begins at a place of text, and ends at next, for the measure of those that
// follow.
func (e *evenRows) learn(text []byte, at, next int) bool {
	if next+e.time.date+evenRoom > len(text) {
		return false
	}
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

// fits reports whether the characters stand at a place of text.
func (s *sameText) fits(text []byte, at int) bool {
	return eightAt(text, at)&s.mask == s.characters && (s.rest == "" || s.goesOn(text, at+8))
}

func (s *sameText) goesOn(text []byte, at int) bool {
	return string(text[at:at+len(s.rest)]) == s.rest
}
