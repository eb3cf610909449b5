// This file owns grading a draft after a change.

package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/power"
)

// gradings is how often a draft is graded for one request while somebody goes on typing; one of them may be a wait.
const gradings = 4

// GradeDraft grades what was typed so far, if the verdict is behind it, and returns the draft with its verdict. What
// could not be read into a document is reported with the input errors, beside the verdict on what could. It waits its
// turn if readings have to be looked at. It fails only if the database, the blobs or reading them do, and if ctx ends.
func (s *Drafts) GradeDraft(ctx context.Context, entryID int64) (Draft, error) {
	draft, err := s.Draft(ctx, entryID)
	if err != nil || !draft.Behind() {
		return draft, err
	}
	turn, waited, err := s.grading.take(ctx, entryID)
	if err != nil {
		return Draft{}, fmt.Errorf("wait to grade submission %d: %w", entryID, err)
	}
	defer turn.end()
	for range gradings {
		if waited {
			if draft, err = s.Draft(ctx, entryID); err != nil {
				return draft, err
			}
		}
		if !draft.Behind() || !draft.State.Open() {
			return draft, nil
		}
		graded, err := s.gradeOnce(ctx, &draft, turn)
		if err != nil || graded {
			return draft, err
		}
		waited = true // for the grading or its turn, while somebody may have typed
	}
	return s.Draft(ctx, entryID)
}

// gradeOnce grades a draft as it was read, and reports whether it is the draft as it is now. If it had to wait for its
// turn it grades nothing.
func (s *Drafts) gradeOnce(ctx context.Context, draft *Draft, turn *gradingTurn) (current bool, err error) {
	entry, unread := document.FromFields(draft.Values)
	snapshot, err := s.submissions.IntakeBefore(ctx, entry, draft.Revision.Files, turn.work)
	if errors.Is(err, submissions.ErrWaited) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if snapshot.InputErrors, err = withUnread(snapshot.InputErrors, *draft, entry, unread); err != nil {
		return false, err
	}
	var after Draft
	err = s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineVerdict), func(tx *gorm.DB) error {
		after, current, err = s.keepVerdict(tx, *draft, snapshot)
		return err
	})
	if err != nil {
		return false, err
	}
	*draft = after
	return current, nil
}

// withUnread puts before the input errors of grading what could not be read into the document. If a field
// could not be read, what grading says of it is about the field that is lacking then.
func withUnread(kept []byte, draft Draft, entry *power.Entry, unread error) ([]byte, error) {
	inputErrors, _ := unread.(power.InputErrors) //nolint:errorlint // FromFields returns these or nothing
	if entry.Edition != draft.Edition {
		inputErrors = append(inputErrors, database.InputError("edition",
			"the submission was started for "+draft.Edition, "keep that, or start a submission for another edition"))
	}
	if len(inputErrors) == 0 {
		return kept, nil
	}
	var found power.InputErrors
	if len(kept) > 0 {
		if err := json.Unmarshal(kept, &found); err != nil {
			return nil, fmt.Errorf("read the input errors of submission %d: %w", draft.ID, err)
		}
	}
	for _, one := range found {
		if !slices.ContainsFunc(inputErrors, func(t *power.InputError) bool { return t.Field == one.Field }) {
			inputErrors = append(inputErrors, one)
		}
	}
	return json.Marshal(inputErrors)
}

// keepVerdict stores a verdict for the version that was graded. What was typed or attached in between is
// left as it is, and the verdict is behind it. A newer verdict is never replaced. It returns the draft with
// its verdict if nobody changed anything in between.
func (s *Drafts) keepVerdict(tx *gorm.DB, draft Draft, snapshot submissions.Snapshot) (
	after Draft, current bool, err error) {
	view, err := submissions.HoldEntry(tx, draft.ID)
	if err != nil {
		return draft, false, err
	}
	if view.Row.Revision != draft.Revision.Number || view.Row.Graded >= draft.Changed || !view.State().Open() {
		return draft, false, nil
	}
	before := view.Row
	view.Row.Graded, view.Row.Complete, view.Row.Summary = draft.Changed,
		snapshot.Complete() && len(snapshot.InputErrors) == 0, snapshot.Summary.Storable()
	view.Row.Waivers = "" // they are weighed again when it is submitted
	if err := submissions.ReplaceEntry(tx, before, view.Row, submissions.ErrSavedMeanwhile()); err != nil {
		return draft, false, err
	}
	if err := regradeRevision(tx, draft.Revision, snapshot); err != nil {
		return draft, false, err
	}
	current = before.Version == draft.Version
	view.Row.Version++
	draft.Entry, draft.Graded, draft.Revision = view.Entry(), view.Row.Graded, draft.Revision.Graded(snapshot)
	return draft, current, nil
}

func regradeRevision(tx *gorm.DB, before submissions.Revision, snapshot submissions.Snapshot) error {
	entryID, number := before.EntryID, before.Number
	updated := tx.Model(&submissions.RevisionRow{}).
		Where("entry_id = ? AND number = ? AND submitted_at IS NULL", entryID, number).
		Select("document", "report", "input_errors", "rules_digest", "input_digest", "report_digest").
		Updates(submissions.NewRevisionRow(entryID, number, snapshot, database.FromMicro(0)))
	if err := database.UpdatedOne(updated); err != nil {
		return fmt.Errorf("keep the verdict on revision %d of submission %d: %w", number, entryID, err)
	}
	if reflect.DeepEqual(before.Series, snapshot.Series) {
		return nil
	}
	if err := tx.Where("entry_id = ? AND number = ?", entryID, number).
		Delete(&submissions.SeriesRow{}).Error; err != nil {
		return err
	}
	return submissions.InsertSeries(tx, entryID, number, snapshot.Series)
}
