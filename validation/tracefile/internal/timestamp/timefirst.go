package timestamp

import (
	"bytes"
)

// Some write the time of day first and its date after it, as 13:51:28 2026-Apr-14.

// dateAfter returns the date, and what follows it, that follows a time of day and a blank.
func dateAfter(rest []byte) (date []byte, ok bool) {
	date = bytes.TrimLeft(rest, " ")
	if len(date) == len(rest) {
		return nil, false
	}
	_, _, after, ok := PartsOf(date)
	return date, ok && IsDate(date[:len(date)-len(after)])
}

// dated adds the midnight of a date to a time of day that stands before it, and takes the zone after both.
func (c Calendar) dated(m *Moment, text []byte) Outcome {
	midnight, rest, v := c.Date(text)
	if v == Unreadable || zoned(m, rest) == Unreadable {
		return Unreadable
	}
	m.Seconds += midnight
	return v
}

func dateWithin(text []byte) []byte {
	if _, rest, ok := timeOfDay(text); ok {
		if date, behind := dateAfter(rest); behind {
			return date
		}
	}
	return text
}
