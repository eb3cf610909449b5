// This file owns reading documents and measurements: grading new ones, opening stored ones.

package submissions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Intake makes a snapshot of a document and its files: the files are read, the readings kept in their canonical form,
// and the entry graded. Errors of the input do not fail it: the snapshot then holds the input errors instead of a
// report, and nothing of the readings. Files that the document does not name are kept as they are.
func (s *Submissions) Intake(ctx context.Context, entry *power.Entry, files []File) (Snapshot, error) {
	return s.IntakeBefore(ctx, entry, files, func(context.Context) error { return nil })
}

// IntakeBefore is Intake for callers that do something before readings are looked at; if that fails, so does it.
func (s *Submissions) IntakeBefore(ctx context.Context, entry *power.Entry, files []File,
	before func(context.Context) error) (Snapshot, error) {
	text, err := document.JSON(entry)
	if err != nil {
		return Snapshot{}, fmt.Errorf("write document: %w", err)
	}
	snapshot := Snapshot{Document: text, Files: files, Summary: described(entry)}
	_, graded := s.db.Trace.Begin(ctx, recorded.StepGrade)
	made, err := s.gradeOrRemember(ctx, entry, text, files, before)
	var inputErrors power.InputErrors
	if errors.As(err, &inputErrors) {
		graded(nil) // which is an answer
		snapshot.InputErrors, err = json.Marshal(inputErrors)
		return snapshot, err
	}
	if errors.Is(err, ErrWaited) {
		graded(nil) // which is not one of its failures
		return Snapshot{}, err
	}
	graded(err)
	if err != nil {
		return Snapshot{}, err
	}
	return snapshot.withReport(made), nil
}

func (s Snapshot) withReport(made verdict) Snapshot {
	s.Report, s.Series = made.text, made.series
	s.RulesDigest, s.InputDigest, s.ReportDigest = made.report.Digests.Rules, made.report.Digests.Input,
		made.report.Digests.Report
	s.Summary = s.Graded(made.report)
	return s
}

func described(entry *power.Entry) Summary {
	s := Summary{
		System: entry.System.Name, Site: entry.Site.Name, Country: entry.Site.Country,
		TotalCores: entry.System.TotalCores,
		Processor:  entry.System.Processor, Accelerator: entry.System.Accelerator, Top500Rank: entry.System.Top500Rank,
	}
	if slices.Contains(power.Levels(), entry.ClaimedLevel) { // what is typed into a draft may be anything
		s.ClaimedLevel = entry.ClaimedLevel
	}
	return s
}

// Graded takes the results of grading.
func (s Summary) Graded(report *validation.Report) Summary {
	failed, unknown := report.Counts(report.ClaimedLevel)
	s.GrantedLevel, s.Failed = report.GrantedLevel, failed+unknown
	if number := report.Numbers.Rmax; number != nil {
		s.Rmax = power.GFlops(number.Value)
	}
	if number := report.Numbers.CoreAverage; number != nil {
		s.Power, s.PowerUncertainty = power.Watts(number.Value), number.Uncertainty
	}
	if number := report.Numbers.Efficiency; number != nil {
		s.Efficiency, s.EfficiencyUncertainty = number.Value, number.Uncertainty
	}
	return s
}

// DecodeDocument reads a document that a revision holds.
func DecodeDocument(text []byte) (*power.Entry, error) {
	var entry power.Entry
	if err := json.Unmarshal(text, &entry); err != nil {
		return nil, fmt.Errorf("read a kept document: %w", err)
	}
	return &entry, nil
}

// Verdict returns the report of a revision, or the input errors that keep it from being graded. Others have the same
// report before them: nothing of it may be changed.
func (r Revision) Verdict() (report *validation.Report, inputErrors power.InputErrors, err error) {
	if len(r.InputErrors) > 0 {
		err = json.Unmarshal(r.InputErrors, &inputErrors)
	}
	if len(r.Report) > 0 {
		var failed error
		report, failed = r.reports.read(r.Report)
		err = errors.Join(err, failed)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the kept verdict of submission %d: %w", r.EntryID, err)
	}
	return report, inputErrors, nil
}

// GradeAside is a revision as it would be with another document over the same files. Nothing of it is kept.
func (s *Submissions) GradeAside(ctx context.Context, r Revision, entry *power.Entry) (Revision, error) {
	snapshot, err := s.Intake(ctx, entry, r.Files)
	if err != nil {
		return Revision{}, err
	}
	aside := r.Graded(snapshot)
	aside.reports = s.reports
	return aside, nil
}

