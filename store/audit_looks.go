// This file owns the record of who looked at evidence that is not public.

package store

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Looks at unpublished evidence, in the audit log.
const (
	deedLook    = "look at evidence"
	deedRefused = "look refused"
)

// lookTerm is within which time the same person asking one server for the same thing again is one look: a chart
// that is zoomed fetches its curve many times.
const lookTerm = 10 * time.Minute

// mostLooks is how many looks are remembered before those are forgotten whose time is over.
const mostLooks = 10_000

type look struct {
	user, entry int64
	version     int64 // of the entry
	deed, what  string
}

// recentLooks are the looks that need no record for now.
type recentLooks struct {
	mutex sync.Mutex
	at    map[look]time.Time
}

func newRecentLooks() *recentLooks { return &recentLooks{at: map[look]time.Time{}} }

func (r *recentLooks) fresh(l look, now time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	at, known := r.at[l]
	return !known || now.Sub(at) >= lookTerm || now.Before(at)
}

func (r *recentLooks) remember(l look, now time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.at) >= mostLooks {
		maps.DeleteFunc(r.at, func(_ look, at time.Time) bool { return now.Sub(at) >= lookTerm })
	}
	if len(r.at) < mostLooks {
		r.at[l] = now
	}
}

// noteLook records that somebody who does not hold an entry looked at its evidence before it is public, or
// was kept from it.
func (s *Store) noteLook(ctx context.Context, view entryView, reader review.Reader, by User, deed string) error {
	anybody := review.Reader{Party: review.Party{Role: review.Public}, Embargoed: reader.Embargoed}
	if reader.Owner || review.MayRead(anybody, view.state()) {
		return nil
	}
	ctx = inNameOf(ctx, by)
	origin, _ := originOf(ctx)
	one := look{user: by.ID, entry: view.Row.ID, version: view.Row.Version, deed: deed, what: origin.Looks}
	now := s.now()
	if !s.looked.fresh(one, now) {
		return nil
	}
	err := s.transact(ctx, func(tx *gorm.DB) error {
		var revision int
		submitted := tx.Model(&revisionRow{}).Where("entry_id = ? AND submitted_at IS NOT NULL", view.Row.ID)
		if err := submitted.Select("COALESCE(MAX(number), 0)").Scan(&revision).Error; err != nil {
			return fmt.Errorf("find the revision of entry %d: %w", view.Row.ID, err)
		}
		return s.record(tx, Deed{Name: deed, EntryID: view.Row.ID, Revision: revision, Subject: origin.Looks})
	})
	if err != nil {
		return fmt.Errorf("record a look at entry %d: %w", view.Row.ID, err)
	}
	s.looked.remember(one, now)
	return nil
}
