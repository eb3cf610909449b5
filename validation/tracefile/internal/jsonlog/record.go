package jsonlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

const maxJSONName = 1 << 10

type jsonKind int

const (
	jsonNull jsonKind = iota
	jsonBare          // a number, true or false
	jsonText
)

// jsonRecord goes through an object: a cell for each of its members. Objects in it are spelled out, as tags.host, and so are those in
// lists, as gpus[0].power; other lists are left out.
type jsonRecord struct {
	*JSONReader
	path []byte
	each int // objects of a list that are looked at; 0 if all are
	cell func(path, value []byte, is jsonKind) error
}

// held reads an object that is held in memory, whose brackets are known to match, and of which cells are good as long.
func (r *jsonRecord) held(s celltext.Source, text []byte, line int, at int64) error {
	if r.JSONReader == nil {
		r.JSONReader = &JSONReader{}
	}
	*r.JSONReader = JSONReader{Source: s, piece: text, line: line, at: at, most: table.MaxRecord}
	r.path = r.path[:0]
	return r.object()
}

func (r *jsonRecord) object() error {
	return r.members(func(name []byte) error { return r.under(len(r.path) > 0, name, r.value) })
}

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

func (r *jsonRecord) value() error {
	c, err := r.peek()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		return r.object()
	case '[':
		i := -1
		return r.array(func() error {
			i++
			if c, err := r.peek(); err != nil || c != '{' || r.each > 0 && i >= r.each {
				return r.Skip()
			}
			return r.under(false, fmt.Appendf(nil, "[%d]", i), r.object)
		})
	}
	value, is, err := r.JSONReader.cell()
	if err != nil {
		return err
	}
	return r.cell(r.path, value, is)
}

func isJSON(text []byte) bool {
	special := func(c byte) bool { return c < ' ' || c == '\\' }
	if len(text) > 1 && text[0] == '"' && !slices.ContainsFunc(text, special) {
		return true
	}
	return len(text) > 0 && celltext.BeginsWithDigit(text) && isJSONNumber(text) || json.Valid(text)
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
