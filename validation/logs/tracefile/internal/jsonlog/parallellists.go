package jsonlog

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// Programs and web services also keep a list a column, side by side in an object:
//
//	{"Label": "rack 1", "Timestamps": ["2026-06-01T10:05:00Z", "2026-06-01T10:00:00Z"], "Values": [500.5, 498]}
//
// What stands at one place in each of them is a row. What stands beside the lists is that of all rows.

var parallelHead = regexp.MustCompile(`:\s*\[\s*("[^"\\]*"|-?\d[\d.eE+-]*)\s*[,\]]`)

func isParallelLists(head []byte) bool {
	return input.JSONHead.Match(head) && slices.ContainsFunc(parallelHead.FindAllSubmatch(head, maxOutlined),
		func(m [][]byte) bool { return pairsTime(unquoted(m[1])) })
}

// maxParallel bounds what the lists of an object hold together, in bytes.
const maxParallel = 64 << 20

const parallelCost = 64

type parallelLists struct {
	*jsonTable
	spent int
}

type parallelList struct {
	name  string
	cells []parallelCell
}

type parallelCell struct {
	text []byte
	is   jsonKind
	line int
}

var errParallel = errors.New("lists stand side by side")

func openParallelLists(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	look := &parallelLists{jsonTable: newJSONTable(in)}
	look.take = func() error { return errParallel }
	if err := look.walk(look.reader()); !errors.Is(err, errParallel) {
		if err != nil {
			return nil, err
		}
		return OpenJSONRecords(in)
	}
	b := &parallelLists{jsonTable: newJSONTable(in)}
	b.rows = b.walk
	if err := b.open(); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *parallelLists) walk(j *JSONReader) error {
	return j.values(func() error { return b.within(j) })
}

func (b *parallelLists) within(j *JSONReader) error {
	return j.objects(func() error { return b.object(j) })
}

func (b *parallelLists) object(j *JSONReader) error {
	var lists []parallelList
	var shared []jsonShared
	err := j.Object(func(member string) error {
		c, err := j.peek()
		switch {
		case err != nil:
			return err
		case c == '{':
			return b.object(j)
		case c == '[':
			cells, err := b.list(j)
			if len(cells) > 0 && len(member) < maxJSONName && len(lists) < table.MaxColumns {
				lists = append(lists, parallelList{member, cells})
			}
			return err
		}
		text, err := j.Scalar()
		if err == nil && len(shared) < MaxLabels && len(member) < maxJSONName && string(text) != "null" {
			shared = append(shared, jsonShared{member, string(unquoted(text)), kindOfJSON(text)})
		}
		return err
	})
	if err == nil {
		err = b.hand(j, lists, shared)
	}
	b.spent = 0
	return err
}

func (b *parallelLists) list(j *JSONReader) (cells []parallelCell, err error) {
	scalars := true
	err = j.array(func() error {
		c, err := j.peek()
		if err != nil || c == '{' || c == '[' {
			scalars = false
			if err == nil {
				err = b.within(j)
			}
			return err
		}
		text, err := j.Scalar()
		if err != nil || !scalars {
			return err
		}
		if b.spent += len(text) + parallelCost; b.spent > maxParallel {
			return b.Refuse(j.lines()+1, "", fmt.Sprintf("has lists of more than %d MiB side by side", maxParallel>>20),
				"write a record for each reading, with its time")
		}
		cells = append(cells, parallelCell{slices.Clone(unquoted(text)), kindOfJSON(text), j.lines() + 1})
		return nil
	})
	if !scalars {
		cells = nil
	}
	return cells, err
}

func (b *parallelLists) hand(j *JSONReader, lists []parallelList, shared []jsonShared) error {
	var own jsonOutline
	for _, one := range shared {
		own.see([]byte(one.path), []byte(one.value))
	}
	if own.timed && own.read { // it is a record by itself
		return nil
	}
	times := slices.IndexFunc(lists,
		func(l parallelList) bool { return columnname.Timely(l.name) && l.holds(pairsTime) })
	if times < 0 {
		times = slices.IndexFunc(lists, func(l parallelList) bool { return l.holds(pairsTime) })
	}
	if times < 0 {
		return nil
	}
	columns := slices.DeleteFunc(slices.Clone(lists),
		func(l parallelList) bool { return len(l.cells) != len(lists[times].cells) })
	if !slices.ContainsFunc(columns,
		func(l parallelList) bool { return l.name != lists[times].name && l.holds(pairsValue) }) {
		return nil
	}
	for i, at := range lists[times].cells {
		if err := b.row(j, columns, shared, i, at.line); err != nil {
			return err
		}
	}
	return nil
}

func (b *parallelLists) row(j *JSONReader, columns []parallelList, shared []jsonShared, i, line int) error {
	b.begin(j)
	b.Line, b.crowded = line, true
	if err := b.putShared(shared); err != nil {
		return err
	}
	for _, column := range columns {
		if err := b.put([]byte(column.name), column.cells[i].text, column.cells[i].is); err != nil {
			return err
		}
	}
	return b.end(j)
}

func (l *parallelList) holds(such func(text []byte) bool) bool {
	return !slices.ContainsFunc(l.cells[:min(len(l.cells), table.Sampled)],
		func(c parallelCell) bool { return c.is != jsonNull && !such(c.text) })
}
