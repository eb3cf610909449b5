// This file owns assigning reviewers to submissions.

package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"green500/store/person"
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
func (s *Store) Reviewers(ctx context.Context) ([]User, error) { return reviewers(s.query(ctx)) }

func reviewers(tx *gorm.DB) ([]User, error) {
	query := tx.Where("role IN ? AND disabled = ?", review.Permissions()[review.ReadQueue], false)
	return listed(query.Order("name, id"), userRow.user)
}

// Candidates returns who may review, and what stands against it with one entry. It returns ErrNotFound.
func (s *Store) Candidates(ctx context.Context, entryID int64) ([]Candidate, error) {
	entry, err := entryByID(s.query(ctx), entryID)
	if err != nil {
		return nil, err
	}
	people, err := s.Reviewers(ctx)
	if err != nil {
		return nil, err
	}
	of, err := interestsOf(s.query(ctx), people...)
	if err != nil {
		return nil, err
	}
	var counts []struct {
		Reviewer int64
		Count    int
	}
	undecided := s.query(ctx).Table("entries").Select("reviewer_id AS reviewer, COUNT(*) AS count").Where("state IN ? AND reviewer_id IS NOT NULL", decidable())
	if err := undecided.Group("reviewer_id").Scan(&counts).Error; err != nil {
		return nil, err
	}
	all := make([]Candidate, len(people))
	for i, user := range people {
		all[i] = Candidate{ID: user.ID, Name: user.Name, Role: user.Role, Party: of[user.ID].party(entry)}
		for _, row := range of[user.ID].declared {
			if row.with(entry) {
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

func decidable() []review.State {
	var states []review.State
	for _, state := range review.States() {
		if state.Decidable() {
			states = append(states, state)
		}
	}
	return states
}

// Nobody is the reviewer of an entry that has none.
const Nobody = 0

// Assign says who reviews an entry from now on, or that nobody does. It returns a *review.Refusal or a
// *review.ConflictError where the actor may not or the other cannot, and ErrNotFound.
func (s *Store) Assign(ctx context.Context, entryID int64, actor User, to int64) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		entry, err := entryByID(tx, entryID)
		if err != nil {
			return err
		}
		by, err := partyTo(tx, entry, actor)
		if err != nil {
			return err
		}
		from := zeroIfNil(entry.Row.Reviewer)
		what := review.AssignmentOf(actor.ID, from, to)
		if err := review.TryAssigning(what, entry.state(), by); err != nil || from == to {
			return err
		}
		whom := from
		if to != Nobody {
			if err := refuseReviewer(tx, entry, to); err != nil {
				return err
			}
			whom = to
		}
		return s.assign(tx, entry, actor, to, AuditEvent{Name: string(what), EntryID: entry.Row.ID, Revision: entry.Row.Revision, Subject: accountWord(whom)})
	})
}

func refuseReviewer(tx *gorm.DB, entry entryView, id int64) error {
	row, err := take[userRow](tx.Where("id = ? AND disabled = ?", id, false))
	if err != nil {
		return fmt.Errorf("account %d: %w", id, err)
	}
	them, err := partyTo(tx, entry, row.user())
	if err != nil {
		return err
	}
	return review.TryReviewing(row.Name, them)
}

func (s *Store) assign(tx *gorm.DB, entry entryView, actor User, to int64, event AuditEvent) error {
	after := entry.Row
	after.Reviewer = nilIfZero(to)
	if err := replaceEntry(tx, entry.Row, after, errConflict()); err != nil {
		return err
	}
	if err := s.record(tx, event); err != nil {
		return err
	}
	link := fmt.Sprintf("/submissions/%d", entry.Row.ID)
	if to != Nobody && to != actor.ID {
		told := NewNotice{Kind: review.OfWork, EntryID: entry.Row.ID, Named: actor.ID, Text: person.AsksToReview.By(actor.Name) + entry.Row.System + ".", Link: link}
		if err := s.notify(tx, []int64{to}, told); err != nil {
			return err
		}
	}
	if from := zeroIfNil(entry.Row.Reviewer); from != Nobody && from != actor.ID {
		told := NewNotice{Kind: review.OfWork, EntryID: entry.Row.ID, Text: fmt.Sprintf("You do not review %s any more.", entry.Row.System), Link: link}
		return s.notify(tx, []int64{from}, told)
	}
	return nil
}

func refuseTaken(entry entryView, actor User) error {
	if reviewer := zeroIfNil(entry.Row.Reviewer); reviewer != Nobody && reviewer != actor.ID {
		return refuse("%s was asked to review this entry; an editor can change that.", entry.ReviewedBy)
	}
	return nil
}

func (s *Store) unassignConflicted(tx *gorm.DB, by User) error {
	of, err := interestsOf(tx, by)
	if err != nil {
		return err
	}
	views, err := find[entryView](viewEntries(tx).Where("entries.reviewer_id = ? AND entries.state IN ?", by.ID, append(decidable(), review.Returned)).Order("entries.id"))
	if err != nil {
		return err
	}
	editors, err := pluck[int64](tx.Table("users").Where("role = ? AND disabled = ? AND id <> ?", review.Editor, false, by.ID).Order("id"), "id")
	if err != nil {
		return err
	}
	for _, view := range views {
		if of[by.ID].conflict(view) == review.NoConflict {
			continue
		}
		event := AuditEvent{Name: string(review.GiveUp), EntryID: view.Row.ID, Revision: view.Row.Revision, Subject: accountWord(by.ID), Detail: "a conflict of interest"}
		if err := s.assign(tx, view, by, Nobody, event); err != nil {
			return err
		}
		told := NewNotice{Kind: review.OfWork, EntryID: view.Row.ID, Named: by.ID, Text: person.GaveUp.By(by.Name) + view.Row.System + " because of a conflict of interest.", Link: fmt.Sprintf("/submissions/%d/reviewer", view.Row.ID)}
		if err := s.notify(tx, editors, told); err != nil {
			return err
		}
	}
	return nil
}