// Readings is the measurement of a revision. What it needs is read while it is used, so it has to be closed afterwards.
type Readings struct {
	*power.Measurement
	on *ReadingsCache
}

// Close gives the readings back. It fails if the file system does.
func (r *Readings) Close() error { return r.on.Close() }

// Measurement returns the readings of a revision for drawing, without its core phase. What cannot be
// read of them later is told by Err. A revision that could not be graded has no readings.
func (s *Submissions) Measurement(ctx context.Context, r Revision) (*Readings, error) {
	entry, err := DecodeDocument(r.Document)
	if err != nil {
		return nil, err
	}
	source, on := s.BundleSource(ctx, entry, r.Files, r.Series)
	m := &Readings{&power.Measurement{Entry: entry}, on}
	if len(r.Series) == 0 {
		return m, nil
	}
	if m.Parts, err = parts(source, r.Series); err != nil {
		return nil, errors.Join(fmt.Errorf("read the series of submission %d: %w", r.EntryID, err), on.Close())
	}
	return m, nil
}

// Measured returns the measurement of a revision as it is graded, with core phase and Rmax. Unlike
// Measurement it reads the workload's output, which may be lacking or damaged.
func (s *Submissions) Measured(ctx context.Context, r Revision) (*Readings, error) {
	entry, err := DecodeDocument(r.Document)
	if err != nil {
		return nil, err
	}
	source, on := s.BundleSource(ctx, entry, r.Files, r.Series)
	m, _, err := source.Measured() // the cache closes the readings
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read what submission %d measured: %w", r.EntryID, err), on.Close())
	}
	return &Readings{m, on}, nil
}

func parts(source bundle.Source, stored []SeriesBlob) ([]power.Part, error) {
	for _, blob := range stored {
		if blob.Index >= len(source.Entry.Series) {
			return nil, database.InputError(fmt.Sprintf("series[%d]", blob.Index),
				"readings are kept of a series that the document does not have", "save the submission again")
		}
	}
	all, _, err := source.Parts() // the cache closes them
	return all, err
}

// ErrWaited says that somebody may have typed on while a turn was waited for.
var ErrWaited = errors.New("there was a wait for the turn to look at readings")

// Graded takes the results of grading.
func (r Revision) Graded(s Snapshot) Revision {
	r.Document, r.Report, r.InputErrors, r.Series = s.Document, s.Report, s.InputErrors, s.Series
	r.RulesDigest, r.InputDigest, r.ReportDigest = database.Text(s.RulesDigest), database.Text(s.InputDigest),
		database.Text(s.ReportDigest)
	return r
}

// ReadVerdict reads the report of a revision without its findings: they are most of it, and the outcome of
// them is in the aspects. It returns a *power.InputError for what is no report.
func (r Revision) ReadVerdict() (*validation.Report, error) {
	var kept struct {
		validation.Report
		Findings ignoredJSON `json:"findings"`
	}
	if json.Unmarshal(r.Report, &kept) != nil {
		return nil, &power.InputError{Problem: "the verdict that is kept cannot be read",
			Remedy: "save the submission again"}
	}
	return &kept.Report, nil
}

// WhyNotGraded is why a revision has no report.
func (r Revision) WhyNotGraded() string {
	var inputErrors power.InputErrors
	if err := json.Unmarshal(r.InputErrors, &inputErrors); err != nil || len(inputErrors) == 0 {
		return "It was never graded."
	}
	return inputErrors[0].Error()
}

type ignoredJSON struct{}

func (*ignoredJSON) UnmarshalJSON([]byte) error { return nil }

// GradeAgain grades a revision from what is stored of it; the empty edition is that of its document.
// It returns power.InputErrors or one *power.InputError if the input has errors, ErrNotFound and ErrDamaged if the
// evidence is not what it was.
func (s *Submissions) GradeAgain(ctx context.Context, r Revision, edition methodology.Edition) (
	*validation.Report, error) {
	entry, err := DecodeDocument(r.Document)
	if err != nil {
		return nil, err
	}
	if err := document.Check(entry); err != nil {
		return nil, err
	}
	source, on := s.BundleSource(ctx, entry, r.Files, r.Series)
	defer func() { _ = on.Close() }() // what was written is on the disk already
	source.Document = r.Document
	restored, err := source.Assemble()
	if err != nil {
		return nil, err
	}
	return restored.Grade(edition)
}
