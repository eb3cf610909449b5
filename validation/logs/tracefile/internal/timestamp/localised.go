package timestamp

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"green500/validation/logs/tracefile/internal/celltext"
)

// localised is a time in the words of a language while it is read, as 14. März 2026 09:20:00 or 2026-03-14 오전 9:20:00.
type localised struct {
	text string
	at   int // byte that is read next

	numbers    []string // of the date, in their order, without that of a marked part
	separators []byte   // between those, 0 if only blanks or words stand there
	month      int      // written as a word
	monthAt    int      // how many numbers stand before the word
	weekday    string   // a first word that names a day of the week, and perhaps a month
	marked     [6]string
	clock      string
	clockAt    int
	half       string
	zone       string
	separator  byte // after the number read last
}

// The parts that a character or a letter after their number marks.
const (
	markedYear = iota
	markedMonth
	markedDay
	markedHour
	markedMinute
	markedSecond
)

var marks = map[rune]int{
	'年': markedYear, '년': markedYear, '月': markedMonth, '월': markedMonth, '日': markedDay, '일': markedDay,
	'号': markedDay, '時': markedHour, '时': markedHour, '시': markedHour, '点': markedHour, '點': markedHour,
	'分': markedMinute, '분': markedMinute, '秒': markedSecond, '초': markedSecond,
}

// mostLocalised bounds a time that is written in words, in bytes, and fewestOfDate are the digits it has at least.
const (
	mostLocalised = 80
	fewestOfDate  = 3
)

// unlocalised rewrites a time with the words of a language as one of numbers, such as 2026-03-14 9:20:00 AM; clock is
// where its time of day begins in text, 0 if the same words around another time of day may mean another half of the
// day. yearless reports that text states no year, in place of which plain has a leap year. ok is false for anything
// else.
func unlocalised(text []byte) (plain string, clock int, yearless, ok bool) {
	l := localised{text: celltext.Latin1(text)}
	if !l.parts(text) || text[len(text)-1] == ',' {
		return "", 0, false, false
	}
	date, yearless, ok := l.date()
	if !ok {
		return "", 0, false, false
	}
	of, ok := l.timeOfDay()
	if !ok || date == "" && of == "" {
		return "", 0, false, false
	}
	if utf8.Valid(text) && l.half == "" {
		clock = l.clockAt
	}
	return strings.TrimSpace(date + of), clock, yearless, true
}

// WrittenDate reads a time with the name of its month and its year, as date, perf and ipmitool write it, as one of
// numbers.
func WrittenDate(text string) (string, bool) {
	l := localised{text: celltext.Latin1([]byte(text))}
	if !l.parts([]byte(text)) || l.clock == "" {
		return "", false
	}
	date, yearless, ok := l.date()
	of, told := l.timeOfDay()
	m, _, v := Calendar{}.readPlain([]byte(date + of))
	if !ok || !told || yearless || l.month == 0 || v != readable || m.region != "" {
		return "", false
	}
	layout := "2006-01-02 15:04:05"
	if m.Nanoseconds > 0 {
		layout += ".000000000"
	}
	if m.Zoned {
		layout += "Z07:00"
	}
	return time.Unix(m.Seconds-m.offset, m.Nanoseconds).In(time.FixedZone("", int(m.offset))).Format(layout), true
}

func (l *localised) parts(text []byte) (ok bool) {
	if len(text) > mostLocalised || !mayBeLocalised(text) {
		return false
	}
	for l.at < len(l.text) {
		if !l.part() {
			return false
		}
	}
	return true
}

func mayBeLocalised(text []byte) bool {
	digits := 0
	for _, c := range text {
		if c < ' ' || c == '=' || c == '"' || c == '\\' || c == '%' {
			return false
		}
		digits += celltext.CountIf(celltext.IsDigit(c))
	}
	return digits >= fewestOfDate
}

func isBlank(r rune) bool              { return r == ' ' || r == '\t' || unicode.Is(unicode.Zs, r) }
func (l *localised) next() (rune, int) { return utf8.DecodeRuneInString(l.text[l.at:]) }

func (l *localised) blanks() {
	for r, size := l.next(); size > 0 && isBlank(r); r, size = l.next() {
		l.at += size
	}
}

func (l *localised) part() (ok bool) {
	switch r, size := l.next(); {
	case isBlank(r), strings.ContainsRune(",，、@", r):
		l.at += size
		return true
	case r >= '0' && r <= '9':
		return l.number()
	case l.clock != "" && strings.ContainsRune("+-−[", r), l.clock != "" && r == '(' && l.zone != "":
		return l.takeZone()
	case strings.ContainsRune("./-‐", r):
		return l.takeSeparator(r, size)
	case r == '(' || r == '（':
		return l.inBrackets()
	case unicode.IsLetter(r):
		return l.word()
	}
	return false
}

func (l *localised) takeSeparator(r rune, size int) bool {
	if len(l.numbers)+l.month == 0 || l.separator != 0 && l.separator != ' ' || l.clock != "" && l.complete() {
		return false
	}
	l.separator = '-'
	if r < utf8.RuneSelf {
		l.separator = byte(r)
	}
	l.at += size
	return true
}

func (l *localised) number() bool {
	begin := l.at
	digits := l.digits()
	if len(digits) > len("2026") {
		return false
	}
	if r, _ := l.next(); r == ':' {
		l.at = begin
		return l.takeClock(":")
	}
	if r, _ := l.next(); r == '.' && l.complete() && l.clock == "" {
		l.at = begin
		return l.takeClock(".")
	}
	if part, found := l.mark(); found {
		if l.marked[part] != "" {
			return false
		}
		l.marked[part] = digits
		if part == markedHour {
			l.clockAt = 0
		}
		return true
	}
	if len(l.numbers) > 0 {
		l.separators = append(l.separators, l.separator)
	}
	l.separator = 0
	l.numbers = append(l.numbers, digits)
	return len(l.numbers) <= 3
}

