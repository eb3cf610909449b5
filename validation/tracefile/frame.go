package tracefile

import (
	"bytes"
	"unicode/utf8"
)

// isEmptyRecord reports whether a line holds nothing of a table: it is blank, or a program put it round the table
// that it printed.
func isEmptyRecord(record []byte) bool {
	record = bytes.TrimSpace(record)
	return len(record) == 0 || isRuler(record) || isFooter(record)
}

// shortestRule is how many strokes a ruler has at least: one or two stand where there was no reading.
const shortestRule = 3

// isRuler reports whether text is a line drawn under names or round a table, such as ----+---- or ====.
func isRuler(text []byte) bool {
	strokes := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '-', r == '=', r >= '─' && r <= '╿':
			strokes++
		case r != '+' && r != '|' && r != ' ' && r != '\t':
			return false
		}
		text = text[size:]
	}
	return strokes >= shortestRule
}

// isFooter reports whether text counts the rows of the table above, as (80 rows) or 40 rows in set (0.00 sec).
func isFooter(text []byte) bool {
	if text[len(text)-1] != ')' {
		return false
	}
	inside, bracketed := bytes.CutPrefix(text, []byte{'('})
	number, rest, _ := bytes.Cut(inside, []byte{' '})
	if !onlyDigits(number) {
		return false
	}
	word, rest := wordOf(rest)
	if len(word) == 0 {
		return false
	}
	return bracketed && string(rest) == ")" || bytes.HasPrefix(rest, []byte(" in set (")) && bytes.HasSuffix(rest, []byte(" sec)"))
}
