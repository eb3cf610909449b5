package sample

import (
	"fmt"
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

// drop takes a field, a group or an item away; later items of a list move up. With a series go its readings.
func (p *paper) drop(a arguments) error {
	path, found := a[0].text, false
	for field := range p.fields {
		if field == path || strings.HasPrefix(field, path+".") || strings.HasPrefix(field, path+"[") {
			delete(p.fields, field)
			found = true
		}
	}
	if !found {
		return fmt.Errorf("the document has no %s to drop", path)
	}
	list, number, _ := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	item, err := strconv.Atoi(number)
	listed := err == nil
	moved := map[string]string{}
	for field, text := range p.fields {
		rest, of := strings.CutPrefix(field, list+"[")
		number, rest, _ := strings.Cut(rest, "].")
		if i, err := strconv.Atoi(number); listed && of && err == nil && i > item {
			field = fmt.Sprintf("%s[%d].%s", list, i-1, rest)
		}
		moved[field] = text
	}
	p.fields = moved
	switch {
	case path == "series":
		p.parts = nil
	case listed && list == "series":
		p.parts = slices.Delete(slices.Clone(p.parts), item, item+1)
	}
	return nil
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
