package timestamp

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// Calendar reads dates with their time of day.
type Calendar struct {
	Among     Orders // in which a date of three numbers may be written, empty if nothing says
	Unpadding Unpadding
	Yearless  bool // times that state no year are read
}

// Outcome is what came of reading a time.
type Outcome int

// The outcomes of reading a time.
const (
	readable Outcome = iota
	Unreadable
	ambiguous       // numbers could be another date in another order
	unclearFraction // what follows the seconds could be another fraction
)

var months = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

var weekdays = [...]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// Read reads a time of day with its date or alone. midnight is where in text it begins.
func (c Calendar) Read(text []byte) (m Moment, midnight int, v Outcome) {
	if c.Unpadding.Found {
		return c.readUnpadded(text)
	}
	if m, midnight, v = c.readPlain(text); v != Unreadable {
		return m, midnight, v
	}
	if begin, ok := c.BeginOf(text); ok {
		m, _, v = c.readPlain(begin)
		return m, 0, v
	}
	if m, midnight, v = c.readUnpadded(text); v != Unreadable {
		return m, midnight, v
	}
	return c.readLocalised(text)
}

func (c Calendar) readLocalised(text []byte) (m Moment, midnight int, v Outcome) {
	plain, clock, yearless, ok := unlocalised(text)
	if !ok {
		return m, 0, Unreadable
	}
	m, _, v = c.readPlain([]byte(plain))
	m.Yearless = yearless
	if yearless {
		clock = 0
		if !c.Yearless {
			v = Unreadable
		}
	}
	return m, clock, v
}

func (c Calendar) readPlain(text []byte) (m Moment, midnight int, v Outcome) {
	if m, ok := compact(text); ok {
		return m, 0, readable
	}
	if m, rest, ok := timeOfDay(text); ok {
		if date, behind := dateAfter(rest); behind {
			v := c.dated(&m, date)
			return m, 0, v
		}
		m.Undated = true
		return m, 0, zoned(&m, rest)
	}
	date, rest, v := c.Date(text)
	if v == Unreadable {
		return m, 0, v
	}
	m, after, rest, ok := timeAfterDate(rest)
	if !ok {
		return m, 0, Unreadable
	}
	m.Seconds += date
	if zoned(&m, rest) == Unreadable {
		v = Unreadable
	}
	return m, len(text) - len(after), v
}

// zoned takes the zone after a time. A word as CEST only tells the two hours apart that are repeated in autumn.
func zoned(m *Moment, rest []byte) Outcome {
	if m.offset, m.Zoned, _ = Offset(rest); m.Zoned || len(rest) == 0 {
		return readable
	}
	given, name, ok := zoneName(rest)
	if !ok {
		return Unreadable
	}
	if m.offset, m.Zoned, ok = Offset(given); name != nil && ok {
		if !m.Zoned && len(bytes.TrimSpace(given)) == 0 {
			m.region = string(name)
		}
		if isUTC(m.region) {
			m.Zoned, m.region = true, ""
		}
		if m.Zoned || m.region != "" {
			return readable
		}
		return Unreadable
	}
	if word := bytes.TrimPrefix(rest, []byte{' '}); IsZoneWord(word) {
		m.word = string(word)
		return readable
	}
	return Unreadable
}

// zoneName cuts the name off a zone, as GMT+0200 (Central European Summer Time), +02:00[Europe/Berlin]; nil if there is
// none.
func zoneName(rest []byte) (given, name []byte, ok bool) {
	last := rest[len(rest)-1]
	if before, after, found := bytes.Cut(rest, []byte{'['}); found && last == ']' {
		name = after[:len(after)-1]
		return before, name, isRegion(name) || isUTC(string(name))
	}
	if before, after, found := bytes.Cut(rest, []byte(" (")); found && last == ')' {
		name = after[:len(after)-1]
		return before, name, len(before) > 0 || isRegion(name)
	}
	if bare := bytes.TrimPrefix(rest, []byte{' '}); isRegion(bare) {
		return nil, bare, true
	}
	return rest, nil, true
}

func isUTC(name string) bool { return name == "UTC" || name == "GMT" || name == "Z" }

func isRegion(text []byte) bool {
	area, place, found := bytes.Cut(text, []byte{'/'})
	if !found || len(text) > celltext.MaxQuoted || len(area) < 2 || len(place) < 2 || area[0] < 'A' || area[0] > 'Z' {
		return false
	}
	for _, c := range text {
		if !celltext.IsLetter(c) && c != '_' && c != '/' && c != '-' && c != '+' && !celltext.IsDigit(c) {
			return false
		}
	}
	return true
}

