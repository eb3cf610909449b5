package power

import (
	"fmt"
	"strings"
)

// InputError is a problem of what a person provided: it says where and what to do.
type InputError struct {
	File    string // as the person named it
	Line    int    // 1 is the first line; 0 if lines mean nothing
	Field   string // path in the document, such as "series[0].unit"
	Problem string // what was met, without full stop
	Remedy  string // what to do, without full stop
	More    int    `json:",omitempty"` // of the last of many: how many errors it stands for, which are not kept
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

// MaximumInputErrors is how many errors Add keeps: a short input may have more of them than memory holds.
const MaximumInputErrors = 50

// Add appends errors. After MaximumInputErrors they are counted by a last one.
func (e *InputErrors) Add(errs ...*InputError) {
	for _, one := range errs {
		if len(*e) < MaximumInputErrors {
			*e = append(*e, one)
			continue
		}
		if (*e)[len(*e)-1].More == 0 {
			*e = append(*e, &InputError{Remedy: "correct those above first"})
		}
		last := (*e)[len(*e)-1]
		last.More += max(1, one.More)
		last.Problem = fmt.Sprintf("%d more errors are not shown", last.More)
	}
}

// Total is how many errors there are, with those that were only counted.
func (e InputErrors) Total() (total int) {
	for _, one := range e {
		total += max(1, one.More)
	}
	return total
}

// Shown is what an answer shows of them: as many as Add keeps.
func (e InputErrors) Shown() (shown InputErrors) {
	shown.Add(e...)
	return shown
}

// Error joins the sentences of Shown, one a line.
func (e InputErrors) Error() string {
	var sentences []string
	for _, one := range e.Shown() {
		sentences = append(sentences, one.Error())
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

// OrNil returns the list as an error, or nil if it is empty.
func (e InputErrors) OrNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}
