// This file owns grading one stored revision again.

package lists

import (
	"context"
	"errors"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/power"
)

// grade says what would become of an entry. It fails only if this is nothing about the entry.
func (w *regrading) grade(ctx context.Context, view submissions.EntryView, r submissions.Revision) (regraded, error) {
	result := regraded{Entry: rehearsal.Entry{
		ID: view.Row.ID, Edition: view.EditionName, State: view.State(), Revision: r.Number, Failing: []string{},
		Cleared: []string{},
	}}
	entry, unreadable := submissions.DecodeDocument(r.Document)
	if unreadable != nil {
		result.Problem = "The document that is kept cannot be read."
		return result, nil //nolint:nilerr // what is told of one entry does not end the rehearsal
	}
	result.System, result.Site, result.Methodology = entry.System.Name, entry.Site.Name,
		methodology.Edition(entry.Methodology)
	if len(r.Report) == 0 {
		result.Problem = r.WhyNotGraded()
		return result, nil
	}
	then, err := r.ReadVerdict()
	if err != nil {
		result.Problem, err = explain(err)
		return result, err
	}
	result.Methodology, result.Then = methodology.Edition(then.Methodology), listedVerdict(then)
	result.RulesChanged = r.RulesDigest != w.rules[result.Methodology]
	now, err := w.store.submissions.GradeAgain(ctx, r, w.Methodology)
	if err != nil {
		result.Problem, err = explain(err)
		return result, err
	}
	result.Now = listedVerdict(now)
	result.Failing, result.Cleared = rehearsal.Compare(then, now)
	result.ranked = submissions.EntryRow{ID: view.Row.ID,
		Summary: submissions.Summary{Top500Rank: view.Row.Top500Rank}.Graded(now)}
	return result, nil
}

func listedVerdict(report *validation.Report) *rehearsal.Verdict {
	s := submissions.Summary{}.Graded(report)
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
	case database.IsNotFound(err):
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
