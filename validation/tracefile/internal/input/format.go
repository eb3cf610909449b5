package input

import (
	"green500/validation/tracefile/internal/table"
)

// LogFormat is a kind of log. Each lies in a file of its own.
type LogFormat struct {
	Name string                 // as people call it
	Is   func(head []byte) bool // by the beginning of the content, never by a name
	Open func(in *File) (table.Sheet, error)
}
