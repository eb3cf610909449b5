package table

import (
	"green500/validation/tracefile/internal/timestamp"
)

// unpaddingOf returns how the times of a column are written.
func (s *Survey) unpaddingOf(rows [][][]byte, column int) (u timestamp.Unpadding) {
	switch s.Kinds[column] {
	case LocalTime, ZonedTime, DayTime:
	case DateOnly:
		column = s.Partner[column]
	default:
		return u
	}
	most := 0
	for _, cells := range rows {
		if column < 0 {
			break
		}
		of := cells[column]
		if _, rest, v := (timestamp.Calendar{}).Date(of); v != timestamp.Unreadable {
			of = timestamp.BetweenDateAndTime(rest)
		}
		t, _, ok := timestamp.UnpaddedTimeOf(of)
		if !ok {
			continue
		}
		u.Found = u.Found || t.Short || t.Integer
		if t.Integer {
			most = max(most, len(t.Fraction))
		}
	}
	u.Thousandths = most == len("999")
	return u
}

// ResolveIntervals determines that timestamps are the begin of their intervals, where those of the time tell both ends.
func (t *Table) ResolveIntervals(rows [][][]byte) {
	for _, cells := range rows {
		if _, ok := (timestamp.Calendar{}).BeginOf(cells[t.Time]); !ok {
			return
		}
	}
	if len(rows) > 0 {
		t.Stamp = "begin"
	}
}
