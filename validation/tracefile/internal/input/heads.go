package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"

	"green500/validation/tracefile/internal/hashed"
)

// JSONHead recognises JSON by its first signs: a line that begins with [2026-06-01 10:00:00] is none.
var JSONHead = regexp.MustCompile(`^\s*(\{\s*(["'}]|$)|\[\s*(\{|$|\]\s*$|(\[\s*)+([{"\d\]-]|$)))`)

// PythonHead matches the beginning of objects as Python prints them, which is not JSON.
var PythonHead = regexp.MustCompile(`^\s*\[?\s*\{\s*'`)

// IsJSON recognises JSON of any kind, which no format before has taken.
func IsJSON(head []byte) bool {
	if JSONHead.Match(head) {
		return true
	}
	if len(head) < hashed.HeadBytes {
		return json.Valid(head) // a list of numbers, or a single value
	}
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte{'['}) && beginsAsJSON(head)
}

// beginsAsJSON reports whether text that was cut off is JSON as far as it goes.
func beginsAsJSON(head []byte) bool {
	tokens := json.NewDecoder(bytes.NewReader(head))
	for {
		_, err := tokens.Token()
		if err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

// IsXLSX distinguishes a spreadsheet from other archives by what its first part is called.
func IsXLSX(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < zipNameAt {
		return false
	}
	name := head[zipNameAt:]
	for _, one := range []string{"[Content_Types].xml", "xl/", "_rels/.rels", "docProps/"} {
		if bytes.HasPrefix(name, []byte(one)) {
			return true
		}
	}
	return false
}

// zipNameAt is where the name of the first part of a zip archive lies.
const zipNameAt = 30
