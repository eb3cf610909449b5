// This file owns a submission as it is saved: snapshot, summary and revision.

package submissions

import (
	"errors"
	"fmt"
	"math"
	"time"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/filetree"
	"green500/validation/power"
)

// Snapshot is an entry as its owner saves it: the document, what grading made of it, and the files
// it rests on. It is kept as one revision.
type Snapshot struct {
	Summary
	Document     []byte // canonical JSON of a power.Entry
	Report       []byte // JSON; nil while the document cannot be graded
	InputErrors  []byte // JSON of the input errors; nil if there are none
	RulesDigest  string
	InputDigest  string
	ReportDigest string
	Files        []File
	Series       []SeriesBlob
}

// Summary is what lists and queues show of an entry. It repeats what document and report say, so
// that nothing has to be opened to show a hundred entries.
type Summary struct {
	System                string
	Site                  string
	Country               string
	TotalCores            int
	Processor             string
	Accelerator           string
	Top500Rank            int // 0 if it has none
	Rmax                  power.GFlops
	Power                 power.Watts
	PowerUncertainty      *float64 // half width in watts; nil if it is not known
	Efficiency            float64  // GFlops/W, unrounded
	EfficiencyUncertainty *float64 // half width in GFlops/W; nil if it is not known
	ClaimedLevel          power.Level
	GrantedLevel          power.Level
	Failed                int // must findings, failed or unknown, up to the claimed level
}

// Revision is one state of an entry's document. Once it was submitted it never changes.
type Revision struct {
	EntryID      int64  `gorm:"primaryKey;autoIncrement:false"`
	Number       int    `gorm:"primaryKey;autoIncrement:false"` // from 1
	Document     []byte // canonical JSON of a power.Entry
	Report       []byte // JSON; nil while the document cannot be graded
	InputErrors  []byte // JSON of the input errors; nil if there are none
	RulesDigest  string
	InputDigest  string
	ReportDigest string
	CreatedAt    time.Time    `gorm:"-"`
	SubmittedAt  *time.Time   `gorm:"-"`
	Files        []File       `gorm:"-"`
	Series       []SeriesBlob `gorm:"-"`

	reports *reportCache // that were read lately; nil if nobody looks for them
}

// Complete reports whether the snapshot was graded.
func (s Snapshot) Complete() bool { return len(s.Report) > 0 }

// Check returns a *power.InputError for file names that cannot be kept, and an error for what only
// a fault of ours brings about.
func (s Snapshot) Check() error {
	if len(s.Document) == 0 {
		return errors.New("a snapshot needs a document")
	}
	if err := s.Summary.check(); err != nil {
		return err
	}
	for _, series := range s.Series {
		if err := blobs.CheckDigest(series.Digest); err != nil {
			return fmt.Errorf("series %d: %w", series.Index, err)
		}
	}
	err := filetree.Check(s.Files)
	return err
}

// check keeps out what no database orders and JSON cannot write.
func (s Summary) check() error {
	figures := []float64{float64(s.Rmax), float64(s.Power), s.Efficiency}
	for _, uncertainty := range []*float64{s.PowerUncertainty, s.EfficiencyUncertainty} {
		if uncertainty != nil {
			figures = append(figures, *uncertainty)
		}
	}
	for _, figure := range figures {
		if math.IsNaN(figure) || math.IsInf(figure, 0) {
			return fmt.Errorf("a figure of a submission is %v", figure)
		}
	}
	return nil
}

// Storable is the summary with texts that columns can hold.
func (s Summary) Storable() Summary {
	for _, field := range []*string{&s.System, &s.Site, &s.Country, &s.Processor, &s.Accelerator} {
		*field = database.Text(*field)
	}
	return s
}

// DifferingFigures names the figures that differ from those of another summary.
func (s Summary) DifferingFigures(other Summary) (names []string) {
	for _, figure := range []struct {
		name string
		same bool
	}{
		{"Rmax", s.Rmax == other.Rmax},
		{"power", s.Power == other.Power},
		{"uncertainty of the power", SameUncertainty(s.PowerUncertainty, other.PowerUncertainty)},
		{"efficiency", s.Efficiency == other.Efficiency},
		{"uncertainty of the efficiency", SameUncertainty(s.EfficiencyUncertainty, other.EfficiencyUncertainty)},
		{"level", s.GrantedLevel == other.GrantedLevel},
	} {
		if !figure.same {
			names = append(names, figure.name)
		}
	}
	return names
}

// SameUncertainty reports whether two uncertainties are equal, or both unknown.
func SameUncertainty(a, b *float64) bool {
	return a == b || a != nil && b != nil && *a == *b
}
