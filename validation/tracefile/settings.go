package tracefile

import (
	"archive/zip"
	"io"

	"green500/validation/power"
	"green500/validation/tracefile/internal/hashed"
	"green500/validation/tracefile/internal/infer"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// Understanding is what Understand detects in a log: its format, columns and series, each with reasons.
type Understanding = infer.Understanding

// Column is a column of a log with its role and unit.
type Column = infer.Column

// Role is what a column is for: times, readings, names of meters, or something else.
type Role = infer.Role

// The roles of columns.
const (
	TimeRole       = infer.TimeRole
	ReadingRole    = infer.ReadingRole
	InstrumentRole = infer.InstrumentRole
	OtherRole      = infer.OtherRole
)

// Proposal is a series as it is proposed, with a reason for each field.
type Proposal = infer.Proposal

// Reason says why a field of a series is proposed so.
type Reason = infer.Reason

// Sure is how sure a detected value is.
type Sure = table.Sure

// How sure a detected value is.
const (
	Certain = table.Certain
	Likely  = table.Likely
	Guess   = table.Guess
	Open    = table.Open
)

// Reading is how a person has a log read: the settings that take precedence over what is detected.
type Reading = table.Reading

// Recipe is how a log is read, saved for other logs of the same columns.
type Recipe = infer.Recipe

// RecipeSchema names the version of a recipe.
const RecipeSchema = infer.RecipeSchema

// ErrManyMembers says that an archive holds more than is read.
var ErrManyMembers = input.ErrManyMembers

// ReadingOf returns how a series is read.
func ReadingOf(s *power.Series) Reading { return table.ReadingOf(s) }

// NewRecipe keeps how a series of a log is read.
func NewRecipe(name string, u *Understanding, s *power.Series) Recipe {
	return infer.NewRecipe(name, u, s)
}

// Hashed is a file whose digest is taken while it is read.
type Hashed = hashed.Hashed

// NewHashed begins the digest of a file of so many bytes.
func NewHashed(at io.ReaderAt, size int64) *Hashed { return hashed.NewHashed(at, size) }

// ReadZip reads the list of a zip archive of some size, in bounded memory whatever the archive says. It returns
// ErrManyMembers for a list that is too long, what zip.NewReader does for what is no archive, and what failed to be read.
func ReadZip(file io.ReaderAt, size int64) (*zip.Reader, error) { return input.ReadZip(file, size) }
