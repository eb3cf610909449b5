package delimited

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// numbersOnly reports whether the columns of readings follow that of the times, in their order and without others between.
func (f *fastRow) numbersOnly() bool {
	if len(f.steps) != 1+len(f.selections[0].values) || f.separator == ' ' {
		return false
	}
	for _, s := range f.steps[1:] {
		if s.skip > 0 || s.cell >= 0 || len(s.clocks) > 0 || len(s.unit) > 0 || len(s.values) != 1 {
			return false
		}
	}
	return true
}

// readWide reads rows without quotes that have a number in each column of readings, and returns how many there were.
func (e *evenRows) readWide(text []byte, at int, into columnBuffers) (rows, next int) {
	first := e.selection.branch.LaneNumber(e.selection.last, 0)
	for ; (rows+1)*e.lanes <= len(into.times) && at+evenRoom <= len(text); rows++ {
		row := (*evenRow)(text[at:])
		time, end, ok := e.time.read(row)
		if !ok || !e.zone.fits(row, end) {
			break
		}
		from, to := rows*e.lanes, (rows+1)*e.lanes
		behind, ok := e.numbers(text, at+end+e.zone.count, into.values[from:to])
		if !ok {
			break
		}
		at = behind
		times, instruments := into.times[from:to], into.instruments[from:to]
		for i := range times {
			times[i], instruments[i] = time, first+int32(i)
		}
	}
	return rows, at
}

// numbers reads numbers that follow each other from a place of text on, and returns where the next row begins.
func (e *evenRows) numbers(text []byte, at int, into []int64) (next int, ok bool) {
	for i := range into {
		if at+8 > len(text) || i > 0 && text[at-1] != e.fast.separator {
			return 0, false
		}
		number := celltext.EightAt(text, at)
		if e.number.Differs(number) != 0 && !e.number.learn(e, number) {
			return 0, false
		}
		into[i] = e.number.Number(number) * e.number.factor
		at += e.number.End + 1
	}
	at--
	end := at
	if e.fast.left > 0 {
		end += max(0, bytes.IndexByte(text[at:min(at+maxPassed, len(text))], '\n'))
	}
	return e.fast.after(text, at, end)
}
