// Package jsonlog reads logs in JSON: records, lists side by side, and the answers of Prometheus, InfluxDB, Redfish and
// others.
package jsonlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// What a JSON log may hold.
const (
	maxJSONDepth = 32
	maxJSONText  = 64 << 10 // bytes of a string or a number that is looked at
)

// JSONReader reads JSON piece by piece, without holding it.
type JSONReader struct {
	celltext.Source
	from    io.Reader // nil if all is held
	piece   []byte
	used    int   // of piece
	at      int64 // bytes read
	passed  int   // lines that ended before counted
	counted int   // of piece
	line    int   // that errors name, 0 if none
	depth   int
	most    int  // bytes of a text or a number that is looked at
	early   bool // the file ended within a value
	broken  bool // it is no JSON
}

// NewJSONReader reads JSON from in, which begins at the byte at of its file.
func NewJSONReader(s celltext.Source, in io.Reader, at int64) *JSONReader {
	return &JSONReader{Source: s, from: in, piece: make([]byte, 0, input.HeadBytes), at: at, most: maxJSONText}
}

func (j *JSONReader) restart(in io.Reader, at int64) {
	j.from, j.piece, j.used, j.counted, j.at = in, j.piece[:0], 0, 0, at
}

func (j *JSONReader) refuse(problem string) error {
	j.broken = true
	return j.Refuse(j.line, "", fmt.Sprintf("is no JSON that can be read: %s at byte %d", problem, j.at),
		"export it again")
}

func (j *JSONReader) failed(err error) error {
	if errors.Is(err, io.EOF) {
		j.take(len(j.piece) - j.used)
		j.early = true
		return j.refuse("it ends too early")
	}
	return fmt.Errorf("reading %s: %w", j.Name, err)
}

func (j *JSONReader) fill() error {
	if j.from == nil {
		return io.EOF
	}
	j.lines()
	j.piece, j.used, j.counted = j.piece[:copy(j.piece, j.piece[j.used:])], 0, 0
	if len(j.piece) == cap(j.piece) {
		j.piece = slices.Grow(j.piece, cap(j.piece))
	}
	n, err := io.ReadAtLeast(j.from, j.piece[len(j.piece):cap(j.piece)], 1)
	j.piece = j.piece[:len(j.piece)+n]
	return err
}

func (j *JSONReader) take(count int) []byte {
	from := j.used
	j.used, j.at = from+count, j.at+int64(count)
	return j.piece[from:j.used]
}

func (j *JSONReader) lines() int {
	j.passed, j.counted = j.passed+bytes.Count(j.piece[j.counted:j.used], celltext.Newline), j.used
	return j.passed
}

func (j *JSONReader) more() (bool, error) {
	for {
		for i, c := range j.piece[j.used:] {
			if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
				j.take(i)
				return true, nil
			}
		}
		j.take(len(j.piece) - j.used)
		if err := j.fill(); errors.Is(err, io.EOF) {
			return false, nil
		} else if err != nil {
			return false, j.failed(err)
		}
	}
}

func (j *JSONReader) peek() (byte, error) {
	more, err := j.more()
	if err == nil && !more {
		err = j.failed(io.EOF)
	}
	if err != nil {
		return 0, err
	}
	return j.piece[j.used], nil
}

func (j *JSONReader) sign(one, other byte) (byte, error) {
	c, err := j.peek()
	if err != nil {
		return 0, err
	}
	if c != one && c != other {
		return 0, j.refuse(fmt.Sprintf("%q stands where %q was expected", c, one))
	}
	j.take(1)
	return c, nil
}

// Object calls member with every name in an object, in front of its value, which member has to read.
func (j *JSONReader) Object(member func(name string) error) error {
	return j.members(func(name []byte) error { return member(string(name)) })
}

func (j *JSONReader) members(member func(name []byte) error) error {
	return j.list('{', '}', func() error {
		name, err := j.name()
		if err != nil {
			return err
		}
		if _, err := j.sign(':', ':'); err != nil {
			return err
		}
		return member(name)
	})
}

// name returns that of a member, which in records may hold what JSON wants escaped.
func (j *JSONReader) name() ([]byte, error) {
	if j.from != nil {
		name, err := j.Scalar()
		if err == nil && name[0] != '"' {
			err = j.refuse("an object has a member without a name")
		}
		return slices.Clone(unquoted(name)), err
	}
	if c, err := j.peek(); err != nil || c != '"' {
		_, err = j.sign('"', '"')
		return nil, err
	}
	name, _, err := j.cell()
	return name, err
}

func (j *JSONReader) array(element func() error) error { return j.list('[', ']', element) }

func (j *JSONReader) list(open, end byte, one func() error) error {
	if _, err := j.sign(open, open); err != nil {
		return err
	}
	if j.depth++; j.depth > maxJSONDepth {
		return j.refuse(fmt.Sprintf("more than %d lists lie in each other", maxJSONDepth))
	}
	defer func() { j.depth-- }()
	c, err := j.peek()
	if err == nil && c == end {
		j.take(1)
		return nil
	}
	for err == nil && c != end {
		if err = one(); err == nil {
			c, err = j.sign(',', end)
		}
	}
	return err
}

// Scalar returns a string with its quotes, a number, true, false or null, good until the next call.
func (j *JSONReader) Scalar() ([]byte, error) {
	c, err := j.peek()
	if err != nil {
		return nil, err
	}
	if c == '{' || c == '[' {
		return nil, j.refuse("a list stands where a text or a number was expected")
	}
	text, err := j.token(true)
	if err == nil && !isJSON(text) {
		err = j.refuse(celltext.Quoted(text) + " is no value")
	}
	return text, err
}

