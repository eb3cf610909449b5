package celltext

import (
	"bytes"
	"strings"
)

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

// Half is what is left at most of changes that a sum explains.
const Half = 0.5
