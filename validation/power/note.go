package power

import "fmt"

// Note is something that was met while a file was read and that no reading stands for, such as cells
// that say there was none. What is met often is counted, with its first place.
type Note struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0 where the file has none
	Field   string `json:"field,omitempty"`
	Problem string `json:"problem"`
	Count   int    `json:"count"`
}

// String says what was met, and where for the first time.
func (n Note) String() string {
	text := n.File
	if n.Line > 0 {
		text += fmt.Sprintf(", line %d", n.Line)
	}
	if n.Field != "" {
		text += ", " + n.Field
	}
	if n.Count > 1 {
		return fmt.Sprintf("%s: %s; %d times, the first there", text, n.Problem, n.Count)
	}
	return text + ": " + n.Problem
}
