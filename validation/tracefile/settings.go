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

// What is understood of a log, and how a person has it read.
type (
	Understanding = infer.Understanding
	Column        = infer.Column
	Role          = infer.Role
	Proposal      = infer.Proposal
	Reason        = infer.Reason
	Sure          = table.Sure
	Reading       = table.Reading
	Recipe        = infer.Recipe
)

// The roles of columns.
const (
	TimeRole       = infer.TimeRole
	ReadingRole    = infer.ReadingRole
	InstrumentRole = infer.InstrumentRole
	OtherRole      = infer.OtherRole
)

// How sure a guess is.
const (
	Certain = table.Certain
	Likely  = table.Likely
	Guess   = table.Guess
	Open    = table.Open
)

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
