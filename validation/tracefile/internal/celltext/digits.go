package celltext

import (
	"bytes"
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
