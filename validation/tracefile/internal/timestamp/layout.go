package timestamp

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"green500/validation/calendar"
	"green500/validation/tracefile/internal/celltext"
)

// layout is the form of the times of a column in the letters of strftime, as %d.%m.%Y %H:%M:%S.
type layout struct {
	written string
	items   []layoutItem
	clock   int // the item that %H:%M:%S begins with, -1 if there is none
}

type layoutItem struct {
	letter  byte // 0 for text
	literal string
}

// layoutDigits are how many digits at most a letter stands for.
var layoutDigits = map[byte]int{'Y': 4, 'y': 2, 'm': 2, 'd': 2, 'e': 2, 'H': 2, 'k': 2, 'I': 2, 'l': 2, 'M': 2, 'S': 2, 'j': 3, 'f': 9, 'L': 3, 'N': 9, 's': 18}

var layoutShort = strings.NewReplacer("%T", "%H:%M:%S", "%R", "%H:%M", "%F", "%Y-%m-%d", "%D", "%m/%d/%y", "%r", "%I:%M:%S %p", "%n", " ", "%t", " ")

func layoutOf(written string) (*layout, *celltext.Error) {
	if problem, remedy := calendar.CheckTimeFormat(written); problem != "" {
		return nil, &celltext.Error{Field: "time_format", Problem: problem, Remedy: remedy}
	}
	l := &layout{written: written, clock: -1}
	for rest := layoutShort.Replace(strings.ReplaceAll(written, "%-", "%")); rest != ""; {
		before, after, found := strings.Cut(rest, "%")
		if before != "" {
			l.items = append(l.items, layoutItem{literal: before})
		}
		if !found {
			break
		}
		if after[0] == '%' {
			l.items = append(l.items, layoutItem{literal: "%"})
		} else {
			l.items = append(l.items, layoutItem{letter: after[0]})
		}
		rest = after[1:]
	}
	l.findClock()
	return l, nil
}

func (l *layout) findClock() {
	for i := range len(l.items) - 4 {
		if l.items[i].letter == 'H' && l.items[i+1].literal == ":" && l.items[i+2].letter == 'M' && l.items[i+3].literal == ":" && l.items[i+4].letter == 'S' {
			l.clock = i
		}
	}
}

type laidParts struct {
	year, month, day, yearDay int
	hour, minute, second      int
	nanoseconds, epoch        int64
	half, afternoon           bool // the clock has twelve hours
	hasYear, hasDay, since    bool
	m                         Moment
}

func (c *Clock) laidOut(text []byte) (int64, *celltext.Error) {
	if c.failed != nil {
		return 0, c.failed
	}
	m, midnight, ok := c.layout.read(text)
	if !ok {
		return 0, &celltext.Error{
			Problem: celltext.Quoted(text) + " is not written as " + c.layout.written,
			Remedy:  "correct time_format of the series, or leave it out if times are written in several ways",
		}
	}
	return c.made(text, m, midnight, readable)
}

func (l *layout) read(text []byte) (m Moment, midnight int, ok bool) {
	p := laidParts{day: 1, month: 1}
	rest := bytes.TrimSpace(text)
	begin := len(text) - len(bytes.TrimLeft(text, " \t"))
	for i, one := range l.items {
		if i == l.clock {
			midnight = begin + len(bytes.TrimSpace(text)) - len(rest)
		}
		if one.letter == 0 {
			rest, ok = cutLiteral(rest, one.literal)
		} else {
			rest, ok = p.take(one.letter, rest, i == len(l.items)-1)
		}
		if !ok {
			return m, 0, false
		}
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		return m, 0, false
	}
	m, ok = p.moment()
	return m, midnight, ok
}

// cutLiteral takes text that stands as it is; a blank stands for any number of them.
func cutLiteral(text []byte, literal string) (rest []byte, ok bool) {
	for _, want := range literal {
		if isBlank(want) {
			text = bytes.TrimLeft(text, " \t")
			continue
		}
		r, size := utf8.DecodeRune(text)
		if r != want {
			return nil, false
		}
		text = text[size:]
	}
	return text, true
}

