package timestamp

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// intervalSigns stand between the times at which an interval begins and ends, where one cell holds both.
var intervalSigns = [...]string{" to ", " - "}

// BeginOf returns the time at which an interval begins, as of 2026-06-01 10:00:00 to 2026-06-01 10:15:00. Both have to tell their
// date: between times of day may as well stand what else is counted.
func (c Calendar) BeginOf(text []byte) (begin []byte, ok bool) {
	for _, sign := range intervalSigns {
		begin, end, found := bytes.Cut(text, []byte(sign))
		if !found || !celltext.HasDigit(begin) {
			continue
		}
		m, _, v := c.readPlain(begin)
		n, _, w := c.readPlain(bytes.TrimLeft(end, " "))
		if v != Unreadable && w != Unreadable && !m.Undated && !n.Undated && m.Zoned == n.Zoned {
			return begin, true
		}
	}
	return nil, false
}
