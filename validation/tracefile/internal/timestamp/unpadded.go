package timestamp

import (
	"bytes"
	"fmt"

	"green500/validation/tracefile/internal/celltext"
)

// UnpaddedTime is a time of day whose parts have as many digits as they need, as 9:5:7.250, or as 9: 5: 7. 250, which programs in
// Ada write.
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

// readUnpadded reads a date and a time of day, or a time of day alone, whose parts are not padded with zeros. What it learnt of it
// is in no pattern: midnight is 0.
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
		Problem: fmt.Sprintf("%s is written without the zeros that pad numbers, so that what stands behind its seconds may be decimals or a count of milliseconds", celltext.Quoted(text)),
		Remedy:  "write milliseconds with three digits",
	}
}
