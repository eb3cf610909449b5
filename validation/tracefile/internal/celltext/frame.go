package celltext

import (
	"bytes"
	"unicode/utf8"
)

// IsEmptyRecord reports whether a line holds nothing of a table: it is blank, or a program put it round the table
// that it printed.
func IsEmptyRecord(record []byte) bool {
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

// isFooter reports whether text counts the rows of the table above, as (80 rows), (80 rows affected), 40 rows in set (0.00 sec) or
// 40 rows in set. Elapsed: 0.001 sec.
func isFooter(text []byte) bool {
	if end := text[len(text)-1]; end != ')' && end != '.' {
		return false
	}
	inside, bracketed := bytes.CutPrefix(text, []byte{'('})
	number, rest, _ := bytes.Cut(inside, []byte{' '})
	if !OnlyDigits(number) {
		return false
	}
	word, rest := WordOf(rest)
	if len(word) == 0 {
		return false
	}
	if bracketed {
		return string(rest) == ")" || string(rest) == " affected)"
	}
	rest, set := bytes.CutPrefix(rest, []byte(" in set"))
	return set && (bytes.HasPrefix(rest, []byte(" (")) && bytes.HasSuffix(rest, []byte(" sec)")) || bytes.HasPrefix(rest, []byte(". Elapsed: ")))
}
