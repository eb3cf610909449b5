package timestamp

import (
	"bytes"
	"encoding/binary"

	"green500/validation/tracefile/internal/celltext"
)

// pattern is how the time of the line before was written: a date, a time of day of eight characters,
// perhaps a fraction, and an end that states the zone. Where the date and the end are the same again,
// only the time of day has to be read.
type pattern struct {
	Date, end  []byte
	head, tail uint64 // the first and the last eight characters of date, where it has 8 to 16
	Midnight   int64  // seconds since 1970 by the clock
	Zoned      bool
	Offset     int64 // seconds east of UTC
	Point      byte  // before decimals
	Commas     bool  // that may be a comma: none stands between the cells
}

// The form of a time of day, which is compared in eight bytes.
const (
	TimeLength = len("15:04:05")
	digitZeros = 0x30_30_3a_30_30_3a_30_30 // 00:00:00
	colons     = 0x00_00_ff_00_00_ff_00_00
)

func (p *pattern) learn(text []byte, midnight int, m Moment) {
	if len(text) < midnight+TimeLength {
		return
	}
	seconds, ok := SecondsOfDay(celltext.EightAt(text, midnight))
	if !ok {
		return
	}
	_, end, ok := fraction(text[midnight+TimeLength:])
	day := m.Seconds - seconds
	if _, after := meridian(1, end); len(after) < len(end) {
		return // twelve hours make two days of one
	}
	if !ok || day%SecondsPerDay != 0 || day < FirstSecond+2*SecondsPerDay || day > LastSecond-2*SecondsPerDay {
		return
	}
	p.Date, p.end = append(p.Date[:0], text[:midnight]...), append(p.end[:0], end...)
	if p.head, p.tail = 0, 0; midnight >= 8 && midnight <= 16 {
		p.head, p.tail = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[midnight-8:])
	}
	p.Midnight, p.Zoned, p.Offset, p.Point = day, m.Zoned, m.offset, '.'
	if after := text[midnight+TimeLength:]; p.Commas && len(after) > 0 && after[0] == ',' {
		p.Point = ','
	}
}

func (p *pattern) whole(text []byte, w *zoneResolver) (instant int64, ok bool) {
	instant, next, ok := p.read(text, 0, w)
	return instant, ok && next == len(text)
}

func (p *pattern) read(text []byte, at int, w *zoneResolver) (instant int64, next int, ok bool) {
	n := len(p.Date)
	if n == 0 || len(text)-at < n+TimeLength || !p.SameDate(text[at:]) {
		return 0, 0, false
	}
	at += n
	seconds, ok := SecondsOfDay(celltext.EightAt(text, at))
	if !ok {
		return 0, 0, false
	}
	seconds += p.Midnight
	if p.Zoned {
		seconds -= p.Offset
	} else if seconds, ok = w.usual(seconds); !ok {
		return 0, 0, false
	}
	at += TimeLength
	nanoseconds := int64(0)
	if at+1 < len(text) && text[at] == p.Point {
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
	return seconds*NanosecondsPerSecond + nanoseconds, at, true
}

// decimals reads up to nine decimals of a second and returns where they end; ok is false if there
// are none or more.
func decimals(text []byte, at int) (nanoseconds int64, next int, ok bool) {
	if at+8 <= len(text) {
		eight := celltext.EightAt(text, at) ^ celltext.EightZeros
		if marks := celltext.NoDigits(eight); marks != 0 {
			n := celltext.Before(marks)
			return celltext.EightDigits(eight&(1<<(8*n)-1)) * 10, at + n, n > 0
		}
	}
	unit := int64(NanosecondsPerSecond)
	i := at
	for i < len(text) && unit > 1 && celltext.IsDigit(text[i]) {
		unit /= 10
		nanoseconds += int64(text[i]-'0') * unit
		i++
	}
	return nanoseconds, i, i > at && (i == len(text) || !celltext.IsDigit(text[i]))
}

// SameDate reports whether text, which is long enough, begins with the date.
func (p *pattern) SameDate(text []byte) bool {
	if p.head == 0 {
		return string(text[:len(p.Date)]) == string(p.Date)
	}
	return binary.LittleEndian.Uint64(text) == p.head && binary.LittleEndian.Uint64(text[len(p.Date)-8:]) == p.tail
}
