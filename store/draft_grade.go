// This file owns grading a draft after a change.

package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"gorm.io/gorm"

	"green500/validation/document"
	"green500/validation/power"
)

// gradings is how often a draft is graded for one request while somebody goes on typing; one of them may be a wait.
const gradings = 4

// GradeDraft grades what was typed so far, where the verdict is behind it, and returns the draft with its verdict. What
// could not be read into a document is reported with the input errors, beside the verdict on what could. It waits its turn
// where readings have to be looked at. It fails only where the database, the blobs or reading them do, and where ctx ends.
func (s *Store) GradeDraft(ctx context.Context, entryID int64) (Draft, error) {
	draft, err := s.Draft(ctx, entryID)
	if err != nil || !draft.Behind() {
		return draft, err
	}
	turn, waited, err := s.grading.take(ctx, entryID)
	if err != nil {
		return Draft{}, fmt.Errorf("wait to grade entry %d: %w", entryID, err)
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

// gradeOnce grades a draft as it was read, and reports whether it is the draft as it is now. Where it had to wait for its turn
// it grades nothing.
func (s *Store) gradeOnce(ctx context.Context, draft *Draft, turn *gradingTurn) (current bool, err error) {
	entry, unread := document.FromFields(draft.Values)
	snapshot, err := s.intake(ctx, entry, draft.Revision.Files, turn.work)
	if errors.Is(err, errWaited) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if snapshot.InputErrors, err = withUnread(snapshot.InputErrors, *draft, entry, unread); err != nil {
		return false, err
	}
	var after Draft
	err = s.transact(withRoutine(ctx, routineVerdict), func(tx *gorm.DB) error {
		after, current, err = s.keepVerdict(tx, *draft, snapshot)
		return err
	})
	if err != nil {
		return false, err
	}
	*draft = after
	return current, nil
}

// withUnread puts before the input errors of grading what could not be read into the document. Where a field
// could not be read, what grading says of it is about the field that is lacking then.
func withUnread(kept []byte, draft Draft, entry *power.Entry, unread error) ([]byte, error) {
	inputErrors, _ := unread.(power.InputErrors) //nolint:errorlint // FromFields returns these or nothing
	if entry.Edition != draft.Edition {
		inputErrors = append(inputErrors, fault("edition", "the entry was started for "+draft.Edition, "keep that, or start a submission for another edition"))
	}
	if len(inputErrors) == 0 {
		return kept, nil
	}
	var found power.InputErrors
	if len(kept) > 0 {
		if err := json.Unmarshal(kept, &found); err != nil {
			return nil, fmt.Errorf("read the input errors of entry %d: %w", draft.ID, err)
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
func (s *Store) keepVerdict(tx *gorm.DB, draft Draft, snapshot Snapshot) (after Draft, current bool, err error) {
	view, err := holdEntry(tx, draft.ID)
	if err != nil {
		return draft, false, err
	}
	if view.Row.Revision != draft.Revision.Number || view.Row.Graded >= draft.Changed || !view.state().Open() {
		return draft, false, nil
	}
	before := view.Row
	view.Row.Graded, view.Row.Complete, view.Row.Summary = draft.Changed, snapshot.complete() && len(snapshot.InputErrors) == 0, snapshot.Summary.storable()
	view.Row.Waivers = "" // they are weighed again when it is submitted
	if err := replaceEntry(tx, before, view.Row, errSavedMeanwhile()); err != nil {
		return draft, false, err
	}
	if err := regradeRevision(tx, draft.Revision, snapshot); err != nil {
		return draft, false, err
	}
	current = before.Version == draft.Version
	view.Row.Version++
	draft.Entry, draft.Graded, draft.Revision = view.entry(), view.Row.Graded, draft.Revision.graded(snapshot)
	return draft, current, nil
}

func (r Revision) graded(s Snapshot) Revision {
	r.Document, r.Report, r.InputErrors, r.Series = s.Document, s.Report, s.InputErrors, s.Series
	r.RulesDigest, r.InputDigest, r.ReportDigest = text(s.RulesDigest), text(s.InputDigest), text(s.ReportDigest)
	return r
}

func regradeRevision(tx *gorm.DB, before Revision, snapshot Snapshot) error {
	entryID, number := before.EntryID, before.Number
	updated := tx.Model(&revisionRow{}).
		Where("entry_id = ? AND number = ? AND submitted_at IS NULL", entryID, number).
		Select("document", "report", "input_errors", "rules_digest", "input_digest", "report_digest").
		Updates(newRevisionRow(entryID, number, snapshot, fromMicro(0)))
	if err := updatedOne(updated); err != nil {
		return fmt.Errorf("keep the verdict on revision %d of entry %d: %w", number, entryID, err)
	}
	if reflect.DeepEqual(before.Series, snapshot.Series) {
		return nil
	}
	if err := tx.Where("entry_id = ? AND number = ?", entryID, number).Delete(&seriesRow{}).Error; err != nil {
		return err
	}
	return insertSeries(tx, entryID, number, snapshot.Series)
}
