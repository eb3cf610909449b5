package tracefile

import (
	"bytes"
	"fmt"
	"time"
)

// clock reads a column of times written as text. It remembers the text and the instant of the line
// before: long tables repeat every time for each instrument.
type clock struct {
	wall     wall
	timing   timing
	calendar calendar
	tick     int64 // nanoseconds in one of a count, 0 where its column does not tell
	undated  bool  // the column holds times of day
	shown    int64 // by the clock at the reading before, in seconds, where the column holds times of day
	text     []byte
	at       int64
	pattern  pattern
}

// clocks are the columns of times of a file, each as series read it. Series share them, so
// that a time is parsed once however many series read it.
type clocks []columnClock

type columnClock struct {
	column int
	timing timing
	clock  *clock
}

func (c *clocks) of(column int, as timing) *clock {
	one, _ := c.find(column, as)
	return one
}

// find returns the clock of a column, and whether it is new.
func (c *clocks) find(column int, as timing) (one *clock, fresh bool) {
	for i := range *c {
		if one := &(*c)[i]; one.column == column && one.timing == as {
			return one.clock, false
		}
	}
	one = newClock(as)
	*c = append(*c, columnClock{column, as, one})
	return one, true
}

func newClock(as timing) *clock {
	return &clock{wall: wall{zone: as.zone}, timing: as, calendar: calendar{among: ordersNamed(as.dateOrder)}}
}

// isTime reports whether text reads as a time of the allowed years.
func isTime(text []byte) bool {
	_, f := newClock(timing{zone: time.UTC}).read(text)
	return f == nil
}

// read returns nanoseconds since 1970 UTC.
func (c *clock) read(text []byte) (int64, *fault) {
	if at, ok := c.pattern.whole(text, &c.wall); ok {
		return at, nil
	}
	if len(c.text) > 0 && bytes.Equal(text, c.text) {
		return c.at, nil
	}
	at, f := c.instant(text)
	if f != nil {
		return 0, f
	}
	c.text, c.at = append(c.text[:0], text...), at
	return at, nil
}

func (c *clock) instant(text []byte) (int64, *fault) {
	m, midnight, v := c.calendar.read(text)
	switch {
	case v == ambiguous:
		return 0, c.calendar.unclearOrder(text)
	case v == unclearFraction:
		return 0, unclearMilliseconds(text)
	case v == readable && m.undated:
		return c.roll(m, text)
	case v == readable:
		at, f := c.wall.instant(m)
		if f == nil && midnight > 0 {
			c.pattern.learn(text, midnight, m)
		}
		return at, f
	}
	if t, ok := tallyOf(text); ok {
		return c.count(t)
	}
	if at, f, ok := c.countInUnit(text); ok {
		return at, f
	}
	if isDate(text) {
		return 0, dateAlone(text)
	}
	return 0, unreadableTime(text)
}

// count reads a count of time: since 1970, or since the origin where it is too small for that.
func (c *clock) count(t tally) (int64, *fault) {
	unit := c.tick
	if unit == 0 {
		unit = unitOf(t.whole).nanoseconds
	}
	at, ok := t.in(unit)
	if !ok {
		return 0, outsideYears()
	}
	if at >= earliestCount*nanosecondsPerSecond {
		return at, nil
	}
	if !c.timing.counted {
		f := originUntold()
		f.presumed = c.tick == 0
		return 0, f
	}
	if c.tick == 0 {
		unit = nanosecondsPerSecond
	}
	if at, ok = t.in(unit); !ok || at+c.timing.origin < 0 || at+c.timing.origin >= lastSecond*nanosecondsPerSecond {
		return 0, outsideYears()
	}
	return at + c.timing.origin, nil
}

func originUntold() *fault {
	return &fault{
		field:   "origin",
		problem: "the times of the file count from a start that is not told",
		remedy:  "set origin of the series to the instant at which its clock stood at zero, as 2024-09-27T11:16:15+02:00",
	}
}

// disorder is how many seconds times without a date may go back; beyond, another day has begun.
const disorder = 3600

// roll reads a time of day: the next one after the reading before, and at first on the day of the origin.
func (c *clock) roll(m moment, text []byte) (int64, *fault) {
	if !c.undated {
		return 0, unreadableTime(text)
	}
	if !c.timing.counted {
		return 0, &fault{
			field:   "origin",
			problem: "the times of the file have no date",
			remedy:  "set origin of the series to the day of its first reading, as 2024-09-27T00:00:00+02:00",
		}
	}
	if len(c.text) == 0 {
		c.shown = c.firstDay()
	} else {
		c.shown -= disorder
	}
	shown := c.shown - c.shown%secondsPerDay + m.seconds
	if shown < c.shown {
		shown += secondsPerDay
	}
	c.shown, m.seconds = shown, shown
	return c.wall.instant(m)
}

// firstDay is the day that the origin has in the zone of the log, and by its own offset where nobody told the zone.
func (c *clock) firstDay() int64 {
	if c.wall.zone == nil {
		return c.timing.day
	}
	local := c.timing.origin / nanosecondsPerSecond
	local += c.wall.offsetAt(local)
	return local - local%secondsPerDay
}

func outsideYears() *fault {
	return &fault{problem: "is outside the years 1970 to 2200", remedy: "check the column and the clock"}
}

func unreadableTime(text []byte) *fault {
	if len(text) == 0 {
		return &fault{problem: "has no time", remedy: "leave the line out or fill its time in"}
	}
	return &fault{
		problem: quoted(text) + " is not a time that can be read",
		remedy:  fmt.Sprintf("write %s, 2024-09-27 11:16:15 with timezone set, or seconds since 1970", timeExample),
	}
}

const timeExample = "2024-09-27T11:16:15+02:00"

// quick reads a time at a place of text, if it is written as the one before or a count of time, and
// returns where it ends.
func (c *clock) quick(text []byte, at int) (instant int64, next int, ok bool) {
	if len(c.pattern.date) > 0 {
		return c.pattern.read(text, at, &c.wall)
	}
	return c.quickCount(text, at)
}

// compactDigits are those of 20240927111615, which is no count.
const compactDigits = 14

func (c *clock) quickCount(text []byte, at int) (instant int64, next int, ok bool) {
	t, n := tally{}, at
	if at+8 <= len(text) {
		if eight := eightAt(text, at) ^ eightZeros; noDigits(eight) == 0 {
			t.whole, n = eightDigits(eight), at+8
		}
	}
	for n < len(text) && n-at < maxDigits && isDigit(text[n]) {
		t.whole = t.whole*10 + int64(text[n]-'0')
		n++
	}
	if n == at || n-at == compactDigits || n-at == maxDigits {
		return 0, 0, false
	}
	if n < len(text) && text[n] == '.' {
		t.fraction = digitsFrom(text[n+1:])
		if len(t.fraction) == 0 || len(t.fraction) == maxDigits {
			return 0, 0, false
		}
		n += 1 + len(t.fraction)
	}
	instant, f := c.count(t)
	return instant, n, f == nil
}

// digitsFrom returns the digits that text begins with, as many as may be.
func digitsFrom(text []byte) []byte {
	n := 0
	for n < len(text) && n < maxDigits && isDigit(text[n]) {
		n++
	}
	return text[:n]
}
