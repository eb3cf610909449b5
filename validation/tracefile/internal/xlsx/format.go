package xlsx

import (
	"strings"

	"green500/validation/tracefile/internal/columnname"
)

type form int

const (
	numberForm  form = iota
	dateForm         // days since 1899 or 1904, perhaps with the time of day
	dayForm          // a time of day, the part of a day
	elapsedForm      // days that passed, shown as hours beyond 24, minutes or seconds
)

type numberFormat struct {
	form   form
	unit   string // written after them, if it is one of power or energy
	scaled int    // so many times a thousandth is shown
}

// builtInForms are the ways to show dates that files only name by a number (ECMA-376, 18.8.30); 27 to 36 and
// 50 to 58 are those of East Asia.
var builtInForms = []struct {
	from, to int
	form     form
}{{14, 17, dateForm}, {18, 21, dayForm}, {22, 22, dateForm}, {27, 31, dateForm}, {32, 35, dayForm}, {36, 36, dateForm}, {45, 45, dayForm}, {46, 46, elapsedForm}, {47, 47, dayForm}, {50, 54, dateForm}, {55, 56, dayForm}, {57, 58, dateForm}}

func builtInForm(number int) form {
	for _, one := range builtInForms {
		if number >= one.from && number <= one.to {
			return one.form
		}
	}
	return numberForm
}

type formatReader struct {
	code    string
	literal strings.Builder
	letters strings.Builder // of dates and times, in small letters
	digits  bool
	commas  int // after the digits so far
	shows   numberFormat
}

func numberFormatOf(code string) numberFormat {
	r := &formatReader{code: code}
	for len(r.code) > 0 && r.code[0] != ';' {
		r.step()
	}
	r.shows.scaled += r.commas
	if _, known := columnname.UnitNamed(strings.TrimSpace(r.literal.String())); known {
		r.shows.unit = strings.TrimSpace(r.literal.String())
	}
	letters := r.letters.String()
	switch {
	case r.shows.form == elapsedForm || r.digits:
	case strings.ContainsAny(letters, "yd"), strings.Contains(letters, "m") && !strings.ContainsAny(letters, "hs"):
		r.shows.form = dateForm
	case strings.ContainsAny(letters, "hs"):
		r.shows.form = dayForm
	}
	if r.shows.form != numberForm {
		r.shows.unit, r.shows.scaled = "", 0
	}
	return r.shows
}

// formatWords stand for themselves in a format, and are none of its letters.
var formatWords = []string{"general", "am/pm", "a/p", "e+", "e-"}

func (r *formatReader) step() {
	for _, word := range formatWords {
		if len(r.code) >= len(word) && strings.EqualFold(r.code[:len(word)], word) {
			r.code = r.code[len(word):]
			return
		}
	}
	c := r.code[0]
	r.code = r.code[1:]
	switch c {
	case '"':
		text, rest, _ := strings.Cut(r.code, `"`)
		r.literal.WriteString(text)
		r.code = rest
	case '\\':
		if len(r.code) > 0 {
			r.literal.WriteByte(r.code[0])
			r.code = r.code[1:]
		}
	case '_', '*':
		r.code = r.code[min(1, len(r.code)):]
	case '[':
		inside, rest, _ := strings.Cut(r.code, "]")
		if inside != "" && strings.Trim(strings.ToLower(inside), "hms") == "" {
			r.shows.form = elapsedForm
		}
		r.code = rest
	default:
		r.plain(c)
	}
}

// plain takes a character without a mark before it. Commas after the digits divide by a thousand each, those
// between them do not.
func (r *formatReader) plain(c byte) {
	switch {
	case c == '0' || c == '#' || c == '?':
		r.commas = 0
		r.digits = r.digits || len(r.letters.String()) == 0 // ss.000 are decimals of seconds
	case c == ',' && r.digits:
		r.commas++
	case c == '.':
		r.shows.scaled, r.commas = r.shows.scaled+r.commas, 0
	case strings.IndexByte("ymdhsYMDHS", c) >= 0 && !r.digits:
		r.letters.WriteByte(c | 0x20)
	default:
		r.literal.WriteByte(c)
	}
}
