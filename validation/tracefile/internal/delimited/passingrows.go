package delimited

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// maxPassed bounds the line of a row with columns that nobody needs, in bytes: what is gained is little beside the rest of a
// longer one.
const maxPassed = 1 << 12

// learnPassing takes the row that begins at a place of text, and ends at next, for the measure of those that follow: their times
// and numbers are written as it has them, and between those and after are columns that nobody needs.
func (e *evenRows) learnPassing(text []byte, at, next int) (ok bool) {
	var end int
	if e.time, end, ok = learnEvenTime(e.clock, text, at); !ok {
		return false
	}
	separator := bytes.IndexByte(text[end:next], e.fast.separator)
	return separator >= 0 && e.zone.learn(text, end, end+separator+1) && e.number.learn(e, celltext.EightAt(text, e.value.from))
}

// readPassing reads rows without quotes, and returns how many there were.
func (e *evenRows) readPassing(text []byte, at int, into columnBuffers) (rows, next int) {
	for ; rows < len(into.times) && at+evenRoom <= len(text); rows++ {
		row := (*evenRow)(text[at:])
		time, end, ok := e.time.read(row)
		if !ok || !e.zone.fits(row, end) {
			break
		}
		value, behind, ok := e.passed(text, at+end+e.zone.count)
		if !ok {
			break
		}
		into.times[rows], into.values[rows], at = time, value, behind
	}
	return rows, at
}

// passed reads the number of a row whose second cell begins at a place of text, and returns where the next row begins.
func (e *evenRows) passed(text []byte, at int) (value int64, next int, ok bool) {
	end := at + bytes.IndexByte(text[at:min(at+maxPassed, len(text))], '\n')
	if end < at {
		return 0, 0, false
	}
	if e.value.skip > 0 {
		passed := e.value.pass(text[at:end], e.fast.separator)
		if passed < 0 {
			return 0, 0, false
		}
		at += passed
	}
	for text[at] == ' ' {
		at++
	}
	if at+8 > len(text) {
		return 0, 0, false
	}
	number := celltext.EightAt(text, at)
	if e.number.Differs(number) != 0 && !e.number.learn(e, number) {
		return 0, 0, false
	}
	at += e.number.End
	if !bytes.HasPrefix(text[at:], e.value.unit) {
		return 0, 0, false
	}
	next, ok = e.fast.after(text, at+len(e.value.unit), end)
	return e.number.Number(number) * e.number.factor, next, ok
}
