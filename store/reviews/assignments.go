// This file owns assigning reviewers to submissions.

package reviews

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/notices"
	"green500/store/person"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// Candidate is somebody who reviews, as shown when a reviewer is chosen for an entry.
type Candidate struct {
	ID     int64
	Name   string
	Role   review.Role
	Party  review.Party // what they are to the entry
	Why    string       // a conflict that they declared, in their words
	InHand int          // entries that they review and that are not decided
}

// Reviewers returns who may review, by name.
func (s *Reviews) Reviewers(ctx context.Context) ([]accounts.User, error) {
	return reviewers(s.db.Query(ctx))
}

func reviewers(tx *gorm.DB) ([]accounts.User, error) {
	query := tx.Where("role IN ? AND disabled = ?", review.Permissions()[review.ReadQueue], false)
	return database.Listed(query.Order("name, id"), accounts.UserRow.Account)
}

// Candidates returns who may review, and what stands against it with one entry. It returns ErrNotFound.
func (s *Reviews) Candidates(ctx context.Context, entryID int64) ([]Candidate, error) {
	entry, err := submissions.EntryByID(s.db.Query(ctx), entryID)
	if err != nil {
		return nil, err
	}
	people, err := s.Reviewers(ctx)
	if err != nil {
		return nil, err
	}
	of, err := submissions.InterestsOf(s.db.Query(ctx), people...)
	if err != nil {
		return nil, err
	}
	var counts []struct {
		Reviewer int64
		Count    int
	}
	undecided := s.db.Query(ctx).Table("entries").Select("reviewer_id AS reviewer, COUNT(*) AS count").
		Where("state IN ? AND reviewer_id IS NOT NULL", submissions.Decidable())
	if err := undecided.Group("reviewer_id").Scan(&counts).Error; err != nil {
		return nil, err
	}
	all := make([]Candidate, len(people))
	for i, user := range people {
		all[i] = Candidate{ID: user.ID, Name: user.Name, Role: user.Role, Party: of[user.ID].Party(entry)}
		for _, row := range of[user.ID].Declared {
			if submissions.ConflictApplies(row, entry) {
				all[i].Why = row.Reason
			}
		}
		for _, c := range counts {
			if c.Reviewer == user.ID {
				all[i].InHand = c.Count
			}
		}
	}
	return all, nil
}

// Nobody is the reviewer of an entry that has none.
const Nobody = 0

// Assign says who reviews an entry from now on, or that nobody does. It returns a *review.Refusal or a
// *review.ConflictError if the actor may not or the other cannot, and ErrNotFound.
func (s *Reviews) Assign(ctx context.Context, entryID int64, actor accounts.User, to int64) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		entry, err := submissions.EntryByID(tx, entryID)
		if err != nil {
			return err
		}
		by, err := submissions.PartyTo(tx, entry, actor)
		if err != nil {
			return err
		}
		from := database.ZeroIfNil(entry.Row.Reviewer)
		what := review.AssignmentOf(actor.ID, from, to)
		if err := review.TryAssigning(what, entry.State(), by); err != nil || from == to {
			return err
		}
		whom := from
		if to != Nobody {
			if err := refuseReviewer(tx, entry, to); err != nil {
				return err
			}
			whom = to
		}
		return s.AssignTx(tx, entry, actor, to, recorded.AuditEvent{Name: string(what), EntryID: entry.Row.ID,
			Revision: entry.Row.Revision, Subject: recorded.AccountWord(whom)})
	})
}

func refuseReviewer(tx *gorm.DB, entry submissions.EntryView, id int64) error {
	row, err := database.Take[accounts.UserRow](tx.Where("id = ? AND disabled = ?", id, false))
	if err != nil {
		return fmt.Errorf("account %d: %w", id, err)
	}
	them, err := submissions.PartyTo(tx, entry, row.Account())
	if err != nil {
		return err
	}
	return review.TryReviewing(row.Name, them)
}

// AssignTx assigns a submission in a transaction, and records it as an event.
func (s *Reviews) AssignTx(tx *gorm.DB, entry submissions.EntryView, actor accounts.User, to int64,
	event recorded.AuditEvent) error {
	after := entry.Row
	after.Reviewer = database.NilIfZero(to)
	if err := submissions.ReplaceEntry(tx, entry.Row, after, submissions.ErrConflict()); err != nil {
		return err
	}
	if err := s.db.Record(tx, event); err != nil {
		return err
	}
	link := fmt.Sprintf("/submissions/%d", entry.Row.ID)
	if to != Nobody && to != actor.ID {
		told := notices.NewNotice{Kind: review.OfWork, EntryID: entry.Row.ID, Named: actor.ID,
			Text: person.AsksToReview.By(actor.Name) + entry.Row.System + ".", Link: link}
		if err := s.notices.Notify(tx, []int64{to}, told); err != nil {
			return err
		}
	}
	if from := database.ZeroIfNil(entry.Row.Reviewer); from != Nobody && from != actor.ID {
		told := notices.NewNotice{Kind: review.OfWork, EntryID: entry.Row.ID,
			Text: fmt.Sprintf("You do not review %s any more.", entry.Row.System), Link: link}
		return s.notices.Notify(tx, []int64{from}, told)
	}
	return nil
}

func refuseTaken(entry submissions.EntryView, actor accounts.User) error {
	if reviewer := database.ZeroIfNil(entry.Row.Reviewer); reviewer != Nobody && reviewer != actor.ID {
		return database.Refuse("%s was asked to review this submission; an editor can change that.", entry.ReviewedBy)
	}
	return nil
}

func (s *Reviews) unassignConflicted(tx *gorm.DB, by accounts.User) error {
	of, err := submissions.InterestsOf(tx, by)
	if err != nil {
		return err
	}
	views, err := database.Find[submissions.EntryView](submissions.ViewEntries(tx).Where("entries.reviewer_id = ? "+
		"AND entries.state IN ?", by.ID, append(submissions.Decidable(), review.Returned)).Order("entries.id"))
	if err != nil {
		return err
	}
	editors, err := database.Pluck[int64](
		tx.Table("users").Where("role = ? AND disabled = ? AND id <> ?", review.Editor, false, by.ID).Order("id"), "id")
	if err != nil {
		return err
	}
	for _, view := range views {
		if of[by.ID].Conflict(view) == review.NoConflict {
			continue
		}
		event := recorded.AuditEvent{Name: string(review.GiveUp), EntryID: view.Row.ID, Revision: view.Row.Revision,
			Subject: recorded.AccountWord(by.ID), Detail: "a conflict of interest"}
		if err := s.AssignTx(tx, view, by, Nobody, event); err != nil {
			return err
		}
		told := notices.NewNotice{Kind: review.OfWork, EntryID: view.Row.ID, Named: by.ID,
			Text: person.GaveUp.By(by.Name) + view.Row.System + " because of a conflict of interest.",
			Link: fmt.Sprintf("/submissions/%d/reviewer", view.Row.ID)}
		if err := s.notices.Notify(tx, editors, told); err != nil {
			return err
		}
	}
	return nil
}
