package tracefile

import (
	"bytes"
	"strings"
	"time"
)

// The orders in which numbers make a date.
const (
	dayFirst   = "day-first"
	monthFirst = "month-first"
)

// calendar reads dates with their time of day.
type calendar struct {
	order string // of day and month where a date could be either, empty where nobody told
}

// verdict is what came of reading a time.
type verdict int

const (
	readable verdict = iota
	unreadable
	ambiguous // day and month could be either
)

var months = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

var weekdays = [...]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// read reads a date and a time of day, or a time of day alone. midnight is where in text the time of
// day begins.
func (c calendar) read(text []byte) (m moment, midnight int, v verdict) {
	if m, midnight, v = c.readPlain(text); v == unreadable {
		return yearLast(text)
	}
	return m, midnight, v
}

func (c calendar) readPlain(text []byte) (m moment, midnight int, v verdict) {
	if m, ok := compact(text); ok {
		return m, 0, readable
	}
	if m, rest, ok := timeOfDay(text); ok {
		m.undated = true
		return m, 0, zoned(&m, rest)
	}
	date, rest, v := c.date(text)
	if v == unreadable {
		return m, 0, v
	}
	after := betweenDateAndTime(rest)
	if after == nil {
		return m, 0, unreadable
	}
	m, rest, ok := timeOfDay(after)
	if !ok {
		return m, 0, unreadable
	}
	m.seconds += date
	if zoned(&m, rest) == unreadable {
		v = unreadable
	}
	return m, len(text) - len(after), v
}

func zoned(m *moment, rest []byte) verdict {
	var ok bool
	if m.offset, m.zoned, ok = offset(rest); !ok {
		return unreadable
	}
	return readable
}

// yearLast reads Mon Jun  1 10:00:00 UTC 2026, as date and ctime write it.
func yearLast(text []byte) (m moment, midnight int, v verdict) {
	word, _ := wordOf(text)
	if indexOfName(weekdays[:], word) < 0 || len(text) > maxQuoted || len(text) < yearLength || !onlyDigits(text[len(text)-yearLength:]) {
		return m, 0, unreadable
	}
	if written, ok := writtenDate(string(text)); ok {
		m, _, v = calendar{}.readPlain([]byte(written))
		return m, 0, v
	}
	return m, 0, unreadable
}

// betweenDateAndTime skips a blank, T, an underscore, a comma or an @ between blanks; nil where none stands there.
func betweenDateAndTime(text []byte) []byte {
	if after, found := bytes.CutPrefix(text, []byte(" @ ")); found {
		return after
	}
	if len(text) == 0 || strings.IndexByte(" Tt_,", text[0]) < 0 {
		return nil
	}
	return bytes.TrimLeft(text[1:], " ")
}

// isDate reports whether text is a date without a time of day.
func isDate(text []byte) bool {
	_, rest, v := calendar{}.date(text)
	return v != unreadable && len(rest) == 0
}

// part is one of the three parts of a date.
type part struct {
	value, digits int
	month         bool // written as a name
}

// date reads a date and returns its midnight in seconds since 1970.
func (c calendar) date(text []byte) (seconds int64, rest []byte, v verdict) {
	rest = afterWeekday(text)
	var parts [3]part
	var separator byte
	for i := range parts {
		if i > 0 {
			if len(rest) == 0 || i == 2 && rest[0] != separator && separator != ' ' {
				return 0, nil, unreadable
			}
			separator = rest[0]
			if strings.IndexByte("-/. ,", separator) < 0 {
				return 0, nil, unreadable
			}
			rest = bytes.TrimLeft(rest[1:], " ")
		}
		var ok bool
		if parts[i], rest, ok = partOf(rest); !ok {
			return 0, nil, unreadable
		}
	}
	year, month, day, v := c.arrange(parts, separator)
	seconds, ok := midnightOf(year, month, day)
	if !ok {
		return 0, nil, unreadable
	}
	return seconds, rest, v
}

