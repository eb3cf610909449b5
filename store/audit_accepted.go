// This file owns the proof that accepted submissions went through review, and state what their reports do.

package store

import (
	"context"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"green500/validation/review"
)

func sealsOf(tx *gorm.DB, entryID int64, number int) ([]auditRow, error) {
	query := tx.Select("number", "event", "detail", "seal").Where("entry_id = ? AND revision = ? AND event = ?", entryID, number, eventSubmit)
	return find[auditRow](query.Order("number"))
}

// acceptedProblem says which audit event an accepted or published submission lacks, or which of its figures are not those of its
// report; empty if none. The seal of its revision is checked too if whole.
func acceptedProblem(tx *gorm.DB, entry entryView, whole bool) (string, error) {
	row, name := entry.Row, revisionWord(entry.Row.ID, entry.Row.Revision)
	revision, err := revisionOf(tx, row.ID, row.Revision)
	if isNotFound(err) {
		return name + " is missing", nil
	}
	if err != nil {
		return "", err
	}
	seals, err := sealsOf(tx, row.ID, row.Revision)
	if err != nil {
		return "", err
	}
	if len(seals) == 0 {
		return "no audit event shows that " + name + " was submitted", nil
	}
	if problem := sealProblem(name, revision, seals); whole && problem != "" {
		return problem, nil
	}
	decided := tx.Model(&auditRow{}).Where("entry_id = ? AND revision = ? AND event = ?", row.ID, row.Revision, string(review.Accept))
	accepted, err := countOf(decided)
	if err != nil {
		return "", err
	}
	if accepted == 0 {
		return "no audit event shows that " + name + " was accepted", nil
	}
	report, err := revision.readVerdict()
	if err != nil {
		return "its report cannot be read", nil //nolint:nilerr // which is the problem
	}
	waived, err := applyWaivers(tx, entry, row.Revision)
	if err != nil {
		return "", err
	}
	of := Summary{}.graded(report)
	if len(waived.Waivers) > 0 {
		of.GrantedLevel = waived.Level
	}
	if differing := row.differingFigures(of); len(differing) > 0 {
		return "it has figures that differ from its report: " + strings.Join(differing, ", "), nil
	}
	return "", nil
}

func (s Summary) differingFigures(other Summary) (names []string) {
	for _, figure := range []struct {
		name string
		same bool
	}{
		{"Rmax", s.Rmax == other.Rmax},
		{"power", s.Power == other.Power},
		{"uncertainty of the power", sameUncertainty(s.PowerUncertainty, other.PowerUncertainty)},
		{"efficiency", s.Efficiency == other.Efficiency},
		{"uncertainty of the efficiency", sameUncertainty(s.EfficiencyUncertainty, other.EfficiencyUncertainty)},
		{"level", s.GrantedLevel == other.GrantedLevel},
	} {
		if !figure.same {
			names = append(names, figure.name)
		}
	}
	return names
}

// refuseUnproven keeps an edition from being published with a submission that was not reviewed as it is.
func refuseUnproven(tx *gorm.DB, edition editionRow) error {
	accepted := viewEntries(tx).Where("entries.edition_id = ? AND entries.state = ?", edition.ID, string(review.Accepted))
	entries, err := find[entryView](accepted.Order("entries.id"))
	if err != nil {
		return err
	}
	var problems []string
	for _, entry := range entries {
		problem, err := acceptedProblem(tx, entry, true)
		if err != nil {
			return err
		}
		if problem != "" {
			problems = append(problems, fmt.Sprintf("submission %d (%s): %s", entry.Row.ID, entry.Row.System, problem))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return refuse("The edition %s is not published, because accepted submissions are not as they were reviewed: %s. Ask an administrator to run green500 verify, and reopen these submissions.",
		edition.Name, strings.Join(problems, "; "))
}

// accepted reports accepted and published submissions without the audit events of their review, and figures that differ from the
// report. What differs from its seal is reported with the revisions.
func (i *inspection) accepted(ctx context.Context) error {
	states := []string{string(review.Accepted), string(review.Published), string(review.Corrected)}
	entries, err := find[entryView](viewEntries(i.store.query(ctx)).Where("entries.state IN ?", states).Order("entries.id"))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		problem, err := acceptedProblem(i.store.query(ctx), entry, false)
		if err != nil {
			return err
		}
		if problem != "" {
			i.report(fmt.Sprintf("entry %d is %s, but %s", entry.Row.ID, entry.state().Word(), problem))
		}
	}
	return nil
}
