package tracefile

import "math"

// evenTime is how the time is written that rows begin with: a date that stays the same and a time of day,
// or a count since 1970, and perhaps a fraction.
type evenTime struct {
	stands
	pattern  *pattern
	date     int // characters, 0 where time is counted
	count    int // digits, 0 where there is a date
	shift    int // that leaves the digits of a count behind its first eight
	fraction figures
	tick     int64 // nanoseconds in one of the last decimal of the fraction

	// Of the row before:
	clock  uint64 // the time of day as it is written
	second int64  // nanoseconds since 1970 UTC, without the fraction
}

// stands is what a time stands for.
type stands struct {
	unit        int64 // nanoseconds
	local       int64 // in units since 1970 UTC, at which the day of the pattern begins, or counts do
	from, until int64 // in units since 1970 UTC, between which that is certain
	power       int64 // of ten, by which the first eight digits of a count are one
}

const (
	// minCountDigits and maxCountDigits bound the digits of counts: of fewer the origin would be another.
	minCountDigits = 9
	maxCountDigits = 16
)

// learnEvenTime returns how the time is written that stands at a place of text, and where it ends but for
// what tells its zone. There is enough text.
func learnEvenTime(c *clock, text []byte, at int) (t evenTime, end int, ok bool) {
	if len(c.pattern.date) > 0 {
		t, ok = evenDate(c, text, at)
		end = at + t.date + timeLength
	} else {
		t, ok = evenCount(c, text, at)
		end = at + t.count
	}
	t.fraction = figures{shift: 64}
	if fraction := eightAt(text, end) ^ eightZeros; ok && text[end] == '.' {
		if t.fraction, ok = figuresIn(fraction, '.'); !ok || t.unit%integerPowers[t.fraction.places] != 0 {
			return t, 0, false
		}
		t.tick = t.unit / integerPowers[t.fraction.places]
	}
	return t, end + t.fraction.end, ok
}

func evenDate(c *clock, text []byte, at int) (t evenTime, ok bool) {
	p := &c.pattern
	t = evenTime{pattern: p, date: len(p.date)}
	t.stands = stands{unit: nanosecondsPerSecond, local: p.midnight - p.offset, from: math.MinInt64, until: math.MaxInt64}
	if !p.zoned {
		t.local, t.from, t.until = p.midnight-c.wall.offset, c.wall.from, c.wall.until
	}
	return t, p.sameDate(text[at:]) && t.oClock(text[at:])
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
	t.from = max(t.from, earliestCount*nanosecondsPerSecond/t.unit)
	t.until = min(t.until, lastSecond*nanosecondsPerSecond/t.unit)
	return t, true
}

// read reads a time that is written so, and returns where it ends but for what tells its zone.
func (t *evenTime) read(row []byte) (instant int64, end int, ok bool) {
	end = t.date + t.count
	if t.count > 0 {
		ok = t.counted(row)
	} else {
		ok = (eightAt(row, end) == t.clock || t.oClock(row)) && t.pattern.sameDate(row)
		end += timeLength
	}
	fraction := eightAt(row, end) ^ eightZeros
	if !ok || !t.fraction.fit(fraction) {
		return 0, 0, false
	}
	return t.second + t.fraction.number(fraction)*t.tick, end + t.fraction.end, true
}

// oClock reads the time of day. Many rows in turn have the same.
func (t *evenTime) oClock(row []byte) (ok bool) {
	clock := eightAt(row, t.date)
	units, ok := secondsOfDay(clock)
	if units += t.local; !ok || units <= t.from || units >= t.until {
		return false
	}
	t.clock, t.second = clock, units*t.unit
	return true
}

// counted reads the digits of a count.
func (t *evenTime) counted(row []byte) (ok bool) {
	first := eightAt(row, 0) ^ eightZeros
	others := (eightAt(row, 8) ^ eightZeros) << (t.shift & 63)
	units := eightDigits(first)*t.power + eightDigits(others)
	t.second = units * t.unit
	return noDigits(first)|noDigits(others) == 0 && units > t.from && units < t.until
}
