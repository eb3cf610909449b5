// This file owns moves of a submission that another one came before.

package submissions

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/validation/review"
)

type conflictError struct{ *review.StaleError }

func (e conflictError) Unwrap() error { return e.StaleError }

// ErrConflict is the refusal of a change that another one came before.
func ErrConflict() error {
	return conflictError{&review.StaleError{Refusal: review.Refusal{
		Sentence: "Someone changed this submission in the meantime; reload the page to see its state."}}}
}

// Stale returns a *review.StaleError with a sentence.
func Stale(format string, args ...any) error {
	return &review.StaleError{Refusal: review.Refusal{Sentence: fmt.Sprintf(format, args...)}}
}

// RetryOnConflict runs work in one transaction, again if somebody else changed the entry in between: what they did may
// leave it possible, and else it can be told. The person who comes too late reads who did what before.
func (s *Submissions) RetryOnConflict(ctx context.Context, entryID int64, work func(tx *gorm.DB) error) error {
	var err error
	for range database.Attempts {
		err = s.db.Transact(ctx, work)
		if _, moved := errors.AsType[conflictError](err); !moved {
			break
		}
	}
	late, isStale := errors.AsType[*review.StaleError](err)
	if !isStale {
		return err
	}
	last, failed := s.lastDecision(ctx, entryID)
	if failed != nil || last == "" {
		return err
	}
	return Stale("%s %s", late.Sentence, last)
}

func (s *Submissions) lastDecision(ctx context.Context, entryID int64) (string, error) {
	var rows []DecisionRow
	if err := s.db.Query(ctx).Where("entry_id = ?", entryID).Order("id DESC").Limit(1).Find(&rows).Error; err != nil ||
		len(rows) == 0 {
		return "", err
	}
	move, _ := review.MoveOf(review.Verb(rows[0].Verb))
	return fmt.Sprintf("%s %s it on %s UTC.", rows[0].ActorName, move.Done,
		database.FromMicro(rows[0].Decided).Format("2 January 2006 at 15:04")), nil
}
