package tracefile

import (
	"bytes"
	"fmt"
)

// unpaddedTime is a time of day whose parts have as many digits as they need, as 9:5:7.250, or as 9: 5: 7. 250, which programs in
// Ada write.
type unpaddedTime struct {
	seconds  int64
	short    bool   // the minute or the second has one digit
	fraction []byte // digits
	integer  bool   // a blank stands before those: they count something, and are not padded either
}

// unpaddedTimeOf returns what follows the time of day, too.
func unpaddedTimeOf(text []byte) (t unpaddedTime, rest []byte, ok bool) {
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
		t.short = t.short || i > 0 && before-len(rest) == 1
	}
	if parts[0] > 23 || parts[1] > 59 || parts[2] > 59 {
		return t, nil, false
	}
	t.seconds = int64(parts[0])*secondsPerHour + int64(parts[1])*60 + int64(parts[2])
	if len(rest) == 0 || rest[0] != '.' {
		return t, rest, true
	}
	digits := bytes.TrimLeft(rest[1:], " ")
	t.integer = len(digits) < len(rest)-1
	t.fraction = digitsFrom(digits)
	return t, digits[len(t.fraction):], len(t.fraction) > 0 && len(t.fraction) <= 9
}

// unpadding is how the times of a column are written whose parts are not padded with zeros.
type unpadding struct {
	met         bool // some are written so
	thousandths bool // the integers behind their seconds have up to three digits, and some have three
}

// readUnpadded reads a date and a time of day, or a time of day alone, whose parts are not padded with zeros. What it learnt of it
// is told in no pattern: midnight is 0.
func (c calendar) readUnpadded(text []byte) (m moment, midnight int, v verdict) {
	date, rest, v := c.date(text)
	of := betweenDateAndTime(rest)
	if v == unreadable {
		of, m.undated, v = text, true, readable
	}
	t, rest, ok := unpaddedTimeOf(of)
	if !ok || zoned(&m, rest) == unreadable {
		return m, 0, unreadable
	}
	m.seconds = date + t.seconds
	if m.nanoseconds, ok = t.nanoseconds(c.unpadding); !ok && v == readable {
		v = unclearFraction
	}
	return m, 0, v
}

// nanoseconds are those behind the seconds; ok is false where digits may be decimals or count thousandths.
func (t *unpaddedTime) nanoseconds(as unpadding) (n int64, ok bool) {
	const thousandths = 3
	count, _ := digits(t.fraction)
	if count == 0 {
		return 0, true
	}
	if t.integer {
		return count * 1_000_000, as.thousandths && len(t.fraction) <= thousandths
	}
	n, _, _ = fraction(append([]byte{'.'}, t.fraction...))
	return n, len(t.fraction)%thousandths == 0
}

// unpaddingOf tells how the times of a column are written.
func (s *survey) unpaddingOf(rows [][][]byte, column int) (u unpadding) {
	switch s.kinds[column] {
	case wallTime, zonedTime, dayTime:
	case dateOnly:
		column = s.partner[column]
	default:
		return u
	}
	most := 0
	for _, cells := range rows {
		if column < 0 {
			break
		}
		of := cells[column]
		if _, rest, v := (calendar{}).date(of); v != unreadable {
			of = betweenDateAndTime(rest)
		}
		t, _, ok := unpaddedTimeOf(of)
		if !ok {
			continue
		}
		u.met = u.met || t.short || t.integer
		if t.integer {
			most = max(most, len(t.fraction))
		}
	}
	u.thousandths = most == len("999")
	return u
}

// unclearMilliseconds is the fault of a time whose digits behind the seconds may stand for two times.
func unclearMilliseconds(text []byte) *fault {
	return &fault{
		problem: fmt.Sprintf("%s is written without the zeros that pad numbers, so that what stands behind its seconds may be decimals or a count of milliseconds", quoted(text)),
		remedy:  "write milliseconds with three digits",
	}
}
