package delimited

import (
	"math"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// evenTime is a date that stays the same and a time of day, or a count since 1970, and perhaps a fraction.
type evenTime struct {
	stands
	date     int          // characters, 0 if time is counted
	ends     [2]sameEight // of the date
	count    int          // digits, 0 if there is a date
	whole    int          // characters before the fraction
	end      int          // characters
	shift    int          // that leaves the digits of a count after its first eight
	fraction celltext.Figures
	tick     int64 // nanoseconds in one of the last decimal of the fraction

	// Of the row before:
	clock  uint64 // the time of day as it is written, or the first eight digits of a count
	ten    bool   // times are certain whatever its last digit is
	second int64  // nanoseconds since 1970 UTC, without the fraction, or without the digits after those
}

type sameEight struct {
	at               int
	characters, mask uint64
}

type stands struct {
	unit        int64 // nanoseconds
	local       int64 // in units since 1970 UTC, at which the day of the pattern begins, or counts do
	from, until int64 // in units since 1970 UTC, between which that is certain
	power       int64 // of ten, by which the first eight digits of a count are one; 1 if time is not counted
	step        int64 // nanoseconds by which the last digit of the clock is one
}

const (
	// minCountDigits and maxCountDigits bound the digits of counts: of fewer the origin would be another.
	minCountDigits = 9
	maxCountDigits = 16
	// maxDate bounds a date, in characters.
	maxDate = 16
)

// learnEvenTime returns how a time is written, and where it ends before its zone. There is enough text.
func learnEvenTime(c *timestamp.Clock, text []byte, at int) (t evenTime, end int, ok bool) {
	point := byte('.')
	if len(c.Pattern.Date) > 0 {
		t, ok = evenDate(c, text, at)
		t.whole, point = t.date+timestamp.TimeLength, c.Pattern.Point
	} else {
		t, ok = evenCount(c, text, at)
		t.whole = t.count
	}
	if end = at + t.whole; ok && text[end] == point {
		if t.fraction, ok = celltext.FiguresIn(celltext.EightAt(text, end), point); !ok ||
			t.unit%celltext.IntegerPowers[t.fraction.Places] != 0 {
			return t, 0, false
		}
		t.tick = t.unit / celltext.IntegerPowers[t.fraction.Places]
	}
	t.end = t.whole + t.fraction.End
	return t, at + t.end, ok
}

func evenDate(c *timestamp.Clock, text []byte, at int) (t evenTime, ok bool) {
	p := &c.Pattern
	t = evenTime{date: len(p.Date)}
	if t.date > maxDate || !p.SameDate(text[at:]) {
		return t, false
	}
	t.ends[0] = sameEight{0, celltext.EightAt(text, at), math.MaxUint64}
	if t.date < 8 {
		t.ends[0].mask = 1<<(8*t.date) - 1
		t.ends[0].characters &= t.ends[0].mask
	} else {
		t.ends[1] = sameEight{t.date - 8, celltext.EightAt(text, at+t.date-8), math.MaxUint64}
	}
	t.stands = stands{unit: timestamp.NanosecondsPerSecond, power: 1, step: timestamp.NanosecondsPerSecond,
		local: p.Midnight - p.Offset, from: math.MinInt64, until: math.MaxInt64}
	if !p.Zoned {
		t.local, t.from, t.until = p.Midnight-c.Zones.Offset, c.Zones.From, c.Zones.Until
	}
	return t, t.strikes(celltext.EightAt(text, at+t.date))
}

func evenCount(c *timestamp.Clock, text []byte, at int) (t evenTime, ok bool) {
	t.count = len(celltext.DigitsFrom(text[at:]))
	if t.count < minCountDigits || t.count > maxCountDigits || c.Tick < 0 || !c.Counts() {
		return t, false
	}
	whole, _ := timestamp.Digits(text[at : at+t.count])
	t.shift, t.power, t.unit = 64-8*(t.count-8), celltext.IntegerPowers[t.count-8], c.Tick
	if t.unit == 0 {
		least := int64(0)
		for _, s := range timestamp.Scales {
			if whole < s.Below {
				t.unit, t.from, t.until = s.Nanoseconds, least-1, s.Below
				break
			}
			least = s.Below
		}
	} else {
		t.until = math.MaxInt64
	}
	t.step = t.power * t.unit
	t.from = max(t.from, timestamp.EarliestCount*timestamp.NanosecondsPerSecond/t.unit)
	t.until = min(t.until, timestamp.LastSecond*timestamp.NanosecondsPerSecond/t.unit)
	return t, true
}

func (t *evenTime) fits(row *evenRow) bool {
	if clock := row.eight(t.date); clock != t.clock && !t.ticks(clock) && !t.strikes(clock) {
		return false
	}
	other := t.otherDate(row)
	if t.count > 0 {
		other, _ = t.otherCount(row)
	}
	return other|t.fraction.Differs(row.eight(t.whole)) == 0
}

func (t *evenTime) otherDate(row *evenRow) uint64 {
	first, last := &t.ends[0], &t.ends[1]
	return ((row.eight(0) & first.mask) ^ first.characters) | ((row.eight(last.at) & last.mask) ^ last.characters)
}

// otherCount is 0 if digits follow the first eight. It returns the time that is counted.
func (t *evenTime) otherCount(row *evenRow) (other uint64, second int64) {
	others := (row.eight(8) ^ celltext.EightZeros) << (t.shift & 63)
	return celltext.NoDigits(others), t.second + celltext.EightDigits(others)*t.unit
}

func (t *evenTime) strikes(clock uint64) (ok bool) {
	units := int64(0)
	if t.count > 0 {
		first := clock ^ celltext.EightZeros
		units, ok = celltext.EightDigits(first)*t.power, celltext.NoDigits(first) == 0
	} else {
		units, ok = timestamp.SecondsOfDay(clock)
		units += t.local
	}
	t.clock, t.second = clock, units*t.unit
	ten := units - lastDigit(clock)*t.power
	t.ten = ok && ten > t.from && ten+10*t.power <= t.until
	return ok && units > t.from && units+t.power <= t.until // whatever digits follow
}

// ticks is strikes if only the last of the eight characters is another; ok is false if strikes has to tell.
func (t *evenTime) ticks(clock uint64) (ok bool) {
	digit := lastDigit(clock)
	if !t.ten || (clock^t.clock)<<8 != 0 || uint64(digit) > 9 {
		return false
	}
	t.second += (digit - lastDigit(t.clock)) * t.step
	t.clock = clock
	return true
}

func lastDigit(eight uint64) int64 { return int64(eight>>56) - '0' }
