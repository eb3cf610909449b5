// Package jsonlog reads logs in JSON: records, lists side by side, and the answers of Prometheus, InfluxDB, Redfish and others.
package jsonlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/hashed"
	"green500/validation/tracefile/internal/table"
)

// What a JSON log may hold.
const (
	maxJSONDepth = 32
	maxJSONText  = 64 << 10 // bytes of a string or a number that is looked at
)

// JSONReader reads JSON piece by piece, without holding it. What is passed over is only looked at for
// where it ends.
type JSONReader struct {
	celltext.Source
	in    *bufio.Reader
	at    int64 // bytes read
	lines int   // that ended in them
	depth int
	held  []byte
	early bool // the file ended within a value
}

// NewJSONReader reads JSON from in, which begins at the byte at of its file.
func NewJSONReader(s celltext.Source, in io.Reader, at int64) *JSONReader {
	return &JSONReader{Source: s, in: bufio.NewReaderSize(in, hashed.HeadBytes), at: at}
}

func (j *JSONReader) refuse(problem string) error {
	return j.Refuse(0, "", fmt.Sprintf("is no JSON that can be read: %s at byte %d", problem, j.at), "export it again")
}

func (j *JSONReader) failed(err error) error {
	if errors.Is(err, io.EOF) {
		j.early = true
		return j.refuse("it ends too early")
	}
	return fmt.Errorf("reading %s: %w", j.Name, err)
}

func (j *JSONReader) next() (byte, error) {
	c, err := j.in.ReadByte()
	if err != nil {
		return 0, j.failed(err)
	}
	j.at++
	if c == '\n' {
		j.lines++
	}
	return c, nil
}

// peek returns the byte that the next value or sign begins with.
func (j *JSONReader) peek() (byte, error) {
	for {
		c, err := j.next()
		if err != nil {
			return 0, err
		}
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			j.at--
			return c, j.in.UnreadByte()
		}
	}
}

// sign takes one of two signs.
func (j *JSONReader) sign(one, other byte) (byte, error) {
	c, err := j.peek()
	if err != nil {
		return 0, err
	}
	if c != one && c != other {
		return 0, j.refuse(fmt.Sprintf("%q stands where %q was expected", c, one))
	}
	return j.next()
}

// Object calls member with every name in an object, in front of its value, which member has to read.
func (j *JSONReader) Object(member func(name string) error) error {
	return j.list('{', '}', func() error {
		name, err := j.Scalar()
		if err != nil {
			return err
		}
		if len(name) == 0 || name[0] != '"' {
			return j.refuse("an object has a member without a name")
		}
		called := string(unquoted(name))
		if _, err := j.sign(':', ':'); err != nil {
			return err
		}
		return member(called)
	})
}

// array calls element in front of every value in an array.
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
		_, err = j.next()
		return err
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
	j.held = j.held[:0]
	if c == '"' {
		err = j.quoted(true)
	} else {
		err = j.bare()
	}
	if err == nil && !json.Valid(j.held) {
		err = j.refuse(celltext.Quoted(j.held) + " is no value")
	}
	return j.held, err
}

// quoted reads a string, and holds it where it is wanted.
func (j *JSONReader) quoted(hold bool) error {
	escaped := false
	for first := true; ; first = false {
		c, err := j.next()
		if err != nil {
			return err
		}
		if hold {
			if j.held = append(j.held, c); len(j.held) > maxJSONText {
				return j.refuse(fmt.Sprintf("a text is longer than %d bytes", maxJSONText))
			}
		}
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"' && !first:
			return nil
		}
	}
}

func (j *JSONReader) bare() error {
	for {
		c, err := j.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return j.failed(err)
		}
		if bytes.IndexByte([]byte(" \t\r\n,:]}[{\""), c) >= 0 {
			return j.in.UnreadByte()
		}
		j.at++
		if j.held = append(j.held, c); len(j.held) > maxJSONText {
			return j.refuse(fmt.Sprintf("a number is longer than %d bytes", maxJSONText))
		}
	}
}

// Skip passes over a value.
func (j *JSONReader) Skip() error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		return j.Object(func(string) error { return j.Skip() })
	case '[':
		return j.array(j.Skip)
	case '"':
		return j.quoted(false)
	}
	_, err = j.Scalar()
	return err
}

// end refuses what follows the value of a file.
func (j *JSONReader) end() error {
	more, err := j.more()
	if more {
		j.at++
		return j.refuse("more follows where it should end")
	}
	return err
}

// values stands before each value of a file one after another.
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

// more reports whether another value follows, of several in a file.
func (j *JSONReader) more() (bool, error) {
	for {
		c, err := j.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, j.failed(err)
		}
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return true, j.in.UnreadByte()
		}
		j.at++
		if c == '\n' {
			j.lines++
		}
	}
}

// whole reads an object or a list as it is written, into memory that it is given. Only its brackets and quotes
// are looked at. Where keep is false, nothing is held.
func (j *JSONReader) whole(into []byte, keep bool) ([]byte, error) {
	n := nesting{depth: j.depth, least: j.depth}
	for {
		if _, err := j.in.Peek(1); err != nil {
			return nil, j.failed(err)
		}
		piece, _ := j.in.Peek(j.in.Buffered()) // which is there
		used, ended := n.end(piece)
		if keep {
			into = append(into, piece[:used]...)
		}
		j.at += int64(used)
		j.lines += bytes.Count(piece[:used], celltext.Newline)
		_, _ = j.in.Discard(used) // just peeked, so it can't fail
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

// nesting is how deep a place of JSON lies, and whether in quotes.
type nesting struct {
	depth, least    int
	quoted, escaped bool
}

// end returns how much of a piece is of the value, and whether that ends there, or lies too deep.
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

// unquoted returns the content of a string, and anything else as it is written.
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

// objects goes through a value to the objects in it that lie in no other: visit takes each. Anything else is passed over.
func (j *JSONReader) objects(visit func() error) error {
	c, err := j.peek()
	switch {
	case err != nil:
		return err
	case c == '[':
		return j.array(func() error { return j.objects(visit) })
	case c != '{':
		return j.Skip()
	}
	return visit()
}
