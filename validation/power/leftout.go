package power

import (
	"fmt"
	"slices"
	"strings"
)

// Choice is what a series takes of alike things in its file, such as the columns of the nodes or the racks
// of a long table, and what it leaves. It says nothing of other series, so it is kept with the readings.
type Choice struct {
	File   string   `json:"-"`                // of the note that holds it
	Column string   `json:"column,omitempty"` // whose values tell instruments apart; empty for columns of readings
	Taken  []string `json:"taken,omitempty"`
	Left   []string `json:"left,omitempty"` // some of those that the series does not take: the nearest ones
	Count  int      `json:"count"`          // of all
	Absent []string `json:"-"`              // values that were asked for and that no row has
}

// ChoiceNotes returns notes that hold choices, to be stored.
func ChoiceNotes(choices []Choice) []Note {
	notes := make([]Note, len(choices))
	for i, one := range choices {
		notes[i] = Note{File: one.File, Choice: &one}
	}
	return notes
}

// SplitNotes parts what was stored again.
func SplitNotes(stored []Note) (notes []Note, choices []Choice) {
	for _, note := range stored {
		if note.Choice == nil {
			notes = append(notes, note)
			continue
		}
		one := *note.Choice
		one.File = note.File
		choices = append(choices, one)
	}
	return notes, choices
}

// MostLeft bounds the names of a choice that its series does not take.
const MostLeft = 32

// NewChoice returns the choice among names in their order, of which a series takes some; the columns of each series of
// a machine are neighbours of many, so only the nearest to the first that is taken are kept.
func NewChoice(file, column string, names []string, takes func(string) bool) Choice {
	c := Choice{File: file, Column: column, Count: len(names)}
	for _, name := range names {
		if takes(name) {
			c.Taken = append(c.Taken, name)
		}
	}
	first := slices.IndexFunc(names, takes)
	for distance := 1; distance < len(names) && len(c.Left) < MostLeft; distance++ {
		for _, at := range []int{first - distance, first + distance} {
			if at >= 0 && at < len(names) && !takes(names[at]) {
				c.Left = append(c.Left, names[at])
			}
		}
	}
	return c
}

// MaskDigits returns a name with # for each run of digits: instruments of one kind have names that differ in these.
func MaskDigits(name string) string {
	masked, digits := make([]byte, 0, len(name)), false
	for i := range len(name) {
		digit := name[i] >= '0' && name[i] <= '9'
		switch {
		case digit && !digits:
			masked = append(masked, '#')
		case !digit:
			masked = append(masked, name[i])
		}
		digits = digit
	}
	return string(masked)
}

// Note is something that was met while a file was read and that no reading stands for, such as cells
// that say there was none. What is met often is counted, with its first place.
type Note struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0 if the file has none
	Field   string `json:"field,omitempty"`
	Problem string `json:"problem"`
	Count   int    `json:"count"`

	Choice *Choice `json:"choice,omitempty"` // of a note that is stored for it alone
}

// String says what was met, and where for the first time.
func (n Note) String() string {
	var where []string
	if n.File != "" {
		where = append(where, n.File)
	}
	if n.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", n.Line))
	}
	if n.Field != "" {
		where = append(where, n.Field)
	}
	text := strings.Join(where, ", ") + ": " + n.Problem
	if n.Count > 1 {
		text += fmt.Sprintf("; %d times, the first at this place", n.Count)
	}
	return text
}
