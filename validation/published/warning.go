package published

import (
	"fmt"
	"strings"
)

// Warning is about something in a list that could not be read.
type Warning struct {
	Line    int    // in the sheet; 0 for the file as a whole
	Column  string // header as written, or "column 7" where it has none; empty for the whole line
	Text    string // what was met; empty where that says nothing
	Problem string // without full stop
}

// String is one sentence.
func (r Warning) String() string {
	var place []string
	if r.Line > 0 {
		place = append(place, fmt.Sprintf("line %d", r.Line))
	}
	if r.Column != "" {
		place = append(place, fmt.Sprintf("%q", r.Column))
	}
	sentence := r.Problem
	if r.Text != "" {
		sentence = fmt.Sprintf("%q %s", shortened(r.Text), r.Problem)
	}
	if len(place) > 0 {
		sentence = strings.Join(place, ", ") + ": " + sentence
	}
	return sentence + "."
}

// shown is how much of a text a warning repeats, in characters.
const shown = 80

func shortened(text string) string {
	letters := []rune(text)
	if len(letters) <= shown {
		return text
	}
	return string(letters[:shown]) + "..."
}

func (l *List) remark(r Warning) {
	if len(l.Warnings) < mostWarnings {
		l.Warnings = append(l.Warnings, r)
	}
}

const mostWarnings = 1000
