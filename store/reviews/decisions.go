// This file owns moves of a submission from state to state.

package reviews

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// Seen is what somebody had before them who decides; what is zero they did not say.
type Seen struct {
	Revision int
	State    review.State
	Read     []string // rules whose failures and warnings they read
	Vouched  bool     // who calls vouches that the submission was taken for review, and everything read
}

// Move moves an entry as the table of moves allows and returns its new state. Of people who decide at once exactly one
// gets through. It returns a *review.Refusal if the move is not allowed, and ErrNotFound. Who calls it vouches that a
// submission was taken for review and its warnings were read: pages use MoveSeen.
func (s *Reviews) Move(ctx context.Context, entryID int64, verb review.Verb, actor accounts.User,
	reason string) (review.State, error) {
	return s.MoveSeen(ctx, entryID, Seen{Vouched: true}, verb, actor, reason)
}

// MoveSeen is Move for a person who has seen an entry at a revision and in a state: it refuses if another one has
// become current, so that nobody accepts what they have not read, or undoes what they do not know of.
func (s *Reviews) MoveSeen(ctx context.Context, entryID int64, seen Seen, verb review.Verb, actor accounts.User,
	reason string) (review.State, error) {
	var to review.State
	err := s.submissions.RetryOnConflict(recorded.WithActor(ctx, actor.Actor()), entryID, func(tx *gorm.DB) error {
		before, err := seenEntry(tx, entryID, seen)
		if err != nil {
			return err
		}
		seen.State = before.State() // tried again, it is still decided on what it was then
		to, err = s.MoveTx(tx, before, seen, verb, actor, database.Tidy(reason))
		return err
	})
	return to, err
}

func seenEntry(tx *gorm.DB, entryID int64, seen Seen) (submissions.EntryView, error) {
	entry, err := submissions.EntryByID(tx, entryID)
	switch {
	case err != nil:
		return entry, err
	case seen.Revision != 0 && seen.Revision != entry.Row.Revision:
		return entry,
			database.Refuse("The submission is at revision %d now; reload the page to see it.", entry.Row.Revision)
	case seen.State != "" && seen.State != entry.State():
		return entry, submissions.Stale("The submission is %s now, and was %s. Reload the page to see its state.",
			entry.State().Word(), seen.State.Word())
	}
	return entry, nil
}

// MoveTx moves a submission in a transaction, and returns its state.
func (s *Reviews) MoveTx(tx *gorm.DB, before submissions.EntryView, seen Seen, verb review.Verb, actor accounts.User,
	reason string) (review.State, error) {
	now := s.db.Now()
	party, err := submissions.PartyTo(tx, before, actor)
	if err != nil {
		return "", err
	}
	known, err := deliberate(tx, before, before.Row.Revision, actor)
	if err != nil {
		return "", err
	}
	if known.Read = seen.Read; seen.Vouched {
		known.Untaken, known.Read = false, known.Faults
	}
	to, err := known.Try(verb, party, reason)
	if err != nil {
		return "", err
	}
	if err := s.refuseMove(tx, before, verb, now); err != nil {
		return "", err
	}
	after := before.Row
	after.State, after.Updated = string(to), now.UnixMicro()
	after.GrantedLevel, after.Waivers = known.Granted, known.Words
	if verb == review.Submit {
		submitted := now.UnixMicro()
		after.Submitted = &submitted
	}
	if verb == review.Take {
		if err := refuseTaken(before, actor); err != nil {
			return "", err
		}
		after.Reviewer = &actor.ID
	}
	if err := submissions.ReplaceEntry(tx, before.Row, after, submissions.ErrConflict()); err != nil {
		return "", err
	}
	if err := s.recordMove(tx, before.Row, verb, to, now); err != nil {
		return "", err
	}
	row := submissions.NewDecision(before.Row, verb, to, actor, reason, now)
	if err := tx.Create(&row).Error; err != nil {
		return "", err
	}
	if verb == review.Approve {
		return to, s.notices.RequestSecondReview(tx, before, actor)
	}
	return to, s.NotifyOfMove(tx, before, after, row)
}

// recordMove notes a move in the audit log; what is submitted does not change from then on, and is sealed.
func (s *Reviews) recordMove(tx *gorm.DB, before submissions.EntryRow, verb review.Verb, to review.State,
	now time.Time) error {
	if verb != review.Submit {
		return s.db.Record(tx, recorded.AuditEvent{Name: string(verb), EntryID: before.ID, Revision: before.Revision,
			Detail: before.State + " → " + string(to)})
	}
	if err := submissions.FreezeRevision(tx, before.ID, before.Revision, now); err != nil {
		return err
	}
	revision, err := submissions.RevisionOf(tx, before.ID, before.Revision)
	if err != nil {
		return err
	}
	made, err := submissions.SealingOf(revision)
	if err != nil {
		return err
	}
	return s.db.Record(tx, recorded.AuditEvent{Name: submissions.EventSubmit, EntryID: before.ID,
		Revision: before.Revision, Detail: made.Detail(), Seal: made.Seal()})
}

func (s *Reviews) refuseMove(tx *gorm.DB, before submissions.EntryView, verb review.Verb, now time.Time) error {
	if move, _ := review.MoveOf(verb); move.Instead != "" {
		return &review.Refusal{Sentence: move.Instead}
	}
	switch verb {
	case review.Submit:
		if before.Row.Graded < before.Row.Changed {
			return database.Refuse(
				"The grading does not include your last changes. Reload the page and check the findings, then submit.")
		}
		if !before.Row.Complete {
			return database.Refuse(
				"The submission cannot be graded yet; correct what the page lists and submit it then.")
		}
		edition, err := editions.HoldEdition(tx, before.Row.EditionID)
		if err != nil {
			return err
		}
		err = submissions.RefuseToSubmit(tx, before, edition, now)
		return cmp.Or(err, refuseOtherMethodology(tx, before.Row, edition))
	case review.Restore:
		edition, err := editions.HoldEdition(tx, before.Row.EditionID)
		if err != nil {
			return err
		}
		return submissions.RefuseToRestore(tx, before, edition, now)
	case review.Accept, review.Approve:
		edition, err := editions.HoldEdition(tx, before.Row.EditionID)
		if err != nil {
			return err
		}
		if edition.PublishedAt != nil {
			return database.Refuse("The edition %s is published; nothing can be added to it.", edition.Name)
		}
		return nil
	}
	return nil
}

// refuseOtherMethodology keeps a list to one text: what is graded by another one than its edition
// asks for cannot be ranked beside the rest.
func refuseOtherMethodology(tx *gorm.DB, entry submissions.EntryRow, edition editions.Edition) error {
	row, err := database.Take[submissions.RevisionRow](tx.Select("document").Where("entry_id = ? AND number = ?",
		entry.ID, entry.Revision))
	if err != nil {
		return fmt.Errorf("read revision %d of submission %d: %w", entry.Revision, entry.ID, err)
	}
	document, err := submissions.DecodeDocument(row.Document)
	if err != nil {
		return err
	}
	if document.Methodology != string(edition.Methodology) {
		return database.Refuse("The edition %s requires methodology %s, but the document states %s. Change the "+
			"methodology and check the findings again.", edition.Name, edition.Methodology, document.Methodology)
	}
	return nil
}

// History returns what was decided on an entry, from the first to the last.
func (s *Reviews) History(ctx context.Context, entryID int64) ([]submissions.Decision, error) {
	return database.Listed(s.db.Query(ctx).Where("entry_id = ?", entryID).Order("id"), submissions.DecisionRow.Decision)
}
