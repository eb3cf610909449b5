// Package leftout says what a file of readings holds that no reading stands for: cells without a number, and columns or
// instruments that a series does not take.
package leftout

import (
	"fmt"
	"strings"
)

// Note is something that was met while a file was read and that no reading stands for, such as cells
// that say there was none. What is met often is counted, with its first place.
type Note struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0 where the file has none
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
