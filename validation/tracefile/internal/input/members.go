package input

import (
	"green500/validation/power"
)

// What an archive or a folder may hold.
const (
	MaxMembers    = 100_000 // a capture a second for a day
	MaxMemberName = 1 << 10 // bytes
)

// NoLog is the error of a file that stands where a log would, and has none for a reason that it states. An
// archive leaves it out.
type NoLog struct{ Err *power.InputError }

// A spreadsheet is read from the sheets that hold a table: a row of names, perhaps a row of units, and rows
// with numbers, below whatever text. Numbers that stand for times are written as text, and what that text
// says is understood as that of delimited text is.

// SpreadsheetFormat is what people call the format.
const SpreadsheetFormat = "spreadsheet"

func (n *NoLog) Error() string { return n.Err.Error() }

func (n *NoLog) Unwrap() error { return n.Err }