func (l *localised) digits() string {
	begin := l.at
	for l.at < len(l.text) && celltext.IsDigit(l.text[l.at]) {
		l.at++
	}
	return l.text[begin:l.at]
}

func (l *localised) mark() (part int, found bool) {
	begin := l.at
	l.blanks()
	r, size := l.next()
	if part, found = marks[r]; found {
		l.at += size
		return part, true
	}
	word := l.letters()
	if l.complete() || l.marked[markedHour] != "" { // 9 h 20 min 00 s after a date, as in French
		switch small := strings.ToLower(word); {
		case small == "h" && l.marked[markedHour] == "":
			return markedHour, true
		case (small == "min" || small == "m" || small == "mn") && l.marked[markedHour] != "":
			return markedMinute, true
		case (small == "s" || small == "sec") && l.marked[markedMinute] != "":
			return markedSecond, true
		}
	}
	l.at = begin
	return 0, false
}

func (l *localised) letters() string {
	begin := l.at
	for r, size := l.next(); size > 0 && (unicode.IsLetter(r) || unicode.IsMark(r) || r == '\''); r, size = l.next() {
		l.at += size
	}
	return l.text[begin:l.at]
}

func (l *localised) complete() bool {
	return len(l.numbers) == 3 || l.month > 0 && len(l.numbers) == 2 || l.marked[markedDay] != ""
}

func (l *localised) takeClock(by string) bool {
	if l.clock != "" {
		return false
	}
	l.clockAt = l.at
	parts := []string{l.digits()}
	for len(parts) < 3 && strings.HasPrefix(l.text[l.at:], by) {
		l.at += len(by)
		parts = append(parts, l.digits())
	}
	for i, part := range parts {
		if len(part) > 2 || i > 0 && len(part) < 2 {
			return false
		}
	}
	l.clock = strings.Join(parts, ":")
	if rest := l.text[l.at:]; len(parts) == 3 && len(rest) > 1 && strings.IndexByte(".,:", rest[0]) >= 0 &&
		celltext.IsDigit(rest[1]) {
		l.at++
		l.clock += rest[:1] + l.digits()
	}
	if by == "." {
		l.clockAt = 0
	}
	l.separator = ' '
	return len(parts) > 1
}

func (l *localised) takeZone() bool {
	rest := l.text[l.at:]
	end := strings.IndexFunc(rest, isBlank)
	if rest[0] == '(' {
		end = strings.IndexByte(rest, ')') + 1
	}
	if end <= 0 {
		end = len(rest)
	}
	zone := strings.ReplaceAll(strings.TrimSuffix(rest[:end], ","), "−", "-")
	var m Moment
	if l.zone != "" || zoned(&m, []byte(" "+zone)) == Unreadable && zoned(&m, []byte(zone)) == Unreadable {
		return false
	}
	l.at += end
	l.zone = zone
	return true
}

func (l *localised) inBrackets() bool {
	_, size := l.next()
	end := strings.IndexAny(l.text[l.at:], ")）")
	if end < 0 {
		return false
	}
	inside := l.text[l.at+size : l.at+end]
	_, closing := utf8.DecodeRuneInString(l.text[l.at+end:])
	l.at += end + closing
	return isDayName(strings.ToLower(inside)) ||
		l.clock != "" && (IsZoneWord([]byte(inside)) || isRegion([]byte(inside)))
}

func (l *localised) word() bool {
	if l.takeHalf() {
		return true
	}
	begin := l.at
	word := l.letters()
	switch small := strings.ToLower(word); {
	case begin == 0 && isDayName(small):
		l.weekday = small // mar is Tuesday in Spain
	case l.takesMonth() && monthNamed(small) > 0:
		l.month, l.monthAt = monthNamed(small), len(l.numbers)
		l.separator = 0
	case isDayName(small):
	case l.clock != "" && (IsZoneWord([]byte(word)) || word == "Z" || strings.HasPrefix(l.text[l.at:], "/")):
		l.at = begin
		return l.takeZone()
	case !l.isBetween(small):
		return false
	}
	if strings.HasPrefix(l.text[l.at:], ".") && (l.clock == "" || word[0] != 'Z') {
		l.at++
	}
	return true
}

func (l *localised) takesMonth() bool { return l.month == 0 && (l.clock == "" || len(l.numbers) < 3) }

// isBetween reports whether a word says nothing where it stands: a short one only after a part of the date.
func (l *localised) isBetween(small string) bool {
	return small == "h" || between[small] && (len(small) > 2 || len(l.numbers)+l.month > 0 || l.marked[markedDay] != "")
}

func (l *localised) takeHalf() bool {
	if l.half != "" {
		return false
	}
	for _, one := range halves {
		if one.after && l.clock == "" {
			continue
		}
		if end, ok := matchesLetters(l.text[l.at:], one.word); ok {
			l.half = one.is
			l.at += end
			return true
		}
	}
	return false
}

// matchesLetters reports whether text begins with the letters of a word, between which points and blanks after points
// may stand.
func matchesLetters(text, word string) (end int, ok bool) {
	point := false
	for _, want := range word {
		for {
			r, size := utf8.DecodeRuneInString(text[end:])
			if end > 0 && (r == '.' || point && isBlank(r)) {
				point = true
				end += size
				continue
			}
			if unicode.ToLower(r) != want {
				return 0, false
			}
			end += size
			break
		}
	}
	if strings.HasPrefix(text[end:], ".") {
		end++
	}
	r, _ := utf8.DecodeRuneInString(text[end:])
	return end, !unicode.IsLetter(r)
}
