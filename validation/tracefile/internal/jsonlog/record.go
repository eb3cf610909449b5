package jsonlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"green500/validation/tracefile/internal/celltext"
)

// maxJSONName bounds the name of a column, put together of the names of members, in bytes.
const maxJSONName = 1 << 10

// jsonKind is what stands in a record for a column.
type jsonKind int

const (
	jsonNull jsonKind = iota
	jsonBare          // a number, true or false
	jsonText
)

// jsonRecord goes through an object that is held in memory: a cell for each of its members. Objects in it
// are spelled out, as tags.host, and so are those in lists, as gpus[0].power; other lists are left out.
type jsonRecord struct {
	celltext.Source
	text   []byte
	at     int   // in text
	from   int64 // where text begins in the file
	line   int   // which it begins on
	path   []byte
	broken bool // it is no JSON
	cell   func(path, value []byte, is jsonKind) error
}

func (r *jsonRecord) refuse(problem string) error {
	r.broken = true
	return r.Refuse(r.line, "", fmt.Sprintf("is no JSON that can be read: %s at byte %d", problem, r.from+int64(r.at)), "export it again")
}

// read goes through an object whose brackets are known to match.
func (r *jsonRecord) read(text []byte) error {
	r.text, r.at, r.path, r.broken = text, 0, r.path[:0], false
	return r.object()
}

// sign passes white space and returns the sign after it; 0 at the end.
func (r *jsonRecord) sign() byte {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case ' ', '\n', '\r', '\t':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// demand takes one of two signs.
func (r *jsonRecord) demand(one, other byte) (byte, error) {
	c := r.sign()
	if c != one && c != other {
		return 0, r.refuse(fmt.Sprintf("%q stands where %q was expected", c, one))
	}
	r.at++
	return c, nil
}

func (r *jsonRecord) object() error {
	return r.list('{', '}', func(int) error {
		name, err := r.string()
		if err != nil {
			return err
		}
		if _, err := r.demand(':', ':'); err != nil {
			return err
		}
		return r.under(len(r.path) > 0, name, r.value)
	})
}

// under reads a value whose name is added to the path.
func (r *jsonRecord) under(dotted bool, name []byte, read func() error) error {
	above := len(r.path)
	if dotted {
		r.path = append(r.path, '.')
	}
	if r.path = append(r.path, name...); len(r.path) > maxJSONName {
		return r.refuse(fmt.Sprintf("the name of a member is longer than %d bytes", maxJSONName))
	}
	err := read()
	r.path = r.path[:above]
	return err
}

func (r *jsonRecord) list(open, end byte, one func(i int) error) error {
	if _, err := r.demand(open, open); err != nil {
		return err
	}
	c := r.sign()
	if c == end {
		r.at++
		return nil
	}
	for i := 0; c != end; i++ {
		if err := one(i); err != nil {
			return err
		}
		var err error
		if c, err = r.demand(',', end); err != nil {
			return err
		}
	}
	return nil
}

func (r *jsonRecord) value() error {
	switch r.sign() {
	case '{':
		return r.object()
	case '[':
		return r.list('[', ']', func(i int) error {
			if r.sign() != '{' {
				return r.pass()
			}
			return r.under(false, strconv.AppendInt([]byte{'['}, int64(i), 10), func() error { return r.under(false, []byte{']'}, r.object) })
		})
	case '"':
		text, err := r.string()
		if err != nil {
			return err
		}
		return r.cell(r.path, text, jsonText)
	}
	text, is, err := r.bare()
	if err != nil {
		return err
	}
	return r.cell(r.path, text, is)
}

// pass goes over a value that is left out.
func (r *jsonRecord) pass() (err error) {
	switch r.sign() {
	case '[':
		return r.list('[', ']', func(int) error { return r.pass() })
	case '{':
		return r.list('{', '}', func(int) error {
			if _, err := r.string(); err != nil {
				return err
			}
			if _, err := r.demand(':', ':'); err != nil {
				return err
			}
			return r.pass()
		})
	case '"':
		_, err = r.string()
	default:
		_, _, err = r.bare()
	}
	return err
}

// string reads what stands in quotes.
func (r *jsonRecord) string() ([]byte, error) {
	if _, err := r.demand('"', '"'); err != nil {
		return nil, err
	}
	from := r.at
	for escaped := false; ; {
		end := bytes.IndexByte(r.text[r.at:], '"')
		if end < 0 {
			return nil, r.refuse("a text has no end")
		}
		piece := r.text[r.at : r.at+end]
		r.at += end + 1
		if bytes.IndexByte(piece, '\\') >= 0 || escaped {
			escaped = true
			if slashes := len(piece) - len(bytes.TrimRight(piece, `\`)); slashes%2 == 1 {
				continue
			}
			var text string
			if json.Unmarshal(r.text[from-1:r.at], &text) != nil {
				return nil, r.refuse(celltext.Quoted(r.text[from-1:r.at]) + " is no text")
			}
			return []byte(text), nil
		}
		return piece, nil
	}
}

// bare reads a number, true, false or null; and NaN or Infinity, which many programs write although JSON
// does not know them.
func (r *jsonRecord) bare() ([]byte, jsonKind, error) {
	r.sign()
	from := r.at
	for r.at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:]}[{\""), r.text[r.at]) < 0 {
		r.at++
	}
	text := r.text[from:r.at]
	switch string(text) {
	case "null":
		return nil, jsonNull, nil
	case "true", "false":
		return text, jsonBare, nil
	case "NaN", "Infinity", "-Infinity":
		return text, jsonText, nil
	}
	if !isJSONNumber(text) {
		return nil, 0, r.refuse(celltext.Quoted(text) + " is no value")
	}
	return text, jsonBare, nil
}

// isJSONNumber reports whether JSON has such a number: 1., .5, +1 and 01 are none.
func isJSONNumber(text []byte) bool {
	if _, plain := celltext.ShapeOf(text); !plain || text[0] == '+' {
		return false
	}
	whole := bytes.TrimPrefix(text, []byte{'-'})
	if !celltext.IsDigit(whole[0]) || whole[0] == '0' && len(whole) > 1 && celltext.IsDigit(whole[1]) {
		return false
	}
	_, decimals, pointed := bytes.Cut(whole, []byte{'.'})
	return !pointed || celltext.BeginsWithDigit(decimals)
}
