package timestamp

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// pattern is how the time of the line before was written: a date, a time of day of eight characters,
// perhaps a fraction, and an end that states the zone. Where the date and the end are the same again,
// only the time of day has to be read.
type pattern struct {
	Date, end []byte
	Midnight  int64 // seconds since 1970 by the clock
	Zoned     bool
	Offset    int64 // seconds east of UTC
	Point     byte  // before decimals
	Commas    bool  // that may be a comma: none stands between the cells
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
	p.Midnight, p.Zoned, p.Offset, p.Point = day, m.Zoned, m.offset, '.'
	if after := text[midnight+TimeLength:]; p.Commas && len(after) > 0 && after[0] == ',' {
		p.Point = ','
	}
}

func (p *pattern) read(text []byte, w *zoneResolver) (instant int64, ok bool) {
	text, ok = bytes.CutSuffix(text, p.end)
	if n := len(p.Date); n == 0 || !ok || len(text) < n+TimeLength || !p.SameDate(text) {
		return 0, false
	}
	text = text[len(p.Date):]
	seconds, ok := SecondsOfDay(celltext.EightAt(text, 0))
	if !ok {
		return 0, false
	}
	seconds += p.Midnight
	if p.Zoned {
		seconds -= p.Offset
	} else if seconds, ok = w.usual(seconds); !ok {
		return 0, false
	}
	nanoseconds := int64(0)
	if text = text[TimeLength:]; len(text) > 0 {
		nanoseconds, ok = Digits(text[1:])
		if !ok || text[0] != p.Point || len(text) < 2 || len(text) > 10 {
			return 0, false
		}
		for range 10 - len(text) {
			nanoseconds *= 10
		}
	}
	return seconds*NanosecondsPerSecond + nanoseconds, true
}

// SameDate reports whether text, which is long enough, begins with the date.
func (p *pattern) SameDate(text []byte) bool { return bytes.HasPrefix(text, p.Date) }
