// This file owns grading one stored revision again.

package store

import (
	"context"
	"encoding/json"
	"errors"

	"green500/store/blobs"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/power"
)

// GradeAgain grades a revision from what is stored of it; the empty edition is that of its document.
// It returns power.InputErrors or one *power.InputError if the input has errors, ErrNotFound and ErrDamaged where the
// evidence is not what it was.
func (s *Store) GradeAgain(ctx context.Context, r Revision, edition methodology.Edition) (*validation.Report, error) {
	entry, err := DecodeDocument(r.Document)
	if err != nil {
		return nil, err
	}
	if err := document.Check(entry); err != nil {
		return nil, err
	}
	source, on := s.bundleSource(ctx, entry, r.Files, r.Series)
	defer func() { _ = on.Close() }() // what was written is on the disk already
	source.Document = r.Document
	restored, err := source.Assemble()
	if err != nil {
		return nil, err
	}
	return restored.Grade(edition)
}

// grade says what would become of an entry. It fails only where this is nothing about the entry.
func (w *regrading) grade(ctx context.Context, view entryView, r Revision) (regraded, error) {
	result := regraded{Entry: rehearsal.Entry{
		ID: view.Row.ID, Edition: view.EditionName, State: view.state(), Revision: r.Number, Failing: []string{}, Cleared: []string{},
	}}
	entry, unreadable := DecodeDocument(r.Document)
	if unreadable != nil {
		result.Problem = "The document that is kept cannot be read."
		return result, nil //nolint:nilerr // what is told of one entry does not end the rehearsal
	}
	result.System, result.Site, result.Methodology = entry.System.Name, entry.Site.Name, methodology.Edition(entry.Methodology)
	if len(r.Report) == 0 {
		result.Problem = r.whyNotGraded()
		return result, nil
	}
	then, err := r.readVerdict()
	if err != nil {
		result.Problem, err = explain(err)
		return result, err
	}
	result.Methodology, result.Then = methodology.Edition(then.Methodology), listedVerdict(then)
	result.RulesChanged = r.RulesDigest != w.rules[result.Methodology]
	now, err := w.store.GradeAgain(ctx, r, w.Methodology)
	if err != nil {
		result.Problem, err = explain(err)
		return result, err
	}
	result.Now = listedVerdict(now)
	result.Failing, result.Cleared = rehearsal.Compare(then, now)
	result.ranked = entryRow{ID: view.Row.ID, Summary: Summary{Top500Rank: view.Row.Top500Rank}.graded(now)}
	return result, nil
}

// readVerdict reads the report of a revision without its findings: they are most of it, and the outcome of
// them is in the aspects. It returns a *power.InputError for what is no report.
func (r Revision) readVerdict() (*validation.Report, error) {
	var kept struct {
		validation.Report
		Findings ignoredJSON `json:"findings"`
	}
	if json.Unmarshal(r.Report, &kept) != nil {
		return nil, &power.InputError{Problem: "the verdict that is kept cannot be read", Remedy: "save the entry again"}
	}
	return &kept.Report, nil
}

type ignoredJSON struct{}

func (*ignoredJSON) UnmarshalJSON([]byte) error { return nil }

func (r Revision) whyNotGraded() string {
	var inputErrors power.InputErrors
	if err := json.Unmarshal(r.InputErrors, &inputErrors); err != nil {
		return "It was never graded."
	}
	return sentence(inputErrors)
}

func listedVerdict(report *validation.Report) *rehearsal.Verdict {
	s := Summary{}.graded(report)
	return &rehearsal.Verdict{Level: s.GrantedLevel, Power: s.Power, Efficiency: s.Efficiency}
}

// explain says why an entry cannot be graded; an error that is nothing about the entry is returned.
func explain(err error) (string, error) {
	var inputErrors power.InputErrors
	var inputError *power.InputError
	switch {
	case errors.As(err, &inputErrors):
		return sentence(inputErrors), nil
	case errors.As(err, &inputError):
		return sentence(power.InputErrors{inputError}), nil
	case isNotFound(err):
		return "A file of its evidence is not there any more.", nil
	case errors.Is(err, blobs.ErrDamaged):
		return "A file of its evidence is damaged.", nil
	}
	return "", err
}

func sentence(inputErrors power.InputErrors) string {
	if len(inputErrors) == 0 {
		return "It was never graded."
	}
	return inputErrors[0].Error()
}
