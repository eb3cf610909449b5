package tracefile

import "math"

// evenTime is how the time is written that rows begin with: a date that stays the same and a time of day,
// or a count since 1970, and perhaps a fraction.
type evenTime struct {
	stands
	date     int          // characters, 0 where time is counted
	ends     [2]sameEight // of the date
	count    int          // digits, 0 where there is a date
	whole    int          // characters before the fraction
	end      int          // characters
	shift    int          // that leaves the digits of a count behind its first eight
	fraction figures
	tick     int64 // nanoseconds in one of the last decimal of the fraction

	// Of the row before:
	clock  uint64 // the time of day as it is written, or the first eight digits of a count
	ten    bool   // times are certain whatever its last digit is
	second int64  // nanoseconds since 1970 UTC, without the fraction, or without the digits behind those
}

// sameEight is up to eight characters that are the same in every row.
type sameEight struct {
	at               int
	characters, mask uint64
}

// stands is what a time stands for.
type stands struct {
	unit        int64 // nanoseconds
	local       int64 // in units since 1970 UTC, at which the day of the pattern begins, or counts do
	from, until int64 // in units since 1970 UTC, between which that is certain
	power       int64 // of ten, by which the first eight digits of a count are one; 1 where time is not counted
	step        int64 // nanoseconds by which the last digit of the clock is one
}

const (
	// minCountDigits and maxCountDigits bound the digits of counts: of fewer the origin would be another.
	minCountDigits = 9
	maxCountDigits = 16
	// maxDate bounds a date, in characters.
	maxDate = 16
)

// learnEvenTime returns how the time is written that stands at a place of text, and where it ends but for
// what tells its zone. There is enough text.
func learnEvenTime(c *clock, text []byte, at int) (t evenTime, end int, ok bool) {
	point := byte('.')
	if len(c.pattern.date) > 0 {
		t, ok = evenDate(c, text, at)
		t.whole, point = t.date+timeLength, c.pattern.point
	} else {
		t, ok = evenCount(c, text, at)
		t.whole = t.count
	}
	if end = at + t.whole; ok && text[end] == point {
		if t.fraction, ok = figuresIn(eightAt(text, end), point); !ok || t.unit%integerPowers[t.fraction.places] != 0 {
			return t, 0, false
		}
		t.tick = t.unit / integerPowers[t.fraction.places]
	}
	t.end = t.whole + t.fraction.end
	return t, at + t.end, ok
}

func evenDate(c *clock, text []byte, at int) (t evenTime, ok bool) {
	p := &c.pattern
	t = evenTime{date: len(p.date)}
	if t.date > maxDate || !p.sameDate(text[at:]) {
		return t, false
	}
	t.ends[0] = sameEight{0, eightAt(text, at), math.MaxUint64}
	if t.date < 8 {
		t.ends[0].mask = 1<<(8*t.date) - 1
		t.ends[0].characters &= t.ends[0].mask
	} else {
		t.ends[1] = sameEight{t.date - 8, eightAt(text, at+t.date-8), math.MaxUint64}
	}
	t.stands = stands{unit: nanosecondsPerSecond, power: 1, step: nanosecondsPerSecond, local: p.midnight - p.offset, from: math.MinInt64, until: math.MaxInt64}
	if !p.zoned {
		t.local, t.from, t.until = p.midnight-c.wall.offset, c.wall.from, c.wall.until
	}
	return t, t.strikes(eightAt(text, at+t.date))
}

func evenCount(c *clock, text []byte, at int) (t evenTime, ok bool) {
	t.count = len(digitsFrom(text[at:]))
	if t.count < minCountDigits || t.count > maxCountDigits {
		return t, false
	}
	whole, _ := digits(text[at : at+t.count])
	t.shift, t.power, t.unit = 64-8*(t.count-8), integerPowers[t.count-8], c.tick
	if t.unit == 0 {
		least := int64(0)
		for _, s := range scales {
			if whole < s.below {
				t.unit, t.from, t.until = s.nanoseconds, least-1, s.below
				break
			}
			least = s.below
		}
	} else {
		t.until = math.MaxInt64
	}
	t.step = t.power * t.unit
	t.from = max(t.from, earliestCount*nanosecondsPerSecond/t.unit)
	t.until = min(t.until, lastSecond*nanosecondsPerSecond/t.unit)
	return t, true
}

// read reads the time that a row begins with, and tells where it ends but for its zone; ok is false where it is written
// otherwise.
func (t *evenTime) read(row *evenRow) (at int64, end int, ok bool) {
	if clock := row.eight(t.date); clock != t.clock && !t.ticks(clock) && !t.strikes(clock) {
		return 0, 0, false
	}
	other, second := t.otherDate(row), t.second
	if t.count > 0 {
		other, second = t.otherCount(row)
	}
	fraction := row.eight(t.whole)
	other |= t.fraction.differs(fraction)
	return second + t.fraction.number(fraction)*t.tick, t.end, other == 0
}

// fits reports whether a row begins with a time that is written so.
func (t *evenTime) fits(row *evenRow) bool {
	_, _, ok := t.read(row)
	return ok
}

// otherDate is 0 where a row begins with the date.
func (t *evenTime) otherDate(row *evenRow) uint64 {
	first, last := &t.ends[0], &t.ends[1]
	return ((row.eight(0) & first.mask) ^ first.characters) | ((row.eight(last.at) & last.mask) ^ last.characters)
}

// otherCount is 0 where digits follow the first eight. It returns the time that is counted.
func (t *evenTime) otherCount(row *evenRow) (other uint64, second int64) {
	others := (row.eight(8) ^ eightZeros) << (t.shift & 63)
	return noDigits(others), t.second + eightDigits(others)*t.unit
}

// strikes reads another time of day, or other first digits of a count. Many rows in turn have the same.
func (t *evenTime) strikes(clock uint64) (ok bool) {
	units := int64(0)
	if t.count > 0 {
		first := clock ^ eightZeros
		units, ok = eightDigits(first)*t.power, noDigits(first) == 0
	} else {
		units, ok = secondsOfDay(clock)
		units += t.local
	}
	t.clock, t.second = clock, units*t.unit
	ten := units - lastDigit(clock)*t.power
	t.ten = ok && ten > t.from && ten+10*t.power <= t.until
	return ok && units > t.from && units+t.power <= t.until // whatever digits follow
}

// ticks is strikes where only the last of the eight characters is another, as mostly from second to second; ok is false where
// it is for that to tell.
func (t *evenTime) ticks(clock uint64) (ok bool) {
	digit := lastDigit(clock)
	if !t.ten || (clock^t.clock)<<8 != 0 || uint64(digit) > 9 {
		return false
	}
	t.second += (digit - lastDigit(t.clock)) * t.step
	t.clock = clock
	return true
}

// lastDigit is the number of the last of eight characters, if that is a digit.
func lastDigit(eight uint64) int64 { return int64(eight>>56) - '0' }
