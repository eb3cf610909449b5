// Package diff lists the differences between two revisions of a submission: document, files, readings, marks, figures
// and findings.
package diff

import (
	"cmp"
	"slices"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/rules"
)

// Revision is a revision that is compared.
type Revision struct {
	Number      int
	Document    *power.Entry
	Report      *validation.Report // nil if it was never graded
	Files       []File
	Measurement *power.Measurement // for CompareReadings alone
	Series      []string           // digests of the readings by series, if they are known; for CompareReadings alone
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
	Rank     *Rank             `json:"rank,omitempty"` // if the reader may know it
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
		(c.Readings == nil || c.Readings.Differing == 0) &&
		!slices.ContainsFunc(c.Figures, func(f Figure) bool { return !f.Same() })
}

// Figure is a derived figure before and after; nil if it could not be formed.
type Figure struct {
	Name   string   `json:"name"`
	Unit   string   `json:"unit"`
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
}

// Same reports whether the figure did not move.
func (f Figure) Same() bool {
	if f.Before == nil || f.After == nil {
		return f.Before == f.After
	}
	return *f.Before == *f.After
}

// Change is by how much the figure moved, and by which part; ok is false if one of both is not known.
func (f Figure) Change() (by, part float64, ok bool) {
	if f.Before == nil || f.After == nil || *f.Before == 0 {
		return 0, 0, false
	}
	by = *f.After - *f.Before
	return by, by / *f.Before, true
}

// Efficiency is the figure that lists rank by.
func (c *Comparison) Efficiency() Figure { return c.Figures[0] }

// Rmax is what ranks those of equal efficiency.
func (c *Comparison) Rmax() Figure { return c.Figures[2] }

func figures(was, is validation.Numbers) []Figure {
	of := func(name, unit string, was, is *validation.Number) Figure {
		f := Figure{Name: name, Unit: unit}
		if was != nil {
			f.Before = &was.Value
		}
		if is != nil {
			f.After = &is.Value
		}
		return f
	}
	return []Figure{
		of("Efficiency", "GFlops/W", was.Efficiency, is.Efficiency),
		of("Average power, core phase", "W", was.CoreAverage, is.CoreAverage),
		of("Rmax", "GFlops", was.Rmax, is.Rmax),
		of("Average power, full run", "W", was.FullRunAverage, is.FullRunAverage),
		of("Energy, core phase", "J", was.CoreEnergy, is.CoreEnergy),
		of("Duration, core phase", "s", was.CoreDuration, is.CoreDuration),
		of("Idle power", "W", was.Idle, is.Idle),
	}
}

// Finding is a rule whose outcome is another, at its levels; an outcome is empty if the rule was not looked at.
type Finding struct {
	Rule    string        `json:"rule"`
	Title   string        `json:"title"`
	Levels  []power.Level `json:"levels"`
	Before  rules.Outcome `json:"before"`
	After   rules.Outcome `json:"after"`
	Message string        `json:"message"` // of the later finding
}

func findings(before, after *validation.Report) []Finding {
	was, is := findingsOf(before), findingsOf(after)
	all := []Finding{}
	for _, one := range slices.Concat(is.order, was.order) {
		old, then := was.found[one]
		now, still := is.found[one]
		delete(was.found, one)
		delete(is.found, one)
		if old.Outcome == now.Outcome || !then && !still { // neither knows what was reported before
			continue
		}
		changed := Finding{one.rule, cmp.Or(now.Title, old.Title), []power.Level{one.level}, old.Outcome,
			now.Outcome, now.Message}
		last := len(all) - 1
		if last >= 0 && all[last].Rule == changed.Rule && all[last].Before == changed.Before &&
			all[last].After == changed.After {
			all[last].Levels = append(all[last].Levels, one.level)
			continue
		}
		all = append(all, changed)
	}
	return all
}

type asked struct {
	rule  string
	level power.Level
}

type asking struct {
	order []asked
	found map[asked]rules.Finding
}

func findingsOf(report *validation.Report) asking {
	all := asking{found: map[asked]rules.Finding{}}
	for _, f := range report.Findings {
		for _, level := range f.Levels {
			one := asked{f.Rule, level}
			all.order, all.found[one] = append(all.order, one), f
		}
	}
	return all
}
