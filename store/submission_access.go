// This file owns who may read or change a submission, and the record of who looked.

package store

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/review"
)

// EntryAccess is an entry as one person may see it.
type EntryAccess struct {
	Entry
	review.Reader
}

// EntryAccess is the one way to an entry for the current user, and the one gate before what is not public. Nobody signed in
// is the zero User. What may not be read is ErrNotFound; somebody who could but for a conflict of interest gets a
// *review.ConflictError.
func (s *Store) EntryAccess(ctx context.Context, entryID int64, by User) (EntryAccess, error) {
	view, err := entryByID(s.query(ctx), entryID)
	if err != nil {
		return EntryAccess{}, err
	}
	party, err := partyTo(s.query(ctx), view, by)
	if err != nil {
		return EntryAccess{}, err
	}
	reader := review.Reader{Party: party, Embargoed: view.embargoed(s.now())}
	switch free := withoutConflict(reader); {
	case review.MayRead(reader, view.state()):
		return EntryAccess{view.entry(), reader}, s.noteLook(ctx, view, reader, by, eventLook)
	case review.MayRead(free, view.state()):
		return EntryAccess{}, errors.Join(s.noteLook(ctx, view, reader, by, eventRefused), &review.ConflictError{Conflict: party.Conflict})
	}
	return EntryAccess{}, fmt.Errorf("entry %d is not for account %d: %w", entryID, by.ID, ErrNotFound)
}

func withoutConflict(r review.Reader) review.Reader {
	r.Conflict = review.NoConflict
	return r
}

func (s *Store) mayRead(tx *gorm.DB, entry entryView, person User) (bool, error) {
	party, err := partyTo(tx, entry, person)
	return review.MayRead(review.Reader{Party: party, Embargoed: entry.embargoed(s.now())}, entry.state()), err
}

// Looks at unpublished evidence, in the audit log.
const (
	eventLook    = "view evidence"
	eventRefused = "view refused"
)

// noteLook records that somebody who does not hold an entry looked at its evidence before it is public, or
// was kept from it.
func (s *Store) noteLook(ctx context.Context, view entryView, reader review.Reader, by User, event string) error {
	anybody := review.Reader{Party: review.Party{Role: review.Public}, Embargoed: reader.Embargoed}
	if reader.Owner || review.MayRead(anybody, view.state()) {
		return nil
	}
	ctx = withActor(ctx, by)
	origin, _ := originOf(ctx)
	one := look{user: by.ID, entry: view.Row.ID, version: view.Row.Version, event: event, what: origin.Looks}
	now := s.now()
	if !s.recentLooks.fresh(one, now) {
		return nil
	}
	err := s.transact(ctx, func(tx *gorm.DB) error {
		var revision int
		submitted := tx.Model(&revisionRow{}).Where("entry_id = ? AND submitted_at IS NOT NULL", view.Row.ID)
		if err := submitted.Select("COALESCE(MAX(number), 0)").Scan(&revision).Error; err != nil {
			return err
		}
		return s.record(tx, AuditEvent{Name: event, EntryID: view.Row.ID, Revision: revision, Subject: origin.Looks})
	})
	if err != nil {
		return fmt.Errorf("record a look at entry %d: %w", view.Row.ID, err)
	}
	s.recentLooks.remember(one, now)
	return nil
}

// Holds reports whether an entry is a person's own, or their site's.
func (s *Store) Holds(ctx context.Context, userID int64, e Entry) (bool, error) {
	view := entryView{Row: entryRow{ID: e.ID, OwnerID: e.OwnerID, SiteID: nilIfZero(e.SiteID)}}
	return holds(s.query(ctx), userID, view)
}

func holds(tx *gorm.DB, userID int64, entry entryView) (bool, error) {
	if entry.Row.OwnerID == userID || entry.Row.SiteID == nil {
		return entry.Row.OwnerID == userID, nil
	}
	members := tx.Table("members")
	count, err := countOf(members.Where("site_id = ? AND user_id = ?", *entry.Row.SiteID, userID))
	return count > 0, err
}

func refuseToChange(tx *gorm.DB, before entryView, actor User) error {
	held, err := holds(tx, actor.ID, before)
	switch {
	case err != nil:
		return err
	case !held:
		return refuse("Only the owner of an entry and the members of its site may change it.")
	case !before.state().Open():
		return refuse("An entry that is %s cannot be changed.", before.state().Word())
	}
	return nil
}

type lookRow struct {
	UserID   int64 `gorm:"primaryKey;autoIncrement:false"`
	EntryID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Revision int
	At       int64
}

func (lookRow) TableName() string { return "looks" }

// Look notes that somebody has the evidence of a revision before them, so that the queue can show what changed since.
func (s *Store) Look(ctx context.Context, userID, entryID int64, revision int) error {
	row := lookRow{UserID: userID, EntryID: entryID, Revision: revision, At: s.now().UnixMicro()}
	latest := clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}, {Name: "entry_id"}}, DoUpdates: clause.AssignmentColumns([]string{"revision", "at"})}
	return s.query(ctx).Clauses(latest).Create(&row).Error
}

// LastLook returns the revision of an entry that somebody looked at last; 0 where they never did.
func (s *Store) LastLook(ctx context.Context, userID, entryID int64) (int, error) {
	var seen []int // a list, because gorm logs a lacking row as a failure
	query := s.query(ctx).Table("looks").Where("user_id = ? AND entry_id = ?", userID, entryID)
	if err := query.Limit(1).Pluck("revision", &seen).Error; err != nil {
		return 0, err
	}
	if len(seen) == 0 {
		return 0, nil
	}
	return seen[0], nil
}
