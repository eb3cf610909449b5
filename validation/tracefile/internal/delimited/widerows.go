package delimited

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// wideRows reads rows without quotes that have a number in each of several columns of readings.
type wideRows struct{ similarRows }

func (w *wideRows) follow(text []byte, at, next int, plain bool) (end int) {
	if !plain || next+evenRoom > len(text) || !w.learn(text, at, next) {
		return next
	}
	_, end = w.flush(text, at, next, w.read)
	return end
}

// read reads rows, and returns how many there were.
func (w *wideRows) read(text []byte, at int, into columnBuffers) (rows, next int) {
	first := w.selection.branch.LaneNumber(w.selection.last, 0)
	for ; (rows+1)*w.lanes <= len(into.times) && at+evenRoom <= len(text); rows++ {
		time, second, ok := w.begin(text, at)
		if !ok {
			break
		}
		from, to := rows*w.lanes, (rows+1)*w.lanes
		behind, ok := w.numbers(text, second, into.values[from:to])
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
func (w *wideRows) numbers(text []byte, at int, into []int64) (next int, ok bool) {
	for i := range into {
		if at+8 > len(text) || i > 0 && text[at-1] != w.fast.separator {
			return 0, false
		}
		number := celltext.EightAt(text, at)
		if w.number.Differs(number) != 0 && !w.number.learn(&w.followedRows, number) {
			return 0, false
		}
		into[i] = w.number.Number(number) * w.number.factor
		at += w.number.End + 1
	}
	at--
	end := at
	if w.fast.left > 0 {
		end += max(0, bytes.IndexByte(text[at:min(at+maxPassed, len(text))], '\n'))
	}
	return w.fast.after(text, at, end)
}
