// Package changes says what became of a submission from one revision to another: in its document, its files, its
// readings and its marks, and what that does to the figures and the findings.
package changes

import (
	"cmp"
	"slices"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
)

// Revision is a revision that is compared.
type Revision struct {
	Number      int
	Document    *power.Entry
	Report      *validation.Report // nil where it was never graded
	Files       []File
	Measurement *power.Measurement // for CompareReadings alone
	Series      []string           // digests of the readings by series, where they are known; for CompareReadings alone
}

// File is a file of a revision.
type File struct {
	Name   string
	Digest string
	Bytes  int64
}

// Comparison is what two revisions differ in. Lists hold nothing but differences.
type Comparison struct {
	From     int               `json:"from"`
	To       int               `json:"to"`
	Figures  []Figure          `json:"figures"` // also those that are the same
	Level    Level             `json:"level"`
	Rank     *Rank             `json:"rank,omitempty"` // where the reader may know it
	Findings []Finding         `json:"findings"`
	Fields   []document.Change `json:"fields"`
	Files    []FileChange      `json:"files"`
	Marks    []MovedSpan       `json:"marks"`
	Readings *Readings         `json:"readings,omitempty"`
}

// Level is what was granted.
type Level struct {
	Before power.Level `json:"before"`
	After  power.Level `json:"after"`
}

// Rank is the place among the accepted and submitted entries of the edition, from 1; 0 without a figure or a level.
type Rank struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Of     int `json:"of"` // with this one
}

// Compare holds two revisions against each other but for their readings.
func Compare(before, after Revision) Comparison {
	was, is := cmp.Or(before.Report, &validation.Report{}), cmp.Or(after.Report, &validation.Report{})
	return Comparison{
		From: before.Number, To: after.Number,
		Figures:  figures(was.Numbers, is.Numbers),
		Level:    Level{was.GrantedLevel, is.GrantedLevel},
		Findings: findings(was, is),
		Fields:   document.Difference(before.Document, after.Document),
		Files:    files(before.Files, after.Files),
		Marks:    marks(before, after),
	}
}

// Same reports whether nothing differs that was looked at.
func (c *Comparison) Same() bool {
	return len(c.Findings)+len(c.Fields)+len(c.Files)+len(c.Marks) == 0 && c.Level.Before == c.Level.After &&
		(c.Readings == nil || c.Readings.Differing == 0) && !slices.ContainsFunc(c.Figures, func(f Figure) bool { return !f.Same() })
}