func (j *JSONReader) text() (string, error) {
	scalar, err := j.Scalar()
	return string(unquoted(scalar)), err
}

// token returns a string with its quotes, or what else stands up to the next sign. It is not held if nobody looks at
// it.
func (j *JSONReader) token(hold bool) ([]byte, error) {
	c, err := j.peek()
	if err != nil {
		return nil, err
	}
	quoted, escaped := c == '"', false
	if end := j.plainEnd(quoted); end > 0 {
		return j.take(end), nil
	}
	for n := celltext.CountIf(quoted); ; n++ {
		if j.used+n == len(j.piece) {
			var ended bool
			if n, ended, err = j.refill(n, hold, quoted); err != nil || ended {
				return j.take(n), err
			}
		}
		switch c := j.piece[j.used+n]; {
		case !quoted && endsJSON[c]:
			return j.take(n), nil
		case hold && n == j.most:
			j.take(n + 1)
			return nil, j.refuse(fmt.Sprintf("a %s is longer than %d bytes",
				map[bool]string{true: "text", false: "number"}[quoted], j.most))
		case !quoted:
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			return j.take(n + 1), nil
		}
	}
}

func (j *JSONReader) plainEnd(quoted bool) int {
	if !quoted {
		return 0
	}
	end := bytes.IndexByte(j.piece[j.used+1:], '"') + 2
	if end > 1 && end <= j.most && bytes.IndexByte(j.piece[j.used:j.used+end], '\\') < 0 {
		return end
	}
	return 0
}

// refill returns how many bytes of a token are still held. The log may end within one that is not quoted.
func (j *JSONReader) refill(n int, hold, quoted bool) (held int, ended bool, err error) {
	if !hold {
		j.take(n)
		n = 0
	}
	if err := j.fill(); errors.Is(err, io.EOF) && !quoted {
		return n, true, nil
	} else if err != nil {
		return 0, false, j.failed(err)
	}
	return n, false, nil
}

var endsJSON = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true, ']': true, '}': true,
	'[': true, '{': true, '"': true}

// cell returns the content of a text or a number; and NaN or Infinity, which many programs write although JSON does not
// know them.
func (j *JSONReader) cell() ([]byte, jsonKind, error) {
	text, err := j.token(true)
	switch {
	case err != nil:
		return nil, 0, err
	case len(text) > 0 && text[0] == '"':
		if bytes.IndexByte(text, '\\') >= 0 && !json.Valid(text) {
			err = j.refuse(celltext.Quoted(text) + " is no text")
		}
		return unquoted(text), jsonText, err
	}
	switch string(text) {
	case "null":
		return nil, jsonNull, nil
	case "true", "false":
		return text, jsonBare, nil
	case "NaN", "Infinity", "-Infinity":
		return text, jsonText, nil
	}
	if !isJSONNumber(text) {
		err = j.refuse(celltext.Quoted(text) + " is no value")
	}
	return text, jsonBare, err
}

// Skip passes over a value.
func (j *JSONReader) Skip() error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		return j.members(func([]byte) error { return j.Skip() })
	case '[':
		return j.array(j.Skip)
	case '"':
		_, err = j.token(false)
	default:
		_, _, err = j.cell()
	}
	return err
}

func (j *JSONReader) end() error {
	more, err := j.more()
	if more {
		j.take(1)
		return j.refuse("more follows where it should end")
	}
	return err
}

func (j *JSONReader) values(take func() error) error {
	for {
		more, err := j.more()
		if err != nil || !more {
			return err
		}
		if err := take(); err != nil {
			return err
		}
	}
}

// whole reads a value as it is written, of which only brackets and quotes are looked at.
func (j *JSONReader) whole(into []byte, keep bool) ([]byte, error) {
	n := nesting{depth: j.depth, least: j.depth}
	for {
		if j.used == len(j.piece) {
			if err := j.fill(); err != nil {
				return nil, j.failed(err)
			}
		}
		used, ended := n.end(j.piece[j.used:])
		if piece := j.take(used); keep {
			into = append(into, piece...)
		}
		switch {
		case n.depth > maxJSONDepth:
			return nil, j.refuse(fmt.Sprintf("more than %d lists lie in each other", maxJSONDepth))
		case len(into) > table.MaxRecord:
			return nil, j.refuse(fmt.Sprintf("a record is longer than %d bytes", table.MaxRecord))
		case ended:
			return into, nil
		}
	}
}

type nesting struct {
	depth, least    int
	quoted, escaped bool
}

func (n *nesting) end(piece []byte) (used int, ended bool) {
	for i, c := range piece {
		switch {
		case n.escaped:
			n.escaped = false
		case n.quoted:
			n.escaped, n.quoted = c == '\\', c != '"'
		case c == '"':
			n.quoted = true
		case c == '{' || c == '[':
			if n.depth++; n.depth > maxJSONDepth {
				return i + 1, true
			}
		case c == '}' || c == ']':
			if n.depth--; n.depth == n.least {
				return i + 1, true
			}
		}
	}
	return len(piece), false
}

func unquoted(scalar []byte) []byte {
	if len(scalar) < 2 || scalar[0] != '"' {
		return scalar
	}
	if bytes.IndexByte(scalar, '\\') < 0 {
		return scalar[1 : len(scalar)-1]
	}
	var text string
	_ = json.Unmarshal(scalar, &text) // it was valid
	return []byte(text)
}

// objects goes through a value to the objects in it that lie in no other: visit takes each. Anything else is passed
// over.
func (j *JSONReader) objects(visit func() error) error {
	switch c, err := j.peek(); {
	case err != nil:
		return err
	case c == '[':
		return j.array(func() error { return j.objects(visit) })
	case c != '{':
		return j.Skip()
	}
	return visit()
}