// IsZoneWord reports whether a word may abbreviate a time zone: three to five capitals.
func IsZoneWord(word []byte) bool {
	const shortest, longest = 3, 5
	return len(word) >= shortest && len(word) <= longest && len(bytes.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) == 0
}

// timeAfterDate reads the time of day after a date; after is where it begins.
func timeAfterDate(text []byte) (m Moment, after, rest []byte, ok bool) {
	if after = BetweenDateAndTime(text); after != nil {
		if m, rest, ok = timeOfDay(after); ok {
			return m, after, rest, true
		}
	} else if after, ok = bytes.CutPrefix(text, []byte{'-'}); !ok {
		return m, nil, nil, false
	}
	m, rest, ok = DottedTime(after)
	return m, after, rest, ok
}

// BetweenDateAndTime skips a blank, T, an underscore, a comma or an @ between blanks; nil if none stands there.
func BetweenDateAndTime(text []byte) []byte {
	if after, found := bytes.CutPrefix(text, []byte(" @ ")); found {
		return after
	}
	if len(text) == 0 || strings.IndexByte(" Tt_,", text[0]) < 0 {
		return nil
	}
	return bytes.TrimLeft(text[1:], " ")
}

// IsDate is true for a date alone, but not for single digits after hyphens, as in 12-3-4: a node may be called so.
func IsDate(text []byte) bool {
	p, separator, rest, ok := PartsOf(text)
	if !ok || len(rest) > 0 {
		plain, _, _, ok := unlocalised(text)
		if !ok || strings.Contains(plain, ":") {
			return false
		}
		_, rest, v := (Calendar{}).Date([]byte(plain))
		return v != Unreadable && len(rest) == 0
	}
	if n := Orders(0).datesOf(p, separator); n.orders == yearLed && separator != '/' &&
		(separator != '-' || p[1].Digits+p[2].Digits < 4) {
		return false
	}
	_, v := Calendar{}.arrange(p, separator)
	return v != Unreadable
}

// Part is one of the three parts of a date.
type Part struct {
	value, Digits int
	Month         bool // written as a name
}

// Date reads a date and returns its midnight in seconds since 1970.
func (c Calendar) Date(text []byte) (seconds int64, rest []byte, v Outcome) {
	if seconds, rest, ok := digitDate(text); ok {
		return seconds, rest, readable
	}
	parts, separator, rest, ok := PartsOf(text)
	if !ok {
		return 0, nil, Unreadable
	}
	if seconds, v = c.arrange(parts, separator); v == Unreadable {
		return 0, nil, v
	}
	return seconds, rest, v
}

// PartsOf cuts a date into its parts and what follows it.
func PartsOf(text []byte) (parts [3]Part, separator byte, rest []byte, ok bool) {
	rest = afterWeekday(text)
	for i := range parts {
		if i > 0 {
			if len(rest) == 0 || i == 2 && rest[0] != separator && separator != ' ' {
				return parts, 0, nil, false
			}
			if separator = rest[0]; strings.IndexByte("-/. ,", separator) < 0 {
				return parts, 0, nil, false
			}
			rest = bytes.TrimLeft(rest[1:], " ")
		}
		if parts[i], rest, ok = partOf(rest); !ok {
			return parts, 0, nil, false
		}
	}
	return parts, separator, rest, true
}

func (c Calendar) arrange(p [3]Part, separator byte) (seconds int64, v Outcome) {
	var year, month, day int
	switch {
	case p[0].Digits == 4 && p[2].Digits <= 2 && !p[2].Month:
		year, month, day = p[0].value, p[1].value, p[2].value
	case p[0].Month && !p[1].Month:
		year, month, day = fullYear(p[2]), p[0].value, p[1].value
	case p[1].Month && !p[0].Month:
		year, month, day = fullYear(p[2]), p[1].value, p[0].value
	default:
		n := c.Among.datesOf(p, separator)
		return n.first()
	}
	seconds, ok := midnightOf(year, month, day)
	if !ok {
		return 0, Unreadable
	}
	return seconds, readable
}

// fullYear puts a year of two digits into the hundred years from 1970; -1 is no year.
func fullYear(p Part) int {
	switch {
	case p.Month || p.Digits != 2 && p.Digits != 4:
		return -1
	case p.Digits == 4:
		return p.value
	case p.value < 70:
		return 2000 + p.value
	}
	return 1900 + p.value
}

