package tracefile

import (
	"bytes"
	"time"
)

// moment is a time as text states it.
type moment struct {
	seconds     int64 // since 1970 by the clock that was read
	nanoseconds int64
	zoned       bool  // offset is told
	offset      int64 // seconds east of UTC
}

// layout reads one way of writing a time; ok is false where text is written another way.
type layout func(text []byte) (m moment, ok bool)

var layouts = [...]layout{
	func(text []byte) (moment, bool) { return yearFirst(text, '-') },
	epoch,
	func(text []byte) (moment, bool) { return yearFirst(text, '/') },
	dayFirst,
}

// A meter's clock may be wrong, but not by more than this; beyond, a column is no time at all.
const (
	firstSecond = 0             // 1970-01-01
	lastSecond  = 7_258_118_400 // 2200-01-01
)

// clock reads a column of times written as text. It remembers the layout of the line before and
// the instant: long tables repeat every time for each instrument.
type clock struct {
	wall    wall
	settled int
	text    []byte
	at      int64
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
	for i := range *c {
		if one := &(*c)[i]; one.column == column && one.timing == as {
			return one.clock
		}
	}
	fresh := &clock{wall: wall{zone: as.zone}}
	*c = append(*c, columnClock{column, as, fresh})
	return fresh
}

// read returns nanoseconds since 1970 UTC.
func (c *clock) read(text []byte) (int64, *fault) {
	if len(c.text) > 0 && bytes.Equal(text, c.text) {
		return c.at, nil
	}
	m, ok := c.match(text)
	if !ok {
		return 0, unreadableTime(text)
	}
	at, f := c.wall.instant(m)
	if f != nil {
		return 0, f
	}
	c.text, c.at = append(c.text[:0], text...), at
	return at, nil
}

func (c *clock) match(text []byte) (moment, bool) {
	if m, ok := layouts[c.settled](text); ok {
		return m, true
	}
	for i, read := range layouts {
		if m, ok := read(text); ok {
			c.settled = i
			return m, true
		}
	}
	return moment{}, false
}

func unreadableTime(text []byte) *fault {
	if len(text) == 0 {
		return &fault{problem: "has no time", remedy: "leave the line out or fill its time in"}
	}
	return &fault{
		problem: quoted(text) + " is not a time that can be read",
		remedy:  "write 2024-09-27T11:16:15+02:00, 2024-09-27 11:16:15 with timezone set, or seconds since 1970",
	}
}

// isTime reports whether text reads as a time of the allowed years.
func isTime(text []byte) bool {
	c := clock{wall: wall{zone: time.UTC}}
	_, f := c.read(text)
	return f == nil
}

// yearFirst reads 2006-01-02 15:04:05 with the given separator, with or without fraction and
// offset, with T or a blank.
func yearFirst(text []byte, separator byte) (moment, bool) {
	if len(text) < 11 || text[4] != separator || text[7] != separator {
		return moment{}, false
	}
	return timeOfDay(text[0:4], text[5:7], text[8:10], text[10:])
}

// dayFirst reads 02.01.2006 15:04:05.
func dayFirst(text []byte) (moment, bool) {
	if len(text) < 11 || text[2] != '.' || text[5] != '.' {
		return moment{}, false
	}
	return timeOfDay(text[6:10], text[3:5], text[0:2], text[10:])
}

// timeOfDay reads what follows a date: a blank or T, 15:04 or 15:04:05.999, and perhaps an offset.
func timeOfDay(year, month, day, rest []byte) (m moment, ok bool) {
	if len(rest) < 6 || rest[0] != ' ' && rest[0] != 'T' && rest[0] != 't' || rest[3] != ':' {
		return m, false
	}
	hour, minute, second := rest[1:3], rest[4:6], []byte("00")
	rest = rest[6:]
	if len(rest) > 2 && rest[0] == ':' {
		second, rest = rest[1:3], rest[3:]
		if m.nanoseconds, rest, ok = fraction(rest); !ok {
			return m, false
		}
	}
	if m.seconds, ok = civil(year, month, day, hour, minute, second); !ok {
		return m, false
	}
	m.offset, m.zoned, ok = offset(rest)
	return m, ok
}

// civil returns the seconds since 1970 of a date and time that exist.
func civil(year, month, day, hour, minute, second []byte) (seconds int64, ok bool) {
	var v [6]int
	for i, text := range [...][]byte{year, month, day, hour, minute, second} {
		if v[i], ok = count(text); !ok {
			return 0, false
		}
	}
	if v[1] < 1 || v[1] > 12 || v[2] < 1 || v[3] > 23 || v[4] > 59 || v[5] > 59 {
		return 0, false
	}
	t := time.Date(v[0], time.Month(v[1]), v[2], v[3], v[4], v[5], 0, time.UTC)
	return t.Unix(), t.Day() == v[2] // 31 April becomes 1 May
}

// count reads a few digits.
func count(text []byte) (n int, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// fraction reads .999 or ,999 with up to nine digits, or nothing.
func fraction(text []byte) (nanoseconds int64, rest []byte, ok bool) {
	if len(text) == 0 || text[0] != '.' && text[0] != ',' {
		return 0, text, true
	}
	digits := 1
	for digits < len(text) && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	n, ok := count(text[1:digits])
	if !ok || digits == 1 || digits > 10 {
		return 0, text, false
	}
	for range 10 - digits {
		n *= 10
	}
	return int64(n), text[digits:], true
}

// offset reads Z, +02:00, +0200 or +02, with or without a blank before, or nothing.
func offset(text []byte) (seconds int64, told, ok bool) {
	if len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	switch {
	case len(text) == 0:
		return 0, false, true
	case string(text) == "Z" || string(text) == "z" || string(text) == "UTC":
		return 0, true, true
	case text[0] != '+' && text[0] != '-' || len(text) < 3:
		return 0, false, false
	}
	seconds, ok = hoursMinutes(text[1:])
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, ok, ok
}

// hoursMinutes reads 02:00, 0200 or 02 as seconds.
func hoursMinutes(text []byte) (seconds int64, ok bool) {
	minutes := bytes.TrimPrefix(text[2:], []byte{':'})
	h, hoursOK := count(text[:2])
	m, minutesOK := count(minutes)
	if !hoursOK || !minutesOK || h > 23 || m > 59 || len(minutes) != 0 && len(minutes) != 2 {
		return 0, false
	}
	return int64(h)*3600 + int64(m)*60, true
}
