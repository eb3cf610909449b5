package celltext

import (
	"bytes"
	"cmp"
	"strings"
)

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

func leadingDigits(text string) int {
	return len(text) - len(strings.TrimLeft(text, "0123456789"))
}

// First returns the first of values, or "" if there is none.
func First(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return strings.TrimSpace(values[0])
}

// FirstLine returns the first line that is not blank, without white space around it.
func FirstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte{'\n'})
	return bytes.TrimSpace(line)
}
