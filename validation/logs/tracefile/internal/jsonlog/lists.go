package jsonlog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

type jsonLists struct {
	*jsonTable
	record jsonRecord
	buffer []byte
	path   []string // of the list of records within every object of the file
	listed bool     // they lie there; else each object is one
	found  []jsonList
	nested bool         // the list of the file holds lists of records
	first  []jsonShared // what the first record of such a list states in words; nil before it
	keys   []string     // the lists of an object that are read, if there are several
	key    string       // that of the record
	units  []statedUnit // that the first object states beside its lists
	nest   nestedLists
}

type jsonList struct {
	path  []string
	timed bool   // the first of them has a time
	own   bool   // which lies in no list within
	inner string // a list within the first of them that has several times, as a path; empty if there is none

	members []string // of the first of them
}

// OpenJSONRecords opens JSON with an object for each reading, in a list or one after another.
func OpenJSONRecords(in *input.File) (table.Sheet, error) {
	if input.PythonHead.Match(in.Head) {
		return nil, in.Refuse(0, "", "is written as Python shows its objects, which is no JSON",
			"write every record with json.dumps")
	}
	in.Generic = true // JSON beside a log is a configuration or a summary as often
	if err := in.Jump(); err != nil {
		return nil, err
	}
	l := &jsonLists{jsonTable: newJSONTable(in)}
	l.record.cell = l.put
	l.rows = l.walk
	if err := l.resolve(l.reader()); err != nil {
		return nil, err
	}
	if err := l.open(); err != nil {
		return nil, err
	}
	if l.listed || l.keys != nil {
		l.takeUnits()
	}
	l.keepApart()
	return l, nil
}

func (l *jsonLists) resolve(j *JSONReader) error {
	c, err := j.peek()
	switch {
	case err != nil:
		return err
	case c == '[':
		l.resolveList(j)
		return nil
	case c != '{':
		if _, err := j.Scalar(); err != nil {
			return err
		}
		return noRecords(l.Source, "it is a single value")
	}
	own := jsonOutline{}
	if err := l.outline(j, nil, &own); err != nil {
		return err
	}
	more, err := j.more()
	if err != nil {
		return err
	}
	if more {
		l.listed = len(l.found) == 1 && l.found[0].timed && !(own.timed && own.read) && !isKnownRecord(own.names)
	} else if why := l.only(); why != "" {
		return noRecords(l.Source, why)
	}
	if l.listed {
		l.path = l.found[0].path
	}
	return nil
}

// resolveList finds out by the first object of a list whether the objects are records, or have them in a list of their
// own.
func (l *jsonLists) resolveList(j *JSONReader) {
	if _, err := j.sign('[', '['); err != nil {
		return
	}
	if c, err := j.peek(); err != nil || c != '{' {
		return
	}
	first, err := l.outlined(j, nil)
	if err == nil && first.inner != "" && !first.own && !strings.Contains(first.inner, "[") {
		l.listed, l.nest.path = true, strings.Split(first.inner, ".")
	}
}

func (l *jsonLists) only() (why string) {
	timed := slices.DeleteFunc(slices.Clone(l.found), func(one jsonList) bool { return !one.timed })
	switch {
	case len(l.found) == 0:
		return "it is one object without a list of others"
	case len(timed) == 1 && timed[0].inner != "" && !timed[0].own:
		if strings.Contains(timed[0].inner, "[") {
			return "its times lie in a list within another, " + strings.Join(timed[0].path, ".") + "[]." +
				oneOfList.ReplaceAllString(timed[0].inner, "[]") + "[]"
		}
		l.found, l.nest.path = timed, strings.Split(timed[0].inner, ".")
	case len(timed) == 1:
		l.found = timed
	case len(l.found) > 1 && l.alike():
		return ""
	case len(l.found) > 1:
		var names []string
		for _, one := range l.found {
			names = append(names, strings.Join(one.path, "."))
		}
		slices.Sort(names)
		return "it is one object with several lists of others, " + celltext.Listed(slices.Compact(names))
	}
	l.listed = true
	return ""
}

type jsonOutline struct {
	timed, read bool
	names       []string
	seen        int // members
}

func (o *jsonOutline) see(name, value []byte) {
	if o.seen++; o.seen > table.MaxColumns {
		return // an object with more members is no record
	}
	if len(o.names) < maxOutlined {
		o.names = append(o.names, string(name))
	}
	k := table.KindOf(value)
	last := string(name[bytes.LastIndexByte(name, '.')+1:])
	o.timed = o.timed || k == table.ZonedTime || k == table.LocalTime ||
		columnname.Timely(last) && (k == table.CountedTime || k == table.Number)
	o.read = o.read || columnname.OfPower(string(name))
}

