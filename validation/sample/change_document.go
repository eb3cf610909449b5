package sample

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"green500/validation/document"
	"green500/validation/power"
)

// paper is a document by its fields, and the readings of its series.
type paper struct {
	fields map[string]string
	parts  []power.Part
}

func (p *paper) set(value string) error {
	path, text, found := strings.Cut(value, " = ")
	if !found {
		return fmt.Errorf("%q is no \"path = value\"", value)
	}
	p.fields[path] = text
	return nil
}

func setWords(value string) string {
	path, text, _ := strings.Cut(value, " = ")
	return path + " is " + text
}

// drop takes a field, a group or an item away; later items of a list move up.
func (p *paper) drop(path string) error {
	found := false
	for _, field := range slices.Sorted(maps.Keys(p.fields)) {
		if field == path || strings.HasPrefix(field, path+".") || strings.HasPrefix(field, path+"[") {
			delete(p.fields, field)
			found = true
		}
	}
	if !found {
		return fmt.Errorf("the document has no %s to drop", path)
	}
	list, item, listed := splitItem(path)
	if listed {
		p.fields = movedUp(p.fields, list, item)
	}
	switch {
	case path == "series":
		p.parts = nil
	case listed && list == "series":
		p.parts = slices.Delete(slices.Clone(p.parts), item, item+1)
	}
	return nil
}

func dropWords(path string) string { return path + " is left out" }

// movedUp gives the items of a list after one that is gone the number before theirs.
func movedUp(fields map[string]string, list string, gone int) map[string]string {
	moved := map[string]string{}
	for field, text := range fields {
		head, rest, _ := strings.Cut(field, "].")
		if at, i, listed := splitItem(head + "]"); listed && at == list && i > gone {
			field = list + "[" + strconv.Itoa(i-1) + "]." + rest
		}
		moved[field] = text
	}
	return moved
}

// splitItem takes "series[2]" apart; listed is false where the path is not of an item.
func splitItem(path string) (list string, item int, listed bool) {
	list, number, _ := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	item, err := strconv.Atoi(number)
	return list, item, err == nil
}

// measurement makes a measurement that of the document, with traces of its own.
func (p *paper) measurement(m power.Measurement) (*power.Measurement, error) {
	entry, err := document.FromFields(p.fields)
	if err != nil {
		return nil, fmt.Errorf("changed document: %w", err)
	}
	if len(entry.Series) != len(p.parts) {
		return nil, fmt.Errorf("the document has %d series, the files %d", len(entry.Series), len(p.parts))
	}
	m.Entry, m.Parts = entry, make([]power.Part, len(p.parts))
	for i, part := range p.parts {
		series := &entry.Series[i]
		m.Parts[i] = power.Part{Series: series, Meter: entry.MeterOf(series), Traces: slices.Clone(part.Traces), Choices: part.Choices}
	}
	return &m, nil
}
