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

// timesOfDay reports whether the times have no date, so that the day of an origin is theirs.
func (p *proposing) timesOfDay() bool {
	if p.startless == nil || p.timeAt >= len(p.cells) {
		return false
	}
	examples := p.cells[p.timeAt].examples
	return len(examples) > 0 && kindOf([]byte(examples[0])) == dayTime
}
