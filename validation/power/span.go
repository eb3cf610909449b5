package power

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Time is RFC 3339 with its offset: a time without a zone has shifted published measurements by hours.
type Time struct{ time.Time }

const timeExample = "2024-09-27T11:16:15+02:00"

// UnmarshalText reads RFC 3339; a time without an offset is refused.
func (t *Time) UnmarshalText(text []byte) error {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00"} {
		parsed, err := time.Parse(layout, string(text))
		if err == nil {
			t.Time = parsed
			return nil
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
		"2006-01-02T15:04", "2006-01-02 15:04"} {
		if _, err := time.Parse(layout, string(text)); err == nil {
			return fmt.Errorf("%q has no zone; write it with its offset, as %s", text, timeExample)
		}
	}
	return fmt.Errorf("%q is not a time; write it as %s", text, timeExample)
}

// MarshalText writes RFC 3339 with the offset that was given.
func (t Time) MarshalText() ([]byte, error) { return []byte(t.Format(time.RFC3339Nano)), nil }

// UnmarshalJSON reads a JSON string by the same rule as UnmarshalText.
func (t *Time) UnmarshalJSON(text []byte) error {
	if len(text) < 2 || text[0] != '"' {
		return fmt.Errorf("%s is not a time; write it as %q", text, timeExample)
	}
	return t.UnmarshalText(text[1 : len(text)-1])
}

// MarshalJSON writes the same text as MarshalText, as a JSON string.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.Format(time.RFC3339Nano) + `"`), nil
}

// Span is a closed stretch of time.
type Span struct {
	Start Time `json:"start"`
	End   Time `json:"end"`
}

// NewSpan returns the span from start to end.
func NewSpan(start, end time.Time) Span { return Span{Time{start}, Time{end}} }

// IsZero reports whether no span was given.
func (s Span) IsZero() bool { return s.Start.IsZero() && s.End.IsZero() }

// Duration returns the length of the span.
func (s Span) Duration() time.Duration { return s.End.Sub(s.Start.Time) }

// Contains reports whether other lies within s, ends included.
func (s Span) Contains(other Span) bool {
	return !other.Start.Before(s.Start.Time) && !other.End.After(s.End.Time)
}

// Trim returns the span shortened by the given durations at its ends.
func (s Span) Trim(atStart, atEnd time.Duration) Span {
	return NewSpan(s.Start.Add(atStart), s.End.Add(-atEnd))
}

// Middle returns the part of the span that lies in its middle, such as 0.8 for the middle 80%.
func (s Span) Middle(part float64) Span {
	edge := time.Duration(math.Round((1 - part) / 2 * float64(s.Duration())))
	return s.Trim(edge, edge)
}

func (s Span) include(other Span) Span {
	switch {
	case s.IsZero():
		return other
	case other.IsZero():
		return s
	}
	if other.Start.Before(s.Start.Time) {
		s.Start = other.Start
	}
	if other.End.After(s.End.Time) {
		s.End = other.End
	}
	return s
}

// Intersect returns what the spans share; ok is false if they share nothing.
func (s Span) Intersect(other Span) (shared Span, ok bool) {
	if other.Start.After(s.Start.Time) {
		s.Start = other.Start
	}
	if other.End.Before(s.End.Time) {
		s.End = other.End
	}
	return s, s.End.After(s.Start.Time)
}

// Pieces cuts the span into equal pieces, in the order of time.
func (s Span) Pieces(count int) []Span {
	at := func(k int) time.Time {
		return s.Start.Add(time.Duration(float64(s.Duration()) / float64(count) * float64(k)))
	}
	pieces := make([]Span, count)
	for k := range pieces {
		pieces[k] = NewSpan(at(k), at(k+1))
	}
	return pieces
}

// Selection names what is looked at by itself: a series, by its place in the document, or an instrument of it.
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

// Selections are all that can be looked at by itself: every series, and its instruments if it has several.
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

// Select is a measurement of nothing but what is chosen; it has no parts if that is not there.
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