const maxOutlined = 1000

func (l *jsonLists) outline(j *JSONReader, path []string, own *jsonOutline) error {
	return j.Object(func(member string) error {
		c, err := j.peek()
		inner := append(slices.Clip(path), member)
		switch {
		case err != nil:
			return err
		case c == '{':
			return l.outline(j, inner, own)
		case c == '[':
			return l.outlineList(j, inner)
		}
		value, err := j.Scalar()
		if err == nil {
			own.see([]byte(strings.Join(inner, ".")), unquoted(value))
			l.stateUnit(inner, unquoted(value))
		}
		return err
	})
}

func (l *jsonLists) outlineList(j *JSONReader, path []string) error {
	first, described := true, false
	return j.array(func() error {
		c, err := j.peek()
		switch {
		case err != nil:
			return err
		case c != '{' && c != '[':
			return j.Skip()
		case c == '{' && first && len(l.found) < maxOutlined:
			var one jsonList
			one, err = l.outlined(j, path)
			l.found = append(l.found, one)
			described = !one.timed
		case c == '{' && described:
			err = l.describes(j)
		default:
			_, err = j.whole(nil, false)
		}
		first = false
		return err
	})
}

var (
	oneOfList    = regexp.MustCompile(`\[\d+\]`)
	secondOfList = regexp.MustCompile(`^(.+)\[1\][^\[\]]*$`)
)

// outlined looks at the first object of a list. One without a time may state the unit of a member.
func (l *jsonLists) outlined(j *JSONReader, path []string) (jsonList, error) {
	list := jsonList{path: path}
	var of description
	err := l.glance(j, func(cell, value []byte, is jsonKind) error {
		one := jsonOutline{}
		one.see(cell, value)
		list.members = append(list.members, string(cell))
		list.timed = list.timed || one.timed
		list.own = list.own || one.timed && !oneOfList.Match(cell)
		if second := secondOfList.FindSubmatch(cell); one.timed && second != nil {
			list.inner = string(second[1])
		}
		return of.see(cell, value, is)
	})
	if !list.timed {
		l.describe(of)
	}
	return list, err
}

func (l *jsonLists) walk(j *JSONReader) error {
	return j.values(func() error {
		switch c, err := j.peek(); {
		case err != nil:
			return err
		case c == '[' && !l.listed:
			l.ended = j.lines() + 1 // what follows the bracket does not begin its line
			return l.cutOff(j, j.array(func() error { return l.oneOrList(j) }))
		case l.listed || l.keys != nil:
			return l.within(j, l.path)
		}
		return l.one(j)
	})
}

func (l *jsonLists) within(j *JSONReader, path []string) error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	if len(path) == 0 && c == '{' && l.keys != nil {
		return l.eachKey(j)
	}
	if len(path) == 0 && c == '[' {
		l.ended = j.lines() + 1
		return j.array(func() error { return l.element(j) })
	}
	if len(path) == 0 || c != '{' {
		return j.Skip()
	}
	return j.Object(func(member string) error {
		if member == path[0] {
			return l.within(j, path[1:])
		}
		return j.Skip()
	})
}

func (l *jsonLists) element(j *JSONReader) error {
	if l.nest.path != nil {
		return l.enclosed(j)
	}
	return l.one(j)
}

func (l *jsonLists) one(j *JSONReader) error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	if l.begin(j); c != '{' {
		return l.other(j)
	}
	if l.buffer, err = j.whole(l.buffer[:0], true); err != nil {
		return err
	}
	if err := l.record.held(l.Source, l.buffer, l.Line, l.at); err != nil && l.guards && l.record.broken {
		l.damaged.add(l.Line, err)
		l.damaged.broken++
		l.ended = j.lines() + 1
		return nil
	} else if err != nil {
		return err
	}
	if err := l.completed(); err != nil {
		return err
	}
	return l.end(j)
}

func (l *jsonLists) other(j *JSONReader) error {
	if l.row == 1 {
		return noRecords(l.Source, "it is a list of other things than objects")
	}
	if err := j.Skip(); err != nil {
		return err
	}
	return l.here("", "is a value where others are records", "export a list of objects, each with its time")
}
