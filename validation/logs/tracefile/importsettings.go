package tracefile

import (
	"archive/zip"
	"io"

	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

type (
	// Understanding is what Understand detects in a log: its format, columns and series, each with reasons.
	Understanding = infer.Understanding
	// Column is a column of a log with its role and unit.
	Column = infer.Column
	// Role is what a column is for: times, readings, names of meters, or something else.
	Role = infer.Role
	// Proposal is a series as it is proposed, with a reason for each field.
	Proposal = infer.Proposal
	// Reason says why a field of a series is proposed so.
	Reason = infer.Reason
	// Confidence says how a value was found: Certain, Likely or Guess; Open if the user must state it.
	Confidence = table.Confidence
	// ImportSettings are the settings by which a log is read. They take precedence over what is detected.
	ImportSettings = power.ImportSettings
	// Preset is a set of import settings, saved for logs of the same format and columns.
	Preset = infer.Preset
	// Hashed is a file that is hashed while it is read.
	Hashed = input.Hashed
)

// What these may be, and the version of a saved preset.
const (
	TimeRole     = infer.TimeRole
	ReadingRole  = infer.ReadingRole
	MeterRole    = infer.MeterRole
	OtherRole    = infer.OtherRole
	Certain      = table.Certain
	Likely       = table.Likely
	Guess        = table.Guess
	Open         = table.Open
	PresetSchema = infer.PresetSchema
)

// ErrManyMembers says that an archive holds more than is read.
var ErrManyMembers = input.ErrManyMembers

// NewPreset returns the import settings of a series of a log, under a name.
func NewPreset(name string, u *Understanding, s *power.Series) Preset {
	return infer.NewPreset(name, u, s)
}

// NewHashed returns a reader of a file of size bytes that computes its SHA-256.
func NewHashed(at io.ReaderAt, size int64) *Hashed { return input.NewHashed(at, size) }

// ReadZip reads the directory of a zip archive of size bytes in bounded memory. It returns ErrManyMembers if the
// directory is too long, the error of zip.NewReader if the file is not an archive, and errors of reading as they are.
func ReadZip(file io.ReaderAt, size int64) (*zip.Reader, error) { return input.ReadZip(file, size) }
