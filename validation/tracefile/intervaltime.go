package tracefile

import "bytes"

// intervalSigns stand between the times at which an interval begins and ends, where one cell holds both.
var intervalSigns = [...]string{" to ", " - "}

// beginOf returns the time at which an interval begins, as of 2026-06-01 10:00:00 to 2026-06-01 10:15:00. Both have to tell their
// date: between times of day may as well stand what else is counted.
func (c calendar) beginOf(text []byte) (begin []byte, ok bool) {
	for _, sign := range intervalSigns {
		begin, end, found := bytes.Cut(text, []byte(sign))
		if !found || !hasDigit(begin) {
			continue
		}
		m, _, v := c.readPlain(begin)
		n, _, w := c.readPlain(bytes.TrimLeft(end, " "))
		if v != unreadable && w != unreadable && !m.undated && !n.undated && m.zoned == n.zoned {
			return begin, true
		}
	}
	return nil, false
}

// settleIntervals settles that timestamps are the begin of their intervals, where those of the time tell both ends.
func (t *table) settleIntervals(rows [][][]byte) {
	for _, cells := range rows {
		if _, ok := (calendar{}).beginOf(cells[t.time]); !ok {
			return
		}
	}
	if len(rows) > 0 {
		t.stamp = "begin"
	}
}
