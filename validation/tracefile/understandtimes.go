package tracefile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence tells a fault of the times. What it says of a cell is said of "it"; what names its subject stands by itself.
func (f *fault) sentence() string {
	problem := f.problem
	switch first, size := utf8.DecodeRuneInString(problem); {
	case strings.HasPrefix(problem, "the "):
		problem = string(unicode.ToUpper(first)) + problem[size:]
	case first != '"':
		problem = "A cell of it " + problem
	}
	return problem + "; " + f.remedy + "."
}

// zoneWord tells the word for a zone that stands with the times, if one does, as CEST.
func (p *proposing) zoneWord() string {
	for _, example := range p.timeExamples() {
		for word := range strings.FieldsSeq(example) {
			if small := strings.ToLower(word); isZoneWord([]byte(word)) && !dayWords[small] && monthOf(small) == 0 {
				return " but a word, " + word + ", and such words stand for several"
			}
		}
	}
	return ""
}

// timesOfDay reports whether the times have no date, so that the day of an origin is theirs.
func (p *proposing) timesOfDay() bool {
	examples := p.timeExamples()
	return p.startless != nil && len(examples) > 0 && kindOf([]byte(examples[0])) == dayTime
}

// timeExamples are the first different times as they are written, none where they stand in no column.
func (p *proposing) timeExamples() []string {
	if p.timeAt >= len(p.cells) {
		return nil
	}
	return p.cells[p.timeAt].examples
}
