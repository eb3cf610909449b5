package jsonlog

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// A list of series may have the records of each in a list of its own, beside what they have in common:
//
//	{"series": [{"name": "rack 1", "unit": "kW", "readings": [{"time": "2026-06-01T10:00:00Z", "power": 5}, ...]}, ...]}

type nestedLists struct {
	path   []string     // of the list in each object; nil if the objects are the records
	around []jsonShared // what an object states beside its list
	at     int64        // where that begins
	lines  int          // before it
	found  bool
	inside *JSONReader // of the list: what stands behind it is read before it

	first map[string]string // what the first object states
	apart []string          // paths of what another one states otherwise
	rows  int               // of the first list
}

// enclosed reads the records in the list of an object, and with each what the object states beside it.
func (l *jsonLists) enclosed(j *JSONReader) error {
	if c, err := j.peek(); err != nil || c != '{' {
		if err == nil {
			err = j.Skip()
		}
		return err
	}
	n := &l.nest
	n.around, n.found = n.around[:0], false
	if err := l.besides(j, nil); err != nil || !n.found {
		return err
	}
	from := io.NewSectionReader(l.Bytes, n.at, l.Length-n.at)
	if n.inside == nil {
		n.inside = NewJSONReader(l.Source, from, n.at)
	}
	n.inside.restart(from, n.at)
	n.inside.passed, n.inside.depth = n.lines, j.depth
	l.ended = n.lines + 1
	l.compare()
	err := n.inside.array(func() error { return l.one(n.inside) })
	n.rows = max(n.rows, l.row*celltext.CountIf(len(n.apart) == 0))
	return err
}

func (l *jsonLists) compare() {
	n := &l.nest
	if n.first == nil {
		n.first = map[string]string{}
		for _, one := range n.around {
			n.first[one.path] = one.value
		}
	}
	for _, one := range n.around {
		if n.first[one.path] != one.value && len(n.apart) < MaxLabels && !slices.Contains(n.apart, one.path) && !isUnitPath(one.path) {
			n.apart = append(n.apart, one.path)
		}
	}
}

const fewestLong = 1000

// keepApart makes the words by which the objects of a list differ those that identify meters, if their lists are long: the first rows
// are of the first one alone then.
func (l *jsonLists) keepApart() {
	if l.nest.rows < fewestLong {
		return
	}
	for _, path := range l.nest.apart {
		if column := l.index[path]; l.Kinds[column] == table.Words {
			l.Keys = append(l.Keys, column)
		}
	}
}

func (l *jsonLists) besides(j *JSONReader, path []string) error {
	n := &l.nest
	return j.Object(func(member string) error {
		c, err := j.peek()
		inner := append(slices.Clip(path), member)
		switch {
		case err != nil:
			return err
		case c == '{':
			return l.besides(j, inner)
		case c == '[':
			if slices.Equal(inner, n.path) {
				n.at, n.lines, n.found = j.at, j.lines(), true
			}
			_, err = j.whole(nil, false)
			return err
		}
		value, err := j.token(true)
		if err == nil && len(value) == 0 {
			err = j.refuse("a value is missing")
		}
		if name := strings.Join(inner, "."); err == nil && len(n.around) < MaxLabels && len(name) < maxJSONName && isShared(name, value) {
			n.around = append(n.around, jsonShared{name, string(unquoted(value)), kindOfJSON(value)})
		}
		return err
	})
}

// isShared reports whether a member says something of each record within its object: when that begins, and what is drawn at most or
// on average, is of none of them.
func isShared(name string, value []byte) bool {
	switch table.KindOf(unquoted(value)) {
	case table.ZonedTime, table.LocalTime, table.CountedTime, table.DateOnly, table.DayTime, table.KindNone:
		return false
	case table.Number:
		return !columnname.OfPower(name)
	}
	return string(value) != "null"
}

var errGlanced = errors.New("enough is seen")

// glance goes through the cells of an object, or through the first ones if it is too long for a record, in whose lists two objects are
// looked at then.
func (l *jsonLists) glance(j *JSONReader, cell func(path, value []byte, is jsonKind) error) error {
	line, from := j.lines()+1, j.at
	if _, err := j.whole(nil, false); err != nil {
		return err
	}
	part := io.NewSectionReader(l.Bytes, from, j.at-from)
	if part.Size() <= table.MaxRecord {
		text := make([]byte, part.Size())
		if _, err := io.ReadFull(part, text); err != nil {
			return j.failed(err)
		}
		return (&jsonRecord{cell: cell}).held(l.Source, text, line, from)
	}
	seen := 0
	long := jsonRecord{JSONReader: NewJSONReader(l.Source, part, from), each: 2, cell: func(path, value []byte, is jsonKind) error {
		if seen++; seen > maxOutlined {
			return errGlanced
		}
		return cell(path, value, is)
	}}
	_ = long.value() // what is wrong is found when it is read
	return nil
}

// fieldNames are the members by which a list of fields names what it describes.
var fieldNames = columnname.WordSet("name field id key column channel metric member")

type description struct{ names, units []string }

func (d *description) see(path, value []byte, is jsonKind) error {
	last := string(path[bytes.LastIndexByte(path, '.')+1:])
	switch text := celltext.Latin1(value); {
	case is != jsonText || len(d.names)+len(d.units) > MaxLabels:
	case fieldNames[strings.ToLower(last)]:
		d.names = append(d.names, text)
	case columnname.Says(last, unitWords):
		d.units = append(d.units, text)
	}
	return nil
}

func (l *jsonLists) describes(j *JSONReader) error {
	var of description
	err := l.glance(j, of.see)
	l.describe(of)
	return err
}

func (l *jsonLists) describe(of description) {
	if len(of.units) != 1 {
		return
	}
	unit, known := columnname.UnitNamed(of.units[0])
	for _, name := range of.names {
		if known && len(l.units) < maxOutlined {
			l.units = append(l.units, statedUnit{strings.ToLower(name), unit})
		}
	}
}
