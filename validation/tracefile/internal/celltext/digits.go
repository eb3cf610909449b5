package celltext

import (
	"bytes"
)

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

var (
	Newline = []byte{'\n'}
	Quote   = []byte{'"'}
)

func CountIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

func HasDigit(text []byte) bool { return bytes.ContainsAny(text, "0123456789") }

func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
