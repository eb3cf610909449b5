// Package celltext reads the text of a cell: numbers in the notations of meters and languages, and errors of cells.
package celltext

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"green500/validation/power"
)

// OneLine makes every run of white space one blank: a header may break its lines anywhere.
func OneLine(name string) string { return strings.Join(strings.Fields(name), " ") }

// Latin1 reads text that is not UTF-8 as ISO 8859-1, which older loggers write, so that different names stay different.
func Latin1(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

// Source is the file that is read.
type Source struct {
	Name   string
	Bytes  io.ReaderAt
	Length int64
}

// Refuse places an error in the file; line 0 is the file as a whole.
func (s Source) Refuse(line int, field, problem, remedy string) *power.InputError {
	return &power.InputError{File: s.Name, Line: line, Field: field, Problem: problem, Remedy: remedy}
}

// ReadError keeps an error in the input as it is and says of any other which file could not be read.
func (s Source) ReadError(err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return inputErr
	}
	return fmt.Errorf("reading %s: %w", s.Name, err)
}

// Error is an error in a cell before its place is known.
type Error struct {
	Field   string // instead of the column's name, if another field of the document is to blame
	Asks    string // the field of the series that determines what the cell means
	Problem string
	Remedy  string
	Missing bool // the cell says that there was no reading: it is left out and counted, not refused
	Other   bool // the row is not about the column: it is passed over

	// Unreadable is set if the cell or its row is damaged: it is left out with its line, as long as few are.
	Unreadable bool

	Presumed bool // the cell counts time, and is taken for seconds since nothing says its unit
}

// JoinErrors returns a single error as itself, and leaves out what would only be said twice.
func JoinErrors(inputErrs power.InputErrors) error {
	said := map[power.InputError]bool{}
	var distinct power.InputErrors
	for _, t := range inputErrs {
		if !said[*t] {
			said[*t] = true
			distinct = append(distinct, t)
		}
	}
	if len(distinct) == 1 {
		return distinct[0]
	}
	return distinct.OrNil()
}

// MaxQuoted bounds how much of a cell an error repeats, in bytes.
const MaxQuoted = 40

// Quoted returns text in quotes for an error, cut after MaxQuoted bytes.
func Quoted(text []byte) string {
	if len(text) > MaxQuoted {
		return strconv.Quote(string(text[:MaxQuoted]) + "…")
	}
	return strconv.Quote(string(text))
}

// MaxListed bounds how many names an error lists.
const MaxListed = 20

// Listed joins names with commas and counts those after the first MaxListed.
func Listed(names []string) string {
	if len(names) <= MaxListed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:MaxListed], ", "), len(names)-MaxListed)
}

// Several returns a count and its noun, in the plural unless n is 1.
func Several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Shortened returns text for an error without quotes, cut after MaxQuoted bytes.
func Shortened(text []byte) string {
	if len(text) > MaxQuoted {
		return Latin1(text[:MaxQuoted]) + "…"
	}
	return Latin1(text)
}

// Sentence returns an error of the times as a sentence. What it says of a cell is said of "it"; what names its subject
// stands by itself.
func (f *Error) Sentence() string {
	problem := f.Problem
	switch first, size := utf8.DecodeRuneInString(problem); {
	case strings.HasPrefix(problem, "the "):
		problem = string(unicode.ToUpper(first)) + problem[size:]
	case first != '"':
		problem = "A cell of it " + problem
	}
	return problem + "; " + f.Remedy + "."
}

// OneInstant refuses a file that holds one state of a meter and not its readings over time.
func (s Source) OneInstant(of, remedy string) *power.InputError {
	return s.Refuse(0, "", "is one instant of "+of+", not a trace", remedy)
}

// Notes are what was seen in a file, each counted with its first place: few sentences, never the words of the file.
type Notes []power.Note

// Add adds a note, or counts it if the same problem of the same field was noted before.
func (n *Notes) Add(where *power.InputError) {
	for i := range *n {
		if one := &(*n)[i]; one.Problem == where.Problem && one.Field == where.Field {
			one.Count++
			return
		}
	}
	*n = append(*n,
		power.Note{File: where.File, Line: where.Line, Field: where.Field, Problem: where.Problem, Count: 1})
}

// AddAll adds the notes of a further file.
func (n *Notes) AddAll(more Notes) {
	for _, note := range more {
		at := slices.IndexFunc(*n,
			func(one power.Note) bool { return one.Problem == note.Problem && one.Field == note.Field })
		if at < 0 {
			*n = append(*n, note)
			continue
		}
		(*n)[at].Count += note.Count
	}
}
