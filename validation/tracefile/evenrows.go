package tracefile

import (
	"math"
	"slices"
)

// evenRows reads rows that are the same as the one before but for the digits of the time of day, its
// fraction and a number. It is for tables that one column of readings is taken of, and as fast as can be.
type evenRows struct {
	fast   *fastRow
	taker  *taker
	clock  *clock
	exact  *exact
	number *step
	tried  int // rows that were learnt from, less those that were taken

	fraction, written figures
	tick              int64 // nanoseconds in one of the last decimal of the fraction
	factor            int64 // by which the number is a reading
	between, tail     sameText
	local             int64 // seconds since 1970 UTC at which the day of the pattern begins
	from, until       int64 // seconds since 1970 UTC between which that is certain
}

// sameText is up to eight characters that are the same in every row.
type sameText struct {
	characters, mask uint64
	count            int
}

const (
	// maxEven bounds what the number of an even row is without its point.
	maxEven = 10_000_000
	// evenRoom is more than what is read of a row behind its date.
	evenRoom = timeLength + 4*8 + 8
	// maxTries bounds how many rows are learnt from in vain.
	maxTries = 100
)

// newEvenRows returns nil where the rows are for others.
func newEvenRows(f *fastRow) *evenRows {
	if len(f.takers) != 1 || len(f.steps) != 2 || len(f.values) != 1 || len(f.cells) > 0 {
		return nil
	}
	of, number := &f.steps[0], &f.steps[1]
	if of.column != 0 || len(of.clocks) != 1 || len(number.values) != 1 {
		return nil
	}
	return &evenRows{fast: f, taker: &f.takers[0], clock: of.clocks[0].by, exact: number.values[0].by, number: number}
}

// take reads even rows from next on, after the row at a place of text was read, and returns where the
// first one begins that is none.
func (e *evenRows) take(text []byte, at, next int) int {
	if e == nil || e.tried > maxTries {
		return next
	}
	e.tried++
	if !e.learn(text, at, next) {
		return next
	}
	c := e.taker.branch.catch
	most := (len(text)-next)/(len(e.clock.pattern.date)+timeLength) + 1
	c.at, c.value = slices.Grow(c.at, most), slices.Grow(c.value, most)
	rows := len(c.at)
	times, values := c.at[rows:cap(c.at)], c.value[rows:cap(c.value)]
	n, next := e.read(text, next, times, values)
	c.at, c.value = c.at[:rows+n], c.value[:rows+n]
	e.taker.branch.rows += n
	e.tried = max(0, e.tried-n)
	return next
}

// read reads rows into times and values, which have room, and returns how many there were.
func (e *evenRows) read(text []byte, at int, times, values []int64) (rows, next int) {
	p := &e.clock.pattern
	date := len(p.date)
	length := date + evenRoom
	for ; at+length <= len(text) && rows < len(times) && rows < len(values); rows++ {
		row := text[at : at+length]
		seconds, ok := secondsOfDay(eightAt(row, date))
		if seconds += e.local; !ok || !p.sameDate(row) || seconds <= e.from || seconds >= e.until {
			break
		}
		place := date + timeLength
		fraction := eightAt(row, place) ^ eightZeros
		place += e.fraction.end
		between := eightAt(row, place)
		place += e.between.count
		if !e.fraction.fit(fraction) || between&e.between.mask != e.between.characters {
			break
		}
		number := eightAt(row, place) ^ eightZeros
		if !e.written.fit(number) && !e.rewritten(number) {
			break
		}
		place += e.written.end
		if eightAt(row, place)&e.tail.mask != e.tail.characters {
			break
		}
		times[rows] = seconds*nanosecondsPerSecond + e.fraction.number(fraction)*e.tick
		values[rows] = e.written.number(number) * e.factor
		at += place + e.tail.count
	}
	return rows, at
}

// learn takes the row that begins at a place of text, and ends at next, for the measure of those that
// follow.
func (e *evenRows) learn(text []byte, at, next int) bool {
	p := &e.clock.pattern
	place := at + len(p.date) + timeLength
	if len(p.date) == 0 || next+evenRoom > len(text) || !p.sameDate(text[at:]) {
		return false
	}
	e.fraction, e.tick = figures{shift: 64}, 0
	if fraction := eightAt(text, place) ^ eightZeros; text[place] == '.' {
		var ok bool
		if e.fraction, ok = figuresIn(fraction, '.'); !ok {
			return false
		}
		e.tick = nanosecondsPerSecond / integerPowers[e.fraction.places]
	}
	place += e.fraction.end
	e.local, e.from, e.until = p.midnight-p.offset, math.MinInt64, math.MaxInt64
	if !p.zoned {
		e.local, e.from, e.until = p.midnight-e.clock.wall.offset, e.clock.wall.from, e.clock.wall.until
	}
	var ok, also bool
	e.between, ok = sameTextOf(text, place, e.number.from)
	e.tail, also = sameTextOf(text, e.number.to, next)
	return ok && also && e.rewritten(eightAt(text, e.number.from)^eightZeros)
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

// sameTextOf returns the characters from a place of text up to another; ok is false where there are too
// many.
func sameTextOf(text []byte, from, to int) (s sameText, ok bool) {
	if s.count = to - from; s.count < 0 || s.count > 8 {
		return s, false
	}
	s.mask = 1<<(8*s.count) - 1
	s.characters = eightAt(text, from) & s.mask
	return s, true
}