// arrange tells the parts of a date apart.
func (c calendar) arrange(p [3]part, separator byte) (year, month, day int, v verdict) {
	switch {
	case p[0].digits == 4 && p[2].digits <= 2 && !p[2].month:
		return p[0].value, p[1].value, p[2].value, readable
	case p[0].month && !p[1].month:
		return fullYear(p[2]), p[0].value, p[1].value, readable
	case p[1].month && !p[0].month:
		return fullYear(p[2]), p[1].value, p[0].value, readable
	case p[0].digits > 2 || p[1].digits > 2:
		return 0, 0, 0, unreadable
	}
	order := c.order
	if order == "" {
		order, v = orderOf(p, separator)
	}
	if order == dayFirst {
		return fullYear(p[2]), p[1].value, p[0].value, v
	}
	return fullYear(p[2]), p[0].value, p[1].value, v
}

// orderOf tells the order of a date by itself: dots stand between numbers where the day is first, and
// there is no month after the twelfth.
func orderOf(p [3]part, separator byte) (string, verdict) {
	switch {
	case separator == '.', p[0].value > 12, p[0].value == p[1].value:
		return dayFirst, readable
	case p[1].value > 12:
		return monthFirst, readable
	}
	return dayFirst, ambiguous
}

// fullYear puts a year of two digits into the hundred years from 1970; -1 is no year.
func fullYear(p part) int {
	switch {
	case p.month || p.digits != 2 && p.digits != 4:
		return -1
	case p.digits == 4:
		return p.value
	case p.value < 70:
		return 2000 + p.value
	}
	return 1900 + p.value
}

func partOf(text []byte) (p part, rest []byte, ok bool) {
	n := 0
	for n < len(text) && isDigit(text[n]) && n < 5 {
		p.value = p.value*10 + int(text[n]-'0')
		n++
	}
	if n > 0 {
		p.digits = n
		return p, text[n:], n <= 4
	}
	word, rest := wordOf(text)
	p.month = true
	p.value = 1 + indexOfName(months[:], word)
	return p, rest, p.value > 0
}

func wordOf(text []byte) (word, rest []byte) {
	n := 0
	for n < len(text) && text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' {
		n++
	}
	return text[:n], text[n:]
}

// indexOfName finds an English name by its first three letters; -1 where it is none.
func indexOfName(names []string, word []byte) int {
	if len(word) < 3 || len(word) > len("Wednesday") {
		return -1
	}
	for i, name := range names {
		if strings.EqualFold(string(word[:3]), name) {
			return i
		}
	}
	return -1
}

func afterWeekday(text []byte) []byte {
	word, rest := wordOf(text)
	if indexOfName(weekdays[:], word) < 0 {
		return text
	}
	return bytes.TrimLeft(rest, ", .")
}

// midnightOf returns the seconds since 1970 of a date that exists.
func midnightOf(year, month, day int) (seconds int64, ok bool) {
	if year < 0 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t.Unix(), t.Day() == day // 31 April becomes 1 May
}

// compact reads 20240927T111615 and 20240927111615, with or without fraction and offset. No count of
// seconds, milliseconds, microseconds or nanoseconds has 14 digits in a year a meter ran in.
func compact(text []byte) (m moment, ok bool) {
	if len(text) < 14 || !onlyDigits(text[:8]) {
		return m, false
	}
	rest := text[8:]
	if rest[0]|0x20 == 't' {
		rest = rest[1:]
	}
	if len(rest) < 6 || !onlyDigits(rest[:6]) || len(rest) > 6 && isDigit(rest[6]) {
		return m, false
	}
	clock := []byte{rest[0], rest[1], ':', rest[2], rest[3], ':', rest[4], rest[5]}
	m, _, ok = timeOfDay(clock)
	if !ok {
		return m, false
	}
	year, _ := count(text[:4])
	month, _ := count(text[4:6])
	day, _ := count(text[6:8])
	midnight, ok := midnightOf(year, month, day)
	if !ok || midnight < earliestCount {
		return m, false
	}
	m.seconds += midnight
	if m.nanoseconds, rest, ok = fraction(rest[6:]); !ok {
		return m, false
	}
	return m, zoned(&m, rest) == readable
}
