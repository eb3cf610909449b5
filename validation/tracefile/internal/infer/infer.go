// Package infer proposes how a log is to be read: the time, the readings, their unit, and what identifies meters. Each proposal
// says why.
package infer

import (
	"time"

	"green500/validation/tracefile/internal/archive"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// Infer looks at the first rows of what was opened and says what it is. ended is asked on the way, if it is not nil, and ends the work
// with its error.
func Infer(o *input.Opened, given table.ImportSettings, zone *time.Location, ended func() error) (*Understanding, error) {
	g, err := look(o.Sheet, given, zone)
	if err != nil {
		return nil, err
	}
	if a, ok := o.Sheet.(*archive.Archive); ok {
		g.pick = a.Pick
	}
	if g.ended = ended; ended == nil {
		g.ended = func() error { return nil }
	}
	return g.understand(o.Format, o.Packing)
}
