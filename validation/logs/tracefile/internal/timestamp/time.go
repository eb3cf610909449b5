package timestamp

import (
	"bytes"
	"fmt"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
)

// Moment is a time as text states it.
type Moment struct {
	Seconds     int64 // since 1970 by the clock that was read, or since midnight if no date is stated
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

// timeOfDay reads 9:04, 15:04 or 15:04:05.999, with AM or PM, and returns what follows it.
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

// DottedTime reads 11.16.15 and 11.16.15.999, as DB2 writes it, after a date: alone it is a date as well.
func DottedTime(text []byte) (m Moment, rest []byte, ok bool) {
	const digits = len("11.16.15")
	if len(text) < digits || text[2] != '.' || text[5] != '.' {
		return m, nil, false
	}
	clock := append([]byte(nil), text...)
	clock[2], clock[5] = ':', ':'
	return timeOfDay(clock)
}

// UnpaddedTime is a time of day as 9:5:7.250, or as 9: 5: 7. 250, which programs in Ada write.
type UnpaddedTime struct {
	seconds  int64
	Short    bool   // the minute or the second has one digit
	Fraction []byte // digits
	Integer  bool   // a blank stands before those: they count something, and are not padded either
}

// UnpaddedTimeOf returns what follows the time of day, too.
func UnpaddedTimeOf(text []byte) (t UnpaddedTime, rest []byte, ok bool) {
	var parts [3]int
	rest = text
	for i := range parts {
		if i > 0 {
			if len(rest) == 0 || rest[0] != ':' {
				return t, nil, false
			}
			rest = bytes.TrimLeft(rest[1:], " ")
		}
		before := len(rest)
		if parts[i], rest, ok = numberIn(rest, 1); !ok {
			return t, nil, false
		}
		t.Short = t.Short || i > 0 && before-len(rest) == 1
	}
	if parts[0] > 23 || parts[1] > 59 || parts[2] > 59 {
		return t, nil, false
	}
	t.seconds = int64(parts[0])*SecondsPerHour + int64(parts[1])*60 + int64(parts[2])
	if len(rest) == 0 || rest[0] != '.' {
		return t, rest, true
	}
	digits := bytes.TrimLeft(rest[1:], " ")
	t.Integer = len(digits) < len(rest)-1
	t.Fraction = celltext.DigitsFrom(digits)
	return t, digits[len(t.Fraction):], len(t.Fraction) > 0 && len(t.Fraction) <= 9
}

// Unpadding is how the times of a column are written whose parts are not padded with zeros.
type Unpadding struct {
	Found       bool // some are written so
	Thousandths bool // the integers after their seconds have up to three digits, and some have three
}

// readUnpadded reads times whose parts are not padded with zeros; midnight is 0, so that no pattern is learnt.
func (c Calendar) readUnpadded(text []byte) (m Moment, midnight int, v Outcome) {
	date, rest, v := c.Date(text)
	of := BetweenDateAndTime(rest)
	if v == Unreadable {
		of, m.Undated, v = text, true, readable
	}
	t, rest, ok := UnpaddedTimeOf(of)
	if !ok || zoned(&m, rest) == Unreadable {
		return m, 0, Unreadable
	}
	m.Seconds = date + t.seconds
	if m.Nanoseconds, ok = t.nanoseconds(c.Unpadding); !ok && v == readable {
		v = unclearFraction
	}
	return m, 0, v
}

// nanoseconds are those after the seconds; ok is false if digits may be decimals or count thousandths.
func (t *UnpaddedTime) nanoseconds(as Unpadding) (n int64, ok bool) {
	const thousandths = 3
	count, _ := Digits(t.Fraction)
	if count == 0 {
		return 0, true
	}
	if t.Integer {
		return count * 1_000_000, as.Thousandths && len(t.Fraction) <= thousandths
	}
	n, _, _ = fraction(append([]byte{'.'}, t.Fraction...))
	return n, len(t.Fraction)%thousandths == 0
}

func unclearMilliseconds(text []byte) *celltext.Error {
	return &celltext.Error{
		Problem: fmt.Sprintf("%s is written without the zeros that pad numbers, "+
			"so that what stands behind its seconds may be decimals or a count of milliseconds", celltext.Quoted(text)),
		Remedy: "write milliseconds with three digits",
	}
}
