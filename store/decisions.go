package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Decision is a move of an entry that happened.
type Decision struct {
	EntryID   int64
	Revision  int // the current one at the time
	Verb      review.Verb
	From      review.State
	To        review.State
	ActorID   int64
	ActorName string // at the time
	Reason    string
	At        time.Time
}

type decisionRow struct {
	ID        int64
	EntryID   int64
	Revision  int
	Verb      string
	FromState string
	ToState   string
	ActorID   int64
	ActorName string
	Reason    string
	Decided   int64 `gorm:"column:decided_at"`
}

// TableName is the table, for gorm.
func (decisionRow) TableName() string { return "decisions" }

func (r decisionRow) decision() Decision {
	return Decision{
		EntryID:   r.EntryID,
		Revision:  r.Revision,
		Verb:      review.Verb(r.Verb),
		From:      review.State(r.FromState),
		To:        review.State(r.ToState),
		ActorID:   r.ActorID,
		ActorName: r.ActorName,
		Reason:    r.Reason,
		At:        fromMicro(r.Decided),
	}
}

// anyRevision stands for the current revision, whichever that is.
const anyRevision = 0

// Move moves an entry as the table of moves allows and returns its new state. Of people who decide
// at once exactly one gets through. It returns a *review.Refusal where the move is not allowed, and
// ErrNotFound.
func (s *Store) Move(ctx context.Context, entryID int64, verb review.Verb, actor User, reason string) (review.State, error) {
	return s.MoveRevision(ctx, entryID, anyRevision, verb, actor, reason)
}

// MoveRevision is Move for a person who has seen a certain revision: it refuses where another one
// has become current, so that nobody accepts what they have not read.
func (s *Store) MoveRevision(ctx context.Context, entryID int64, seen int, verb review.Verb, actor User, reason string) (review.State, error) {
	var to review.State
	err := s.transact(ctx, func(tx *gorm.DB) error {
		before, err := entryByID(tx, entryID)
		if err != nil {
			return err
		}
		if seen != anyRevision && seen != before.Row.Revision {
			return refuse("The entry is at revision %d now; reload the page to see it.", before.Row.Revision)
		}
		to, err = s.move(tx, before, verb, actor, text(strings.TrimSpace(reason)))
		return err
	})
	if err != nil {
		return "", err
	}
	return to, nil
}

func (s *Store) move(tx *gorm.DB, before entryView, verb review.Verb, actor User, reason string) (review.State, error) {
	now := s.now()
	to, err := review.Try(verb, before.state(), actor.Role, before.Row.OwnerID == actor.ID, reason)
	if err != nil {
		return "", err
	}
	if err := s.refuseMove(tx, before, verb, now); err != nil {
		return "", err
	}
	after := before.Row
	after.State, after.Updated = string(to), now.UnixMicro()
	if verb == review.Submit {
		submitted := now.UnixMicro()
		after.Submitted = &submitted
	}
	if err := replaceEntry(tx, before.Row, after, errMovedMeanwhile()); err != nil {
		return "", err
	}
	if verb == review.Submit {
		if err := freezeRevision(tx, after.ID, after.Revision, now); err != nil {
			return "", err
		}
	}
	row := newDecision(before.Row, verb, to, actor, reason, now)
	if err := tx.Create(&row).Error; err != nil {
		return "", fmt.Errorf("record the move of entry %d: %w", after.ID, err)
	}
	return to, nil
}

// refuseMove says what stands against a move besides the table.
func (s *Store) refuseMove(tx *gorm.DB, before entryView, verb review.Verb, now time.Time) error {
	switch verb {
	case review.Publish:
		return refuse("Entries are published with their edition; publish the edition %s.", before.EditionName)
	case review.Submit:
		if !before.Row.Complete {
			return refuse("The entry cannot be graded yet; correct what the page lists and submit it then.")
		}
		edition, err := holdEdition(tx, before.Row.EditionID)
		if err != nil {
			return err
		}
		if before.state() == review.Returned {
			// The deadline was met once; what reviewers asked for may come until the list is frozen.
			err = edition.refuseOncePublished()
		} else {
			err = edition.refuseUnlessOpen(now)
		}
		return cmp.Or(err, refuseOtherMethodology(tx, before.Row, edition))
	case review.Accept:
		edition, err := holdEdition(tx, before.Row.EditionID)
		if err != nil {
			return err
		}
		return edition.refuseOncePublished()
	}
	return nil
}

// refuseOtherMethodology keeps a list to one text: what is graded by another one than its edition
// asks for cannot be ranked beside the rest.
func refuseOtherMethodology(tx *gorm.DB, entry entryRow, edition Edition) error {
	var row revisionRow
	if err := tx.Select("document").Where("entry_id = ? AND number = ?", entry.ID, entry.Revision).Take(&row).Error; err != nil {
		return fmt.Errorf("read revision %d of entry %d: %w", entry.Revision, entry.ID, found(err))
	}
	document, err := DecodeDocument(row.Document)
	if err != nil {
		return err
	}
	if document.Methodology != string(edition.Methodology) {
		return refuse("The edition %s asks for methodology %s, the document names %s; change it and look at the findings again.", edition.Name, edition.Methodology, document.Methodology)
	}
	return nil
}

func errMovedMeanwhile() error {
	return refuse("Someone changed this entry meanwhile; reload the page to see where it stands.")
}

func newDecision(entry entryRow, verb review.Verb, to review.State, actor User, reason string, now time.Time) decisionRow {
	return decisionRow{
		EntryID:   entry.ID,
		Revision:  entry.Revision,
		Verb:      string(verb),
		FromState: entry.State,
		ToState:   string(to),
		ActorID:   actor.ID,
		ActorName: actor.Name,
		Reason:    reason,
		Decided:   now.UnixMicro(),
	}
}

// History returns what was decided on an entry, from the first to the last. It fails only where the
// database does.
func (s *Store) History(ctx context.Context, entryID int64) ([]Decision, error) {
	var rows []decisionRow
	if err := s.query(ctx).Where("entry_id = ?", entryID).Order("id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the decisions on entry %d: %w", entryID, err)
	}
	return convert(rows, decisionRow.decision), nil
}
