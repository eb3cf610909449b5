package delimited

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// maxPassed bounds the line of a row with columns that nobody needs, in bytes: what is gained is little beside the rest of a
// longer one.
const maxPassed = 1 << 12

// similarRows is how rows are written that have times and numbers like the row before: what passingRows and wideRows learn.
type similarRows struct {
	followedRows
	time   evenTime
	zone   sameText // after the time, with the separator
	number writtenNumber
}

// learn learns from the row that begins at a place of text, and ends at next.
func (s *similarRows) learn(text []byte, at, next int) (ok bool) {
	var end int
	if s.time, end, ok = learnEvenTime(s.clock, text, at); !ok {
		return false
	}
	separator := bytes.IndexByte(text[end:next], s.fast.separator)
	return separator >= 0 && s.zone.learn(text, end, end+separator+1) && s.number.learn(&s.followedRows, celltext.EightAt(text, s.value.from))
}

// begin returns the time of the row at a place of text, and where its second cell begins; ok is false if the row is written
// otherwise.
func (s *similarRows) begin(text []byte, at int) (time int64, second int, ok bool) {
	row := (*evenRow)(text[at:])
	time, end, ok := s.time.read(row)
	return time, at + end + s.zone.count, ok && s.zone.fits(row, end)
}

// passingRows reads rows without quotes that have columns which are not read.
type passingRows struct{ similarRows }

func (p *passingRows) follow(text []byte, at, next int, plain bool) (end int) {
	if !plain || next+evenRoom > len(text) || !p.learn(text, at, next) {
		return next
	}
	_, end = p.flush(text, at, next, p.read)
	return end
}

// read reads rows, and returns how many there were.
func (p *passingRows) read(text []byte, at int, into columnBuffers) (rows, next int) {
	for ; rows < len(into.times) && at+evenRoom <= len(text); rows++ {
		time, second, ok := p.begin(text, at)
		if !ok {
			break
		}
		value, behind, ok := p.passed(text, second)
		if !ok {
			break
		}
		into.times[rows], into.values[rows], at = time, value, behind
	}
	return rows, at
}

// passed reads the number of a row whose second cell begins at a place of text, and returns where the next row begins.
func (p *passingRows) passed(text []byte, at int) (value int64, next int, ok bool) {
	end := at + bytes.IndexByte(text[at:min(at+maxPassed, len(text))], '\n')
	if end < at {
		return 0, 0, false
	}
	if p.value.skip > 0 {
		passed := p.value.pass(text[at:end], p.fast.separator)
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
	if p.number.Differs(number) != 0 && !p.number.learn(&p.followedRows, number) {
		return 0, 0, false
	}
	at += p.number.End
	if !bytes.HasPrefix(text[at:], p.value.unit) {
		return 0, 0, false
	}
	next, ok = p.fast.after(text, at+len(p.value.unit), end)
	return p.number.Number(number) * p.number.factor, next, ok
}
