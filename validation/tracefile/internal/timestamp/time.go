package timestamp

import (
	"bytes"
	"time"

	"green500/validation/tracefile/internal/celltext"
)

// Moment is a time as text states it.
type Moment struct {
	Seconds     int64 // since 1970 by the clock that was read, or since midnight where no date is stated
	Nanoseconds int64
	Zoned       bool  // offset is stated
	offset      int64 // seconds east of UTC
	Undated     bool  // only the time of day is stated
	Yearless    bool  // the year is not stated: that of seconds is a leap year
	endsDay     bool  // it is written as 24:00, which is midnight of the next day

	region string // IANA name of the zone, if text states it without an offset
	word   string // for the zone, if text has no more of it, as CEST
}

// A meter's clock may be wrong, but not by more than this; beyond, a column is no time at all.
const (
	FirstSecond = 0             // 1970-01-01
	LastSecond  = 7_258_118_400 // 2200-01-01
)

// Seconds of longer units.
const (
	SecondsPerHour = 3600
	SecondsPerDay  = 24 * SecondsPerHour
)

// timeOfDay reads 9:04, 15:04 or 15:04:05.999, with AM or PM where the clock has twelve hours, and
// returns what follows it.
func timeOfDay(text []byte) (m Moment, rest []byte, ok bool) {
	hour, rest, ok := numberIn(text, 1)
	if !ok || len(rest) == 0 || rest[0] != ':' {
		return m, nil, false
	}
	minute, rest, ok := numberIn(rest[1:], 2)
	if !ok {
		return m, nil, false
	}
	second := 0
	if len(rest) > 0 && rest[0] == ':' {
		if second, rest, ok = numberIn(rest[1:], 2); !ok {
			return m, nil, false
		}
		if m.Nanoseconds, rest, ok = fraction(rest); !ok {
			return m, nil, false
		}
	}
	hour, rest = m.half(hour, rest)
	return m, rest, m.show(hour, minute, second)
}

func (m *Moment) show(hour, minute, second int) (ok bool) {
	m.endsDay = hour == hoursOfDay && minute == 0 && second == 0 && m.Nanoseconds == 0
	m.Seconds = int64(hour)*SecondsPerHour + int64(minute)*60 + int64(second)
	return (hour <= 23 || m.endsDay) && minute <= 59 && second <= 59
}

// half reads AM or PM, after which power analysers write decimals, as 01:04:05 PM.999.
func (m *Moment) half(hour int, text []byte) (of24 int, rest []byte) {
	of24, rest = meridian(hour, text)
	if len(rest) == len(text) || len(rest) == 0 || rest[0] != '.' {
		return of24, rest
	}
	var ok bool
	if m.Nanoseconds, rest, ok = fraction(rest); !ok {
		return noHour, text
	}
	return of24, rest
}

// hoursOfDay is the hour that some clocks show at midnight, and noHour is one that none shows.
const (
	hoursOfDay = 24
	noHour     = hoursOfDay + 1
)

func meridian(hour int, text []byte) (of24 int, rest []byte) {
	half := bytes.TrimLeft(text, " ")
	if len(half) < 2 || half[1]|0x20 != 'm' || half[0]|0x20 != 'a' && half[0]|0x20 != 'p' {
		return hour, text
	}
	if hour < 1 || hour > 12 {
		return noHour, text
	}
	hour %= 12
	if half[0]|0x20 == 'p' {
		hour += 12
	}
	return hour, half[2:]
}

// numberIn reads two digits at most, and so many at least.
func numberIn(text []byte, least int) (n int, rest []byte, ok bool) {
	const most = 2
	i := 0
	for i < len(text) && i <= most && celltext.IsDigit(text[i]) {
		n = n*10 + int(text[i]-'0')
		i++
	}
	return n, text[i:], i >= least && i <= most
}

// Count reads a few digits.
func Count(text []byte) (n int, ok bool) {
	wide, ok := Digits(text)
	return int(wide), ok
}

// fraction reads .999 or ,999 with up to nine digits, :999 with three, 999msec after a blank, or nothing.
func fraction(text []byte) (nanoseconds int64, rest []byte, ok bool) {
	if len(text) > 0 && text[0] == ' ' {
		if nanoseconds, rest, ok = milliseconds(text[1:]); ok {
			return nanoseconds, rest, true
		}
	}
	if len(text) == 0 || text[0] != '.' && text[0] != ',' && text[0] != ':' {
		return 0, text, true
	}
	digits := 1
	for digits < len(text) && celltext.IsDigit(text[digits]) {
		digits++
	}
	if digits == 1 || digits > 10 || text[0] == ':' && digits != len(":999") {
		return 0, text, false
	}
	n, ok := Count(text[1:digits])
	for range 10 - digits {
		n *= 10
	}
	return int64(n), text[digits:], ok
}

// Offset reads Z, UTC, GMT, +02:00, +0200 or +02, with or without a blank before, UTC+2 or GMT+0200, or nothing.
func Offset(text []byte) (seconds int64, given, ok bool) {
	if len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	switch string(text) {
	case "":
		return 0, false, true
	case "Z", "z", "UTC", "GMT":
		return 0, true, true
	}
	if bytes.HasPrefix(text, []byte("UTC")) || bytes.HasPrefix(text, []byte("GMT")) {
		if text = text[len("UTC"):]; len(text) == len("+2") {
			text = []byte{text[0], '0', text[1]}
		}
	}
	if len(text) < len("+02") || text[0] != '+' && text[0] != '-' {
		return 0, false, false
	}
	seconds, ok = hoursMinutes(text[1:])
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, ok, ok
}

func hoursMinutes(text []byte) (seconds int64, ok bool) {
	minutes := bytes.TrimPrefix(text[2:], []byte{':'})
	h, hoursOK := Count(text[:2])
	m, minutesOK := Count(minutes)
	if !hoursOK || !minutesOK || h > 23 || m > 59 || len(minutes) != 0 && len(minutes) != 2 {
		return 0, false
	}
	return int64(h)*SecondsPerHour + int64(m)*60, true
}

// milliseconds reads 999msec.
func milliseconds(text []byte) (nanoseconds int64, rest []byte, ok bool) {
	digits := celltext.DigitsFrom(text)
	rest, ok = bytes.CutPrefix(text[len(digits):], []byte("msec"))
	if !ok || len(digits) == 0 || len(digits) > len("999") {
		return 0, text, false
	}
	n, ok := Count(digits)
	return int64(n) * int64(time.Millisecond), rest, ok
}

// DottedTime reads 11.16.15 and 11.16.15.999, as DB2 and programs in Italian and Danish write it. It is a time of day after a date
// only: alone it is a date as well.
func DottedTime(text []byte) (m Moment, rest []byte, ok bool) {
	const digits = len("11.16.15")
	if len(text) < digits || text[2] != '.' || text[5] != '.' {
		return m, nil, false
	}
	clock := append([]byte(nil), text...)
	clock[2], clock[5] = ':', ':'
	return timeOfDay(clock)
}
