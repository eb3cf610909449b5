// This file owns who may read a submission.

package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Sight is an entry as one person may see it.
type Sight struct {
	Entry
	review.Reader
}

// Sight is the one way to an entry for whoever asks, and the one gate before what is not public. Nobody signed in
// is the zero User. What may not be read is ErrNotFound; somebody who could but for a conflict of interest gets a
// *review.ConflictError.
func (s *Store) Sight(ctx context.Context, entryID int64, by User) (Sight, error) {
	view, err := s.view(ctx, entryID)
	if err != nil {
		return Sight{}, err
	}
	party, err := partyTo(s.query(ctx), view, by)
	if err != nil {
		return Sight{}, err
	}
	reader := review.Reader{Party: party, Embargoed: view.embargoed(s.now())}
	switch free := withoutConflict(reader); {
	case review.MayRead(reader, view.state()):
		return Sight{view.entry(), reader}, s.noteLook(ctx, view, reader, by, deedLook)
	case review.MayRead(free, view.state()):
		return Sight{}, errors.Join(s.noteLook(ctx, view, reader, by, deedRefused), &review.ConflictError{Conflict: party.Conflict})
	}
	return Sight{}, fmt.Errorf("entry %d is not for account %d: %w", entryID, by.ID, ErrNotFound)
}

func withoutConflict(r review.Reader) review.Reader {
	r.Conflict = review.NoConflict
	return r
}

func (v entryView) embargoed(now time.Time) bool {
	return v.Embargo != nil && now.UnixMicro() < *v.Embargo
}

// partyTo is what somebody is to an entry.
func partyTo(tx *gorm.DB, entry entryView, by User) (review.Party, error) {
	if by.ID == 0 {
		return review.Party{Role: review.Public}, nil
	}
	if !review.May(by.Role, review.ReadQueue) && entry.Row.SiteID == nil {
		return interests{of: by}.party(entry), nil // whose own it is says all: sites count where one shares it, the rest for those who decide
	}
	of, err := interestsOf(tx, by)
	return of[by.ID].party(entry), err
}
