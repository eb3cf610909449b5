package tracefile

import (
	"bytes"
	"encoding/binary"
)

// pattern is how the time of the line before was written: a date, a time of day of eight characters,
// perhaps a fraction, and an end that tells the zone. Where the date and the end are the same again,
// only the time of day has to be read.
type pattern struct {
	date, end  []byte
	head, tail uint64 // the first and the last eight characters of date, where it has 8 to 16
	midnight   int64  // seconds since 1970 by the clock
	zoned      bool
	offset     int64 // seconds east of UTC
	point      byte  // before decimals
	commas     bool  // that may be a comma: none stands between the cells
}

const (
	timeLength = len("15:04:05")
	digitZeros = 0x30_30_3a_30_30_3a_30_30 // 00:00:00
	colons     = 0x00_00_ff_00_00_ff_00_00
)

// learn keeps how text is written, if it is written so.
func (p *pattern) learn(text []byte, midnight int, m moment) {
	if len(text) < midnight+timeLength {
		return
	}
	seconds, ok := secondsOfDay(eightAt(text, midnight))
	if !ok {
		return
	}
	_, end, ok := fraction(text[midnight+timeLength:])
	day := m.seconds - seconds
	if _, after := meridian(1, end); len(after) < len(end) {
		return // twelve hours make two days of one
	}
	if !ok || day%secondsPerDay != 0 || day < firstSecond+2*secondsPerDay || day > lastSecond-2*secondsPerDay {
		return
	}
	p.date, p.end = append(p.date[:0], text[:midnight]...), append(p.end[:0], end...)
	if p.head, p.tail = 0, 0; midnight >= 8 && midnight <= 16 {
		p.head, p.tail = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[midnight-8:])
	}
	p.midnight, p.zoned, p.offset, p.point = day, m.zoned, m.offset, '.'
	if after := text[midnight+timeLength:]; p.commas && len(after) > 0 && after[0] == ',' {
		p.point = ','
	}
}

// secondsOfDay reads 15:04:05.
func secondsOfDay(eight uint64) (seconds int64, ok bool) {
	x := eight ^ digitZeros
	if x&colons != 0 || (x|(x+overNine))&highBits != 0 {
		return 0, false
	}
	x = x*10 + x>>8
	hour, minute, second := x&0xff, x>>24&0xff, x>>48&0xff
	return int64(hour*secondsPerHour + minute*60 + second), hour < 24 && minute < 60 && second < 60
}

// whole reads text that is written so from its beginning to its end.
func (p *pattern) whole(text []byte, w *wall) (instant int64, ok bool) {
	instant, next, ok := p.read(text, 0, w)
	return instant, ok && next == len(text)
}

// read reads a time at a place of text and returns where it ends.
func (p *pattern) read(text []byte, at int, w *wall) (instant int64, next int, ok bool) {
	n := len(p.date)
	if n == 0 || len(text)-at < n+timeLength || !p.sameDate(text[at:]) {
		return 0, 0, false
	}
	at += n
	seconds, ok := secondsOfDay(eightAt(text, at))
	if !ok {
		return 0, 0, false
	}
	seconds += p.midnight
	if p.zoned {
		seconds -= p.offset
	} else if seconds, ok = w.usual(seconds); !ok {
		return 0, 0, false
	}
	at += timeLength
	nanoseconds := int64(0)
	if at+1 < len(text) && text[at] == p.point {
		if nanoseconds, at, ok = decimals(text, at+1); !ok {
			return 0, 0, false
		}
	}
	switch {
	case len(p.end) == 1 && at < len(text) && text[at] == p.end[0]:
		at++
	case len(p.end) > 0:
		if !bytes.HasPrefix(text[at:], p.end) {
			return 0, 0, false
		}
		at += len(p.end)
	}
	return seconds*nanosecondsPerSecond + nanoseconds, at, true
}

// decimals reads up to nine decimals of a second and returns where they end; ok is false where there
// are none or more.
func decimals(text []byte, at int) (nanoseconds int64, next int, ok bool) {
	if at+8 <= len(text) {
		eight := eightAt(text, at) ^ eightZeros
		if marks := noDigits(eight); marks != 0 {
			n := before(marks)
			return eightDigits(eight&(1<<(8*n)-1)) * 10, at + n, n > 0
		}
	}
	unit := int64(nanosecondsPerSecond)
	i := at
	for i < len(text) && unit > 1 && isDigit(text[i]) {
		unit /= 10
		nanoseconds += int64(text[i]-'0') * unit
		i++
	}
	return nanoseconds, i, i > at && (i == len(text) || !isDigit(text[i]))
}

// sameDate reports whether text, which is long enough, begins with the date.
func (p *pattern) sameDate(text []byte) bool {
	if p.head == 0 {
		return string(text[:len(p.date)]) == string(p.date)
	}
	return binary.LittleEndian.Uint64(text) == p.head && binary.LittleEndian.Uint64(text[len(p.date)-8:]) == p.tail
}
