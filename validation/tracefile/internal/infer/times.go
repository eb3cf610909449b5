package infer

import (
	"strings"

	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// zoneWord recognises the word for a zone that stands with the times, if one does, as CEST.
func (p *proposing) zoneWord() string {
	for _, example := range p.timeExamples() {
		for word := range strings.FieldsSeq(example) {
			if small := strings.ToLower(word); timestamp.IsZoneWord([]byte(word)) && !timestamp.DayWords[small] && timestamp.MonthOf(small) == 0 {
				return " but a word, " + word + ", and such words stand for several"
			}
		}
	}
	return ""
}

// timesOfDay reports whether the times have no date, so that the day of an origin is theirs.
func (p *proposing) timesOfDay() bool { return p.startless != nil && p.clockTimes() }

// clockTimes reports whether the times are times of day.
func (p *proposing) clockTimes() bool {
	examples := p.timeExamples()
	return len(examples) > 0 && table.KindOf([]byte(examples[0])) == table.DayTime
}

// timeExamples are the first different times as they are written, none if they stand in no column.
func (p *proposing) timeExamples() []string {
	if p.timeAt >= len(p.cells) {
		return nil
	}
	return p.cells[p.timeAt].examples
}