func partOf(text []byte) (p Part, rest []byte, ok bool) {
	n := 0
	for n < len(text) && celltext.IsDigit(text[n]) && n < 5 {
		p.value = p.value*10 + int(text[n]-'0')
		n++
	}
	if n > 0 {
		p.Digits = n
		return p, text[n:], n <= 4
	}
	word, rest := celltext.WordOf(text)
	p.Month = true
	p.value = 1 + indexOfName(months[:], word)
	return p, rest, p.value > 0
}

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
	word, rest := celltext.WordOf(text)
	if indexOfName(weekdays[:], word) < 0 {
		return text
	}
	return bytes.TrimLeft(rest, ", .")
}

func midnightOf(year, month, day int) (seconds int64, ok bool) {
	if year < 0 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t.Unix(), t.Day() == day // 31 April becomes 1 May
}

// compact reads 20240927T111615, also with - _ blank or nothing for T, fraction and offset. No count has 14 digits.
func compact(text []byte) (m Moment, ok bool) {
	if len(text) < 14 || !celltext.OnlyDigits(text[:8]) {
		return m, false
	}
	rest := text[8:]
	if strings.IndexByte("Tt-_ ", rest[0]) >= 0 {
		rest = rest[1:]
	}
	if len(rest) < 6 || !celltext.OnlyDigits(rest[:6]) || len(rest) > 6 && celltext.IsDigit(rest[6]) {
		return m, false
	}
	if m, _, ok = timeOfDay([]byte{rest[0], rest[1], ':', rest[2], rest[3], ':', rest[4], rest[5]}); !ok {
		return m, false
	}
	midnight, _, ok := digitDate(text)
	if !ok {
		return m, false
	}
	m.Seconds += midnight
	if m.Nanoseconds, rest, ok = fraction(rest[6:]); !ok {
		return m, false
	}
	return m, zoned(&m, rest) == readable
}

// Some write the time of day first and its date after it, as 13:51:28 2026-Apr-14.

func dateAfter(rest []byte) (date []byte, ok bool) {
	if date = bytes.TrimLeft(rest, " "); len(date) == len(rest) {
		return nil, false
	}
	_, _, after, ok := PartsOf(date)
	return date, ok && IsDate(date[:len(date)-len(after)])
}

// dated adds the midnight of a date to a time of day that stands before it, and takes the zone after both.
func (c Calendar) dated(m *Moment, text []byte) Outcome {
	midnight, rest, v := c.Date(text)
	if v == Unreadable || zoned(m, rest) == Unreadable {
		return Unreadable
	}
	m.Seconds += midnight
	return v
}

func dateWithin(text []byte) []byte {
	if _, rest, ok := timeOfDay(text); ok {
		if date, behind := dateAfter(rest); behind {
			return date
		}
	}
	return text
}

var intervalSigns = [...]string{" to ", " - "}

// BeginOf returns the begin of 2026-06-01 10:00:00 to 2026-06-01 10:15:00. Both state a date, as other things may be
// between times.
func (c Calendar) BeginOf(text []byte) (begin []byte, ok bool) {
	for _, sign := range intervalSigns {
		begin, end, found := bytes.Cut(text, []byte(sign))
		if !found || !celltext.HasDigit(begin) {
			continue
		}
		m, _, v := c.readPlain(begin)
		n, _, w := c.readPlain(bytes.TrimLeft(end, " "))
		if v != Unreadable && w != Unreadable && !m.Undated && !n.Undated && m.Zoned == n.Zoned {
			return begin, true
		}
	}
	return nil, false
}

// digitDate reads the date that text begins with, as 20260603; ok is false before the earliest date of a meter.
func digitDate(text []byte) (midnight int64, rest []byte, ok bool) {
	const layout = "20060102"
	if len(text) < len(layout) {
		return 0, nil, false
	}
	at, err := time.Parse(layout, string(text[:len(layout)]))
	return at.Unix(), text[len(layout):], err == nil && at.Unix() >= EarliestCount
}

// NamesPlace is true for names as those of meters, and not of dates as well, as date_id: nothing there is a date.
func NamesPlace(name string) bool { return columnname.IsID(name) && !columnname.Timely(name) }

// HoldsDigitDates reports whether every cell of a column is a date of eight digits; a line that ends before it does not
// count.
func HoldsDigitDates(rows [][][]byte, column int) bool {
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(cells [][]byte) bool {
		midnight, rest, ok := digitDate(cells[column])
		return !ok || len(rest) > 0 || midnight >= LastSecond
	})
}
