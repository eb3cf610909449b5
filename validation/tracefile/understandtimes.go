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
