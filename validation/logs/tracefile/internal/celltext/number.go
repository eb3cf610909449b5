package celltext

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
)

// powersOfTen are exact in a float64, and so is an integer of up to 15 digits; the quotient of
// two exact numbers is the nearest one, the very value strconv finds.
var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// PlainNumber reads a decimal number; plain is false for what else strconv accepts, such as NaN, Inf, 0x1p-2 or 1_000.
func PlainNumber(text []byte) (value float64, plain bool) {
	shape, plain := ShapeOf(text)
	if !plain {
		return 0, false
	}
	if shape.digits < len(powersOfTen) && !shape.exponent {
		value = float64(shape.mantissa) / powersOfTen[shape.fraction]
		if text[0] == '-' {
			value = -value
		}
		return value, true
	}
	value, err := strconv.ParseFloat(string(text), 64)
	return value, err == nil
}

// Shape is how a number is written.
type Shape struct {
	mantissa         int64 // meaningless if digits overflow it
	digits, fraction int
	exponent         bool
}

// ShapeOf reports whether text is digits with at most one point, sign and exponent.
func ShapeOf(text []byte) (s Shape, plain bool) {
	rest := Unsigned(text)
	for i, c := range rest {
		switch {
		case IsDigit(c):
			s.mantissa = s.mantissa*10 + int64(c-'0')
			s.digits++
		case c == '.' && s.fraction == 0:
			s.fraction = s.digits + 1 // so that a second point is seen; made a count below
		case (c == 'e' || c == 'E') && s.digits > 0:
			s.exponent = true
			return s, OnlyDigits(Unsigned(rest[i+1:]))
		default:
			return s, false
		}
	}
	if s.fraction > 0 {
		s.fraction = s.digits - (s.fraction - 1)
	}
	return s, s.digits > 0
}

// Unsigned returns text without a leading sign.
func Unsigned(text []byte) []byte {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		return text[1:]
	}
	return text
}

// OnlyDigits reports whether all bytes of text are digits, which is true of an empty text.
func OnlyDigits(text []byte) bool {
	for _, c := range text {
		if !IsDigit(c) {
			return false
		}
	}
	return len(text) > 0
}

// groupMarks stand between thousands beside commas and points, in UTF-8 and in the encodings of Windows: blanks that
// don't break, narrow ones, and apostrophes.
var groupMarks = [...]string{" ", "\u00a0", "\u202f", "\u2009", "\u2007", "'", "\u2019", "\xa0", "\x92"}

const digitsOfGroup = 3

var minusSign = []byte("\u2212")

// groupMark returns the length of the mark between thousands at a place of text; 0 if there is none.
func groupMark(text []byte, at int) int {
	if at == 0 || at+1+digitsOfGroup > len(text) || !IsDigit(text[at-1]) || IsDigit(text[at]) {
		return 0
	}
	for _, mark := range groupMarks {
		if rest, found := bytes.CutPrefix(text[at:], []byte(mark)); found {
			if len(rest) >= digitsOfGroup && OnlyDigits(rest[:digitsOfGroup]) &&
				(len(rest) == digitsOfGroup || !IsDigit(rest[digitsOfGroup])) {
				return len(mark)
			}
			return 0
		}
	}
	return 0
}

// withoutGroups returns a number without marks between its thousands, all of one kind, and with a hyphen for its sign.
func withoutGroups(text []byte) (bare []byte, grouped bool) {
	begin := len(text) - len(Unsigned(text))
	if rest, signed := bytes.CutPrefix(text, minusSign); signed {
		text, begin = append([]byte{'-'}, rest...), 1
	}
	at := begin + len(DigitsFrom(text[begin:]))
	size := groupMark(text, at)
	if size == 0 || at-begin > digitsOfGroup {
		return nil, false
	}
	kind := text[at : at+size]
	bare = append(bare, text[:at]...)
	for groupMark(text, at) == size && bytes.HasPrefix(text[at:], kind) {
		group := text[at+size:][:digitsOfGroup]
		bare = append(bare, group...)
		at += size + digitsOfGroup
	}
	decimals := text[at:]
	if len(decimals) > 0 && (decimals[0] != '.' && decimals[0] != ',' || !OnlyDigits(decimals[1:])) {
		return nil, false
	}
	return append(bare, decimals...), true
}

func (n Notation) spaced(text []byte) (bare []byte, f *Error, is bool) {
	if bare, is = withoutGroups(text); !is {
		if rest, signed := bytes.CutPrefix(text, minusSign); signed {
			bare, f = n.normal(append([]byte{'-'}, rest...))
			return bare, f, true
		}
		return nil, nil, false
	}
	sign := bytes.IndexAny(bare, ".,")
	if sign >= 0 && n.Known && (bare[sign] == ',') != n.Comma {
		return nil, n.foreign(text), true
	}
	if sign >= 0 {
		bare[sign] = '.'
	}
	return bare, nil, true
}

// WordOf splits text after the letters that it begins with.
func WordOf(text []byte) (word, rest []byte) {
	n := 0
	for n < len(text) && IsLetter(text[n]) {
		n++
	}
	return text[:n], text[n:]
}

// DigitsFrom returns the digits that text begins with, as many as may be.
func DigitsFrom(text []byte) []byte {
	n := 0
	for n < len(text) && n < MaxDigits && IsDigit(text[n]) {
		n++
	}
	return text[:n]
}

// Bytes that texts are searched for and split at.
var (
	Newline = []byte{'\n'}
	Quote   = []byte{'"'}
)

// CountIf returns 1 if holds, else 0.
func CountIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// HasDigit reports whether text contains an ASCII digit.
func HasDigit(text []byte) bool { return bytes.ContainsAny(text, "0123456789") }

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// NaturalOrder orders names by the numbers in them, so that node 9 stands before node 10.
func NaturalOrder(a, b string) int {
	whole := cmp.Compare(a, b)
	for a != "" && b != "" {
		x, y := leadingDigits(a), leadingDigits(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a, b)
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if order := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); order != 0 {
			return order
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), whole)
}

func leadingDigits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// First returns the first of values, or "" if there is none.
func First(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return strings.TrimSpace(values[0])
}

// FirstLine returns the first line that is not blank, without white space around it.
func FirstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, Utf8Mark+" \t\r\n"), []byte{'\n'})
	return bytes.TrimSpace(line)
}

// Utf8Mark begins what some editors save as UTF-8.
const Utf8Mark = "\xef\xbb\xbf"