func (p *laidParts) take(letter byte, text []byte, last bool) (rest []byte, ok bool) {
	if layoutDigits[letter] == 0 {
		return p.takeWord(letter, text, last)
	}
	if letter == 'e' || letter == 'k' || letter == 'l' {
		text = bytes.TrimLeft(text, " ")
	}
	negative := letter == 's' && len(text) > 0 && text[0] == '-'
	digits := celltext.DigitsFrom(text)
	digits = digits[:min(len(digits), layoutDigits[letter])]
	if len(digits) == 0 || negative || letter == 'Y' && len(digits) < layoutDigits[letter] {
		return nil, false
	}
	n, _ := Digits(digits)
	p.set(letter, n, len(digits))
	return text[len(digits):], true
}

func (p *laidParts) set(letter byte, n int64, digits int) {
	switch letter {
	case 'Y':
		p.year, p.hasYear = int(n), true
	case 'y':
		p.year, p.hasYear = fullYear(Part{value: int(n), Digits: 2}), true
	case 'm':
		p.month, p.hasDay = int(n), true
	case 'd', 'e':
		p.day, p.hasDay = int(n), true
	case 'j':
		p.yearDay, p.hasDay = int(n), true
	case 'H', 'k', 'I', 'l':
		p.hour, p.half = int(n), letter == 'I' || letter == 'l'
	case 'M':
		p.minute = int(n)
	case 'S':
		p.second = int(n)
	case 's':
		p.epoch, p.since = n, true
	default: // decimals of a second
		for range 9 - digits {
			n *= 10
		}
		p.nanoseconds = n
	}
}

func (p *laidParts) takeWord(letter byte, text []byte, last bool) (rest []byte, ok bool) {
	l := localised{text: celltext.Latin1(text)}
	switch letter {
	case 'z', 'Z':
		return p.takeZone(text, last)
	case 'p', 'P':
		l.clock = "said"
		ok = l.takeHalf()
		p.afternoon = l.half == "PM"
	default:
		ok = p.takeName(letter, &l)
	}
	if !ok {
		return nil, false
	}
	if !utf8.Valid(text) {
		return text[utf8.RuneCountInString(l.text[:l.at]):], true
	}
	return text[l.at:], true
}

func (p *laidParts) takeZone(text []byte, last bool) (rest []byte, ok bool) {
	end := bytes.IndexByte(text, ' ')
	if end < 0 || last {
		end = len(text)
	}
	return text[end:], end > 0 && zoned(&p.m, text[:end]) == readable
}

func (p *laidParts) takeName(letter byte, l *localised) bool {
	word := strings.ToLower(l.letters())
	if word == "" {
		return false
	}
	if letter != 'a' && letter != 'A' {
		if p.month = monthNamed(word); p.month == 0 {
			return false
		}
		p.hasDay = true
	}
	if strings.HasPrefix(l.text[l.at:], ".") && (letter == 'b' || letter == 'a') {
		l.at++
	}
	return true
}

func (p *laidParts) moment() (m Moment, ok bool) {
	m = Moment{offset: p.m.offset, Zoned: p.m.Zoned, region: p.m.region, word: p.m.word, Nanoseconds: p.nanoseconds}
	if p.since {
		m.Seconds, m.Zoned, m.offset = p.epoch, true, 0
		return m, true
	}
	if m.Seconds, ok = p.timeOfDay(); !ok {
		return m, false
	}
	switch {
	case !p.hasDay && !p.hasYear:
		m.Undated = true
		return m, true
	case !p.hasYear:
		m.Yearless, p.year = true, 2000 // a leap year
	}
	if p.yearDay > 0 {
		at := time.Date(p.year, time.January, p.yearDay, 0, 0, 0, 0, time.UTC)
		m.Seconds += at.Unix()
		return m, at.Year() == p.year
	}
	midnight, ok := midnightOf(p.year, p.month, p.day)
	m.Seconds += midnight
	return m, ok
}

func (p *laidParts) timeOfDay() (seconds int64, ok bool) {
	hour := p.hour
	if p.half {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour = hour%12 + 12*celltext.CountIf(p.afternoon)
	}
	ends := hour == hoursOfDay && p.minute+p.second == 0 && p.nanoseconds == 0
	if hour > 23 && !ends || p.minute > 59 || p.second > 59 {
		return 0, false
	}
	return int64(hour)*SecondsPerHour + int64(p.minute)*60 + int64(p.second), true
}
