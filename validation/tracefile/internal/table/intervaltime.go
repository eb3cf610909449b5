package table

import (
	"green500/validation/tracefile/internal/timestamp"
)

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
