package jsonlog

import (
	"slices"

	"green500/validation/tracefile/internal/table"
)

// Some programs answer with a list for each thing that was asked of: Home Assistant with lists within a list, of whose records the first
// alone may tell what they are of, and ThingsBoard with an object that has a list for each key.
//
//	[[{"entity_id": "sensor.rack", "state": "450", "last_changed": "2026-06-01T10:00:00Z"}, {"state": "451", "last_changed": ...}], ...]
//	{"power": [{"ts": 1780308000000, "value": "450"}, ...], "voltage": [{"ts": 1780308000000, "value": "230"}, ...]}

const listColumn = "key"

// oneOrList reads a record, or a list of such where the list of a file holds lists.
func (l *jsonLists) oneOrList(j *JSONReader) error {
	c, err := j.peek()
	if err != nil || c != '[' || l.row > 0 && !l.nested {
		if err != nil {
			return err
		}
		return l.one(j)
	}
	l.nested, l.first = true, nil
	return j.array(func() error { return l.one(j) })
}

// completed gives a record what it does not tell itself: the words of the first record of its list, or which list it is of.
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
			if len(l.first) < MaxLabels && len(cell) <= maxJSONName && l.is[column] == jsonText && table.KindOf(cell) == table.Words {
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

// alike reports whether an object holds nothing but lists side by side whose records have a time and the same members, and determines that
// all of them are read.
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
