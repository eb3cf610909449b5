package timestamp

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/power"
)

// layout is the form of the times of a column in the letters of strftime, as %d.%m.%Y %H:%M:%S.
type layout struct {
	written string
	form    *regexp.Regexp // with a group for each letter
	letters []byte
	clock   int // the group that %H:%M:%S begins with, 0 if there is none
}

// layoutDigits are how many digits at most a letter stands for.
var layoutDigits = map[byte]int{'Y': 4, 'y': 2, 'm': 2, 'd': 2, 'e': 2, 'H': 2, 'k': 2, 'I': 2, 'l': 2, 'M': 2, 'S': 2,
	'j': 3, 'f': 9, 'L': 3, 'N': 9, 's': 18}

// layoutWords are what the other letters stand for: names, which may be short, halves of the day, and zones.
var layoutWords = map[byte]string{
	'a': `([\pL\pM']+)\.?`, 'b': `([\pL\pM']+)\.?`, 'A': `([\pL\pM']+)`, 'B': `([\pL\pM']+)`, 'h': `([\pL\pM']+)`,
	'p': `(\pL[\pL. ]*?)`, 'P': `(\pL[\pL. ]*?)`, 'z': `([^ ]+)`, 'Z': `([^ ]+)`,
}

var layoutShort = strings.NewReplacer("%T", "%H:%M:%S", "%R", "%H:%M", "%F", "%Y-%m-%d", "%D", "%m/%d/%y", "%r",
	"%I:%M:%S %p", "%n", " ", "%t", " ")

func layoutOf(written string) (*layout, *celltext.Error) {
	if problem, remedy := power.CheckTimeFormat(written); problem != "" {
		return nil, &celltext.Error{Field: "time_format", Problem: problem, Remedy: remedy}
	}
	l := &layout{written: written}
	form := "^"
	for rest := layoutShort.Replace(strings.ReplaceAll(celltext.Latin1([]byte(written)), "%-", "%")); rest != ""; {
		if strings.HasPrefix(rest, "%H:%M:%S") {
			l.clock = len(l.letters) + 1
		}
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == '%' && rest[1] != '%':
			form += layoutGroup(rest[1], len(rest) == 2)
			l.letters = append(l.letters, rest[1])
			size = 2
		case r == '%':
			form, size = form+"%", 2
		case isBlank(r):
			form += "[ \t]*"
		default:
			form += regexp.QuoteMeta(rest[:size])
		}
		rest = rest[size:]
	}
	l.form = regexp.MustCompile(form + "$")
	return l, nil
}

// layoutGroup matches what a letter stands for.
func layoutGroup(letter byte, last bool) string {
	most := layoutDigits[letter]
	switch {
	case last && (letter == 'z' || letter == 'Z'):
		return "(.+)"
	case most == 0:
		return layoutWords[letter]
	case letter == 'Y':
		return `(\d{4})`
	case letter == 'e' || letter == 'k' || letter == 'l':
		return ` *(\d{1,2})`
	}
	return fmt.Sprintf(`(\d{1,%d})`, most)
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

// read reads a time; midnight is where its time of day begins, 0 if the rest of text does not stay the same over a day.
func (l *layout) read(text []byte) (m Moment, midnight int, ok bool) {
	bare := bytes.TrimSpace(text)
	plain := celltext.Latin1(bare)
	at := l.form.FindStringSubmatchIndex(plain)
	if at == nil {
		return m, 0, false
	}
	p := laidParts{year: 2000, month: 1, day: 1} // a leap year
	for i, letter := range l.letters {
		end, most := at[2*i+3], layoutDigits[letter]
		switch part := plain[at[2*i+2]:end]; {
		case most == 0 && p.takeWord(letter, part):
		case most == 0, len(part) < most && len(celltext.DigitsFrom([]byte(plain[end:]))) > 0:
			// which are of the number
			return m, 0, false
		default:
			n, _ := Digits([]byte(part))
			p.set(letter, n, len(part))
		}
	}
	if l.clock > 0 && utf8.Valid(text) {
		midnight = bytes.Index(text, bare) + at[2*l.clock]
	}
	ok = p.moment()
	return p.m, midnight, ok
}

type laidParts struct {
	year, month, day, yearDay  int
	hour, minute, second       int
	half, afternoon            bool // the clock has twelve hours
	hasYear, hasDay, since1970 bool
	m                          Moment
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
		p.m.Seconds, p.since1970 = n, true
	default: // decimals of a second
		for range 9 - digits {
			n *= 10
		}
		p.m.Nanoseconds = n
	}
}

func (p *laidParts) takeWord(letter byte, word string) bool {
	switch letter {
	case 'z', 'Z':
		return zoned(&p.m, []byte(word)) == readable
	case 'p', 'P':
		l := localised{text: word, clock: "said"}
		ok := l.takeHalf()
		p.afternoon = l.half == "PM"
		return ok && l.at == len(word)
	case 'a', 'A':
		return true
	}
	p.month, p.hasDay = monthNamed(strings.ToLower(word)), true
	return p.month > 0
}

func (p *laidParts) moment() (ok bool) {
	if p.since1970 {
		p.m.Zoned, p.m.offset = true, 0
		return true
	}
	if p.half {
		if p.hour < 1 || p.hour > 12 {
			return false
		}
		p.hour = p.hour%12 + 12*celltext.CountIf(p.afternoon)
	}
	if !p.m.show(p.hour, p.minute, p.second) {
		return false
	}
	p.m.Undated, p.m.Yearless = !p.hasDay && !p.hasYear, p.hasDay && !p.hasYear
	if p.m.Undated {
		return true
	}
	midnight, ok := midnightOf(p.year, p.month, p.day)
	if p.yearDay > 0 {
		at := time.Date(p.year, time.January, p.yearDay, 0, 0, 0, 0, time.UTC)
		midnight, ok = at.Unix(), at.Year() == p.year
	}
	p.m.Seconds += midnight
	return ok
}
