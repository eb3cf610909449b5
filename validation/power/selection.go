package power

import (
	"strconv"
	"strings"
)

// Selection names what of a measurement is looked at by itself: a series, by its place in the document, or
// one instrument of it.
type Selection struct {
	Series     int
	Instrument string // empty for the sum of all of the series
}

// String writes a choice as addresses hold it, such as "0" and "0:pdu-3".
func (c Selection) String() string {
	text := strconv.Itoa(c.Series)
	if c.Instrument != "" {
		text += ":" + c.Instrument
	}
	return text
}

// ParseSelection reads what String wrote.
func ParseSelection(text string) (c Selection, ok bool) {
	series, instrument, _ := strings.Cut(text, ":")
	at, err := strconv.Atoi(series)
	return Selection{Series: at, Instrument: instrument}, err == nil && at >= 0
}

// Selections are all that can be looked at by itself: every series, and its instruments where it has several.
func (m *Measurement) Selections() []Selection {
	var all []Selection
	for i, part := range m.Parts {
		all = append(all, Selection{Series: i})
		for _, t := range part.Traces {
			if len(part.Traces) > 1 && t.Instrument != "" {
				all = append(all, Selection{i, t.Instrument})
			}
		}
	}
	return all
}

// Select is a measurement of nothing but what is chosen; it has no parts where that is not there.
func (m *Measurement) Select(c Selection) *Measurement {
	some := *m
	some.Parts = nil
	if c.Series >= len(m.Parts) {
		return &some
	}
	part := m.Parts[c.Series]
	if c.Instrument != "" {
		part.Traces = nil
		for _, t := range m.Parts[c.Series].Traces {
			if t.Instrument == c.Instrument {
				part.Traces = append(part.Traces, t)
			}
		}
	}
	if len(part.Traces) > 0 {
		some.Parts = []Part{part}
	}
	return &some
}
