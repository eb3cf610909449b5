// This file owns the proof that accepted submissions went through review, and state what their reports do.

package lists

import (
	"cmp"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/review"
)

// SealsOf returns the audit events that seal a revision.
func SealsOf(tx *gorm.DB, entryID int64, number int) ([]recorded.Row, error) {
	query := tx.Select("number", "event", "detail", "seal").Where("entry_id = ? AND revision = ? AND event = ?",
		entryID, number, submissions.EventSubmit)
	return database.Find[recorded.Row](query.Order("number"))
}

// AcceptedProblem says which audit event an accepted or published submission lacks, or which of its figures are not
// those of its report; empty if none. The seal of its revision is checked too if whole.
func AcceptedProblem(tx *gorm.DB, entry submissions.EntryView, whole bool) (string, error) {
	row, name := entry.Row, RevisionWord(entry.Row.ID, entry.Row.Revision)
	revision, err := submissions.RevisionOf(tx, row.ID, row.Revision)
	if database.IsNotFound(err) {
		return name + " is missing", nil
	}
	if err != nil {
		return "", err
	}
	seals, err := SealsOf(tx, row.ID, row.Revision)
	if err != nil {
		return "", err
	}
	if len(seals) == 0 {
		return "no audit event shows that " + name + " was submitted", nil
	}
	if problem := SealProblem(name, revision, seals); whole && problem != "" {
		return problem, nil
	}
	decided := tx.Model(&recorded.Row{}).Where("entry_id = ? AND revision = ? AND event = ?", row.ID, row.Revision,
		string(review.Accept))
	accepted, err := database.CountOf(decided)
	if err != nil {
		return "", err
	}
	if accepted == 0 {
		return "no audit event shows that " + name + " was accepted", nil
	}
	report, err := revision.ReadVerdict()
	if err != nil {
		return "its report cannot be read", nil //nolint:nilerr // which is the problem
	}
	waived, err := reviews.ApplyWaivers(tx, entry, row.Revision)
	if err != nil {
		return "", err
	}
	of := submissions.Summary{}.Graded(report)
	if len(waived.Waivers) > 0 {
		of.GrantedLevel = waived.Level
	}
	if differing := row.DifferingFigures(of); len(differing) > 0 {
		return "it has figures that differ from its report: " + strings.Join(differing, ", "), nil
	}
	return "", nil
}

// refuseUnproven keeps an edition from being published with a submission that was not reviewed as it is.
func refuseUnproven(tx *gorm.DB, edition editions.EditionRow) error {
	accepted := submissions.ViewEntries(tx).Where("entries.edition_id = ? AND entries.state = ?", edition.ID,
		string(review.Accepted))
	entries, err := database.Find[submissions.EntryView](accepted.Order("entries.id"))
	if err != nil {
		return err
	}
	var problems []string
	for _, entry := range entries {
		problem, err := AcceptedProblem(tx, entry, true)
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
	return database.Refuse("The edition %s is not published, because accepted submissions are not as they were "+
		"reviewed: %s. Ask an administrator to run green500 verify, and reopen these submissions.",
		edition.Name, strings.Join(problems, "; "))
}

// SealProblem holds a submitted revision against each record of it: one that came back is submitted again as it was.
func SealProblem(name string, revision submissions.Revision, seals []recorded.Row) string {
	now, err := submissions.SealingOf(revision)
	if err != nil {
		return name + " cannot be read: " + err.Error()
	}
	for _, seal := range seals {
		if seal.Seal == now.Seal() {
			continue
		}
		parts := now.Differs(seal.Detail)
		return fmt.Sprintf("%s is not what was submitted (record %d): its %s", name, seal.Number,
			cmp.Or(strings.Join(parts, ", its "), "seal"))
	}
	return ""
}

// RevisionWord names a revision for people.
func RevisionWord(entryID int64, number int) string {
	return fmt.Sprintf("revision %d of submission %d", number, entryID)
}
