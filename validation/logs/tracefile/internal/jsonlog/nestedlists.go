package jsonlog

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// A list of series may have the records of each in a list of its own, beside what they have in common:
//
//	{"series": [{"name": "r1", "unit": "kW", "readings": [{"time": "2026-06-01T10:00:00Z", "power": 5}, ...]}, ...]}

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
		if n.first[one.path] != one.value && len(n.apart) < MaxLabels && !slices.Contains(n.apart, one.path) &&
			!isUnitPath(one.path) {
			n.apart = append(n.apart, one.path)
		}
	}
}

const fewestLong = 1000

// keepApart has meters identified by words in which objects differ whose lists are long: the first rows are of one
// alone.
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
		if name := strings.Join(inner, "."); err == nil && len(n.around) < MaxLabels && len(name) < maxJSONName &&
			isShared(name, value) {
			n.around = append(n.around, jsonShared{name, string(unquoted(value)), kindOfJSON(value)})
		}
		return err
	})
}

// isShared is false for when an object begins, and what it draws at most or on average: they are of no single record.
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

// glance goes through the cells of an object, or the first ones if it is too long for a record.
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
	long := jsonRecord{JSONReader: NewJSONReader(l.Source, part, from), each: 2,
		cell: func(path, value []byte, is jsonKind) error {
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

// Some programs answer with a list for each thing that was asked of: Home Assistant with lists within a list, of whose
// records the first alone may tell what they are of, and ThingsBoard with an object that has a list for each key.
//
//	[[{"entity_id": "rack", "state": "450", "last_changed": "2026-06-01T10:00:00Z"}, {"state": "451", ...}], ...]
//	{"power": [{"ts": 1780308000000, "value": "450"}, ...], "voltage": [{"ts": 1780308000000, "value": "230"}, ...]}

const listColumn = "key"

func (l *jsonLists) oneOrList(j *JSONReader) error {
	if c, err := j.peek(); err != nil || c != '[' || l.row > 0 && !l.nested {
		if err != nil {
			return err
		}
		return l.one(j)
	}
	l.nested, l.first = true, nil
	return j.array(func() error { return l.one(j) })
}

// completed gives a record what it does not tell itself: the words of the first record of its list, or which list it is
// of.
func (l *jsonLists) completed() error {
	switch {
	case l.key != "":
		return l.put([]byte(listColumn), []byte(l.key), jsonText)
	case l.nest.path != nil:
		return l.putShared(l.unstated(l.nest.around))
	case !l.nested:
		return nil
	case l.first == nil:
		l.first = []jsonShared{}
		for _, column := range l.held {
			cell := l.Cells[column]
			if len(l.first) < MaxLabels && len(cell) <= maxJSONName && l.is[column] == jsonText &&
				table.KindOf(cell) == table.Words {
				l.first = append(l.first, jsonShared{l.paths[column], string(cell), jsonText})
			}
		}
		return nil
	}
	return l.putShared(l.unstated(l.first))
}

func (l *jsonLists) unstated(shared []jsonShared) []jsonShared {
	return slices.DeleteFunc(slices.Clone(shared), func(one jsonShared) bool {
		column, met := l.index[one.path]
		return met && l.in[column] == l.row
	})
}

// alike reports whether an object holds nothing but lists of records with a time and the same members, and has all
// read.
func (l *jsonLists) alike() bool {
	of := l.found[0]
	for _, one := range l.found {
		beside := len(one.path) == len(of.path) && slices.Equal(one.path[:len(one.path)-1], of.path[:len(of.path)-1])
		if !beside || !one.timed || !slices.Equal(one.members, of.members) || slices.Contains(one.members, listColumn) {
			return false
		}
		l.keys = append(l.keys, one.path[len(one.path)-1])
	}
	l.path = of.path[:len(of.path)-1]
	return true
}

func (l *jsonLists) eachKey(j *JSONReader) error {
	return j.Object(func(member string) error {
		c, err := j.peek()
		if err != nil {
			return err
		}
		if c != '[' || !slices.Contains(l.keys, member) {
			return j.Skip()
		}
		l.key, l.ended = member, j.lines()+1
		return j.array(func() error { return l.one(j) })
	})
}

// An object may state the unit of its readings once, beside their list: {"unit": "kW", "readings": [...]}, or for each
// member of them: {"units": {"power": "kW"}, "readings": [...]}, {"power_unit": "kW", ...}.

type statedUnit struct {
	of string // the word of the member that it is of; empty if it is that of all readings
	is power.Unit
}

var (
	unitWords   = columnname.WordSet("unit units uom einheit einheiten unité unités unidad unità")
	unitFillers = columnname.WordSet("of measurement measure the readings reading value values data")
)

func (l *jsonLists) stateUnit(path []string, value []byte) {
	unit, known := columnname.UnitNamed(celltext.Latin1(value))
	if !known || len(l.units) == maxOutlined {
		return
	}
	last := path[len(path)-1]
	words := columnname.WordsOf(last)
	if !columnname.Says(last, unitWords) && len(path) > 1 && columnname.Says(path[len(path)-2], unitWords) {
		l.units = append(l.units, statedUnit{strings.ToLower(last), unit})
		return
	}
	if !columnname.Says(last, unitWords) {
		return
	}
	words = slices.DeleteFunc(words, func(word string) bool {
		small := strings.ToLower(word)
		return unitWords[small] || unitFillers[small]
	})
	l.units = append(l.units, statedUnit{strings.ToLower(strings.Join(words, " ")), unit})
}

// takeUnits makes units those of their columns. One of no member is that of the only column that may be of it.
func (l *jsonLists) takeUnits() {
	var free []int
	for i, numeric := range l.Numeric {
		h, foreign := columnname.HintOf(l.Names[i])
		if numeric && i != l.Time && l.Means[i].Unit == "" && h.Unit == "" && !foreign &&
			!columnname.Timely(l.Names[i]) {
			free = append(free, i)
		}
	}
	for _, column := range free {
		if unit := l.unitOf(l.Names[column], len(free) == 1); unit != "" {
			l.Means[column] = columnname.Meaning{Unit: unit, Certain: true}
		}
	}
}

// unitOf returns the unit stated of a member by its name, else by a word of it, else of all readings.
func (l *jsonLists) unitOf(name string, alone bool) power.Unit {
	h, _ := columnname.HintOf(name)
	var named, own, shared []power.Unit
	for _, one := range l.units {
		switch quantity, _ := one.is.Quantity(); {
		case strings.EqualFold(name[strings.LastIndexByte(name, '.')+1:], one.of), strings.EqualFold(name, one.of):
			named = append(named, one.is)
		case h.Quantity != "" && h.Quantity != quantity:
		case one.of == "" && (h.Quantity != "" || alone):
			shared = append(shared, one.is)
		case one.of != "" && slices.ContainsFunc(columnname.WordsOf(name),
			func(word string) bool { return strings.EqualFold(word, one.of) }):
			own = append(own, one.is)
		}
	}
	for _, units := range [][]power.Unit{named, own, shared} {
		if units = slices.Compact(units); len(units) == 1 {
			return units[0]
		}
	}
	return ""
}
