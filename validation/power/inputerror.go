package power

import (
	"fmt"
	"strings"
)

// InputError is a problem of what a person provided: it says where and what to do.
// It is neither a finding (a result of grading) nor an internal error.
type InputError struct {
	File    string // as the person named it
	Line    int    // 1 is the first line; 0 where lines mean nothing
	Field   string // path in the document, such as "series[0].unit"
	Problem string // what was met, without full stop
	Remedy  string // what to do, without full stop
}

// Error is one sentence: file, line or field, problem, remedy.
func (e *InputError) Error() string {
	var place []string
	if e.File != "" {
		place = append(place, e.File)
	}
	if e.Line > 0 {
		place = append(place, fmt.Sprintf("line %d", e.Line))
	}
	if e.Field != "" {
		place = append(place, e.Field)
	}
	sentence := e.Problem
	if len(place) > 0 {
		sentence = strings.Join(place, ", ") + ": " + sentence
	}
	if e.Remedy != "" {
		sentence += "; " + e.Remedy
	}
	return strings.ReplaceAll(sentence+".", "?.", "?")
}

// InputErrors are all problems found at once, so that people need not run again for each.
type InputErrors []*InputError

// Error joins the sentences, one a line.
func (e InputErrors) Error() string {
	sentences := make([]string, len(e))
	for i, one := range e {
		sentences[i] = one.Error()
	}
	return strings.Join(sentences, "\n")
}

// Unwrap lets errors.As find each of them.
func (e InputErrors) Unwrap() []error {
	unwrapped := make([]error, len(e))
	for i, one := range e {
		unwrapped[i] = one
	}
	return unwrapped
}

// OrNil returns the list as an error, or nil where it is empty.
func (e InputErrors) OrNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}
