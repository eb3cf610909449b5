package capture

import (
	"bytes"
	"regexp"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Figure is a number, or a word, that a line gives a name: power=300.5, "CPU Power: 84 mW", "VDD_IN 4945mW/4945mW".
type Figure struct {
	name, value string
	unit        power.Unit // empty if the line states none of power or energy
	Signed      bool       // a sign stands between the two
}

// FigureLine is what a line states that names its figures.
type FigureLine struct {
	Time    string // as clocks read it
	Words   int    // that the time is written in if it begins the line
	rails   bool   // tegrastats wrote it
	Figures []Figure
}

// figureLines read lines, of which most begin with a time, or name it, that is written in as many words as the one
// before.
type figureLines struct{ words, labelled int }

const (
	// mostTimeWords are those of "Mon Jun 1 10:00:00 AM CEST 2026".
	mostTimeWords = 7
	// mostFigures of a line are read.
	mostFigures = 1000
	// maxFigureName bounds the words before a sign that are the name of a figure, in bytes.
	maxFigureName = 200
	// bareFigure is what a number is called that stands alone after a time.
	bareFigure = "value"
)

func (f *figureLines) of(text string) (l FigureLine) {
	if len(text) > table.MaxRecord {
		return l
	}
	words := strings.Fields(text)
	// a script says the time above a scrape, or between rulers
	if len(words) > 1 && strings.Trim(words[0], columnname.Decoration) == "" {
		words = words[1:]
	}
	before := TegrastatsAt(words)
	l.Time, l.Words = f.timeFirst(words[:before])
	l.rails = before < len(words)
	w := lineWords{lines: f, line: &l, words: words[l.Words:]}
	w.timeAfter = len(w.words) - 1 - lastIndexFunc(w.words, EndsName)
	w.read()
	if l.Time == "" {
		l.Time = timeInBrackets(text)
	}
	return l
}

func (f *figureLines) timeFirst(words []string) (time string, count int) {
	most := min(mostTimeWords, len(words))
	if most == 0 || !mayBeginTime(words[0]) {
		return "", 0
	}
	if f.words > 0 && f.words <= most {
		if time, ok := timeOfWords(words[:f.words]); ok {
			return time, f.words
		}
	}
	for n := most; n > 0; n-- {
		if strings.Trim(words[n-1], columnname.Decoration) == "" {
			continue // it parts the time from what follows
		}
		if time, ok := timeOfWords(words[:n]); ok {
			f.words = n
			return time, n
		}
	}
	return "", 0
}

func mayBeginTime(word string) bool {
	if strings.ContainsAny(word, "0123456789") {
		return !strings.ContainsAny(word, "=%")
	}
	small := strings.Trim(strings.ToLower(word), columnname.Decoration+".")
	return timestamp.DayWords[small] || timestamp.MonthOf(small) > 0
}

func timeOfWords(words []string) (string, bool) {
	return LineTime(strings.Trim(strings.Join(words, " "), columnname.Decoration))
}

// timeInBrackets reads the time that a line states in brackets, as powermetrics does between asterisks.
func timeInBrackets(text string) string {
	for _, inside := range strings.Split(text, "(")[1:] {
		inside, _, closed := strings.Cut(inside, ")")
		if time, ok := LineTime(inside); closed && ok && strings.Contains(inside, ":") {
			return time
		}
	}
	return ""
}

// lineWords reads figures from the words of a line. What it does for a word takes no longer if the line is long.
type lineWords struct {
	lines     *figureLines
	line      *FigureLine
	words     []string // that are left
	timeAfter int      // how many are left after the last that ends a name
	before    []string // words that may be the name of the next figure
}

func (w *lineWords) read() {
	if len(w.words) > 0 && (w.bare() || w.alone()) {
		return
	}
	for len(w.words) > 0 && len(w.line.Figures) < mostFigures {
		switch word := w.words[0]; {
		case w.signed(word):
		case len(w.before) == 0 && len(w.line.Figures) > 0 && word[0] == '(':
			w.passBrackets()
		default:
			w.words = w.words[1:]
			if !w.attached(word) {
				w.before = append(w.before, word)
			}
		}
	}
}

func (w *lineWords) signed(word string) bool {
	switch name, value, pair := strings.Cut(word, "="); {
	case EndsName(word) || pair && value == "":
		w.words = w.words[1:]
		w.named(strings.Join(append(w.before, word[:len(word)-1]), " "))
	case pair && name != "":
		w.words[0] = value
		w.named(name)
	default:
		return false
	}
	return true
}

func (w *lineWords) bare() bool {
	number, sign := celltext.WithUnit([]byte(w.words[0]))
	if len(w.words) > 2 || len(w.words) == 2 && len(sign) > 0 {
		return false
	}
	if len(w.words) == 2 {
		sign = []byte(w.words[1])
	}
	unit, known := columnname.UnitNamed(string(sign))
	if _, plain := celltext.PlainNumber(number); !plain || len(sign) > 0 && !known {
		return false
	}
	w.line.Figures = append(w.line.Figures, Figure{name: bareFigure, value: string(number), unit: unit})
	return true
}

// alone takes a name and a number that are all the line holds, as Prometheus scrapes them.
func (w *lineWords) alone() bool {
	if w.line.Time != "" || len(w.words) != 2 || !IsPlain([]byte(w.words[1])) ||
		strings.ContainsAny(w.words[0][len(w.words[0])-1:], ":=") || celltext.HasDigit([]byte(w.words[0][:1])) {
		return false
	}
	w.line.Figures = append(w.line.Figures,
		Figure{name: w.words[0], value: w.words[1], Signed: strings.HasSuffix(w.words[0], "}")})
	return true
}

// named takes what follows a sign after a name: a time if it is called so, else a number with its unit, or a word.
func (w *lineWords) named(name string) {
	w.before = nil
	if name = figureName(name); name == "" || len(name) > maxFigureName || len(w.words) == 0 {
		return
	}
	if w.goesOn() {
		w.before = []string{name, columnname.PathSign}
		return
	}
	if pair := strings.IndexByte(w.words[0], '='); pair > 0 { // a program named itself before it
		return
	}
	if w.line.Time == "" && timeLabels[strings.ToLower(name)] {
		labelled := figureLines{words: w.lines.labelled}
		time, count := labelled.timeFirst(withoutQuotes(w.words))
		if w.lines.labelled = labelled.words; count > 0 {
			w.line.Time, w.words = time, w.words[count:]
			return
		}
	}
	one := Figure{name: name, value: strings.Trim(w.words[0], `,;"`), Signed: true}
	w.words = w.words[1:]
	one.value = withoutThresholds(one.value)
	if number, sign := celltext.WithUnit([]byte(one.value)); len(sign) > 0 && IsPlain(number) {
		if unit, known := columnname.UnitNamed(string(sign)); known {
			one.value, one.unit = string(number), unit
		}
	} else if len(w.words) > 0 && IsPlain(number) {
		if unit, known := columnname.UnitNamed(strings.Trim(w.words[0], ",;")); known {
			one.unit, w.words = unit, w.words[1:]
		}
	}
	w.line.Figures = append(w.line.Figures, one)
}

var thresholds = regexp.MustCompile(`^([-+]?[0-9.]+[a-zA-Z%]*)(;[0-9.:~@-]*)+$`)

func withoutThresholds(value string) string {
	if parts := thresholds.FindStringSubmatch(value); parts != nil {
		return parts[1]
	}
	return value
}

// goesOn reports whether what follows a sign is the name of what comes after it, as in "GPU[0] : Power (W): 35.0".
func (w *lineWords) goesOn() bool {
	next := []byte(w.words[0])
	return len(w.words) > w.timeAfter && !celltext.BeginsWithDigit(celltext.Unsigned(next)) &&
		celltext.Absent(next) == nil
}

func lastIndexFunc(words []string, is func(string) bool) int {
	at := len(words) - 1
	for at >= 0 && !is(words[at]) {
		at--
	}
	return at
}

// EndsName reports whether a word ends the name of a figure.
func EndsName(word string) bool { return strings.HasSuffix(word, ":") }

// figureName is a name without what stands around it. Brackets that close at its end are part of it if they open in it.
func figureName(text string) string {
	name := strings.Trim(text, columnname.Decoration+`"`)
	rest := text[strings.Index(text, name)+len(name):]
	for _, pair := range []string{"()", "[]"} {
		if strings.Count(name, pair[:1]) > strings.Count(name, pair[1:]) && strings.HasPrefix(rest, pair[1:]) {
			return name + pair[1:]
		}
	}
	return name
}

func withoutQuotes(words []string) []string {
	bare := make([]string, 0, min(len(words), mostTimeWords))
	for _, word := range words[:min(len(words), mostTimeWords)] {
		bare = append(bare, strings.Trim(word, `",;`))
	}
	return bare
}

// IsPlain reports whether number consists of digits with at most one decimal point, sign and exponent.
func IsPlain(number []byte) bool {
	_, plain := celltext.PlainNumber(number)
	return plain
}

// attached takes a number that its unit is written to, after a word. Of 4945mW/4950mW, the second is the mean since the
// beginning.
func (w *lineWords) attached(word string) bool {
	if len(w.before) == 0 || !namesFigure(w.before[len(w.before)-1]) {
		return false
	}
	word, mean, pair := strings.Cut(strings.Trim(word, ",;"), "/")
	number, sign := celltext.WithUnit([]byte(word))
	unit, known := columnname.UnitNamed(string(sign))
	if w.line.rails && pair && len(sign) == 0 && celltext.OnlyDigits([]byte(mean)) {
		unit, known = tegrastatsUnit, true
	}
	if !known || !IsPlain(number) {
		return false
	}
	w.line.Figures = append(w.line.Figures,
		Figure{name: figureName(w.before[len(w.before)-1]), value: string(number), unit: unit})
	w.before = nil
	return true
}

func namesFigure(word string) bool {
	return !strings.ContainsAny(word[len(word)-1:], ",;|") && !celltext.BeginsWithDigit(celltext.Unsigned([]byte(word)))
}

// passBrackets passes over what is said of the figure before, as in "300.12 W (interval = 1.00 s)".
func (w *lineWords) passBrackets() {
	closed := false
	for !closed && len(w.words) > 0 {
		closed, w.words = strings.HasSuffix(w.words[0], ")"), w.words[1:]
	}
}

// OfPower reports whether the figure may be of power or energy.
func (f *Figure) OfPower() bool {
	number, _ := celltext.WithUnit([]byte(f.value))
	return IsPlain(bytes.TrimSpace(number)) && (f.unit != "" || f.name == bareFigure || columnname.OfPower(f.name))
}

// tegrastats of NVIDIA's Jetson writes a line each interval: "RAM 2448/7772MB (lfb 2x4MB) ... VDD_IN 4945mW/4945mW".
// Before JetPack 5 it states no time, and no unit either: rails are in milliwatts, too, what they draw and its mean.

const tegrastatsUnit = "mW"

// TegrastatsAt returns how many words stand before those of tegrastats; all if there are none. RAM would be taken for a
// zone.
func TegrastatsAt(words []string) int {
	for at := range min(mostTimeWords+1, len(words)-1) {
		if words[at] == "RAM" && strings.HasSuffix(words[at+1], "MB") && strings.Contains(words[at+1], "/") {
			return at
		}
	}
	return len(words)
}
