// This file owns who may read or change a submission, and the record of who looked.

package submissions

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/review"
)

// EntryAccess is an entry as one person may see it.
type EntryAccess struct {
	Entry
	review.Reader
}

// EntryAccess is the one way to an entry for the current user, and the one gate before what is not public. Nobody
// signed in is the zero User. What may not be read is ErrNotFound; somebody who could but for a conflict of interest
// gets a *review.ConflictError.
func (s *Submissions) EntryAccess(ctx context.Context, entryID int64, by accounts.User) (EntryAccess, error) {
	view, err := EntryByID(s.db.Query(ctx), entryID)
	if err != nil {
		return EntryAccess{}, err
	}
	party, err := PartyTo(s.db.Query(ctx), view, by)
	if err != nil {
		return EntryAccess{}, err
	}
	reader := review.Reader{Party: party, Embargoed: view.Embargoed(s.db.Now())}
	switch free := WithoutConflict(reader); {
	case review.MayRead(reader, view.State()):
		return EntryAccess{view.Entry(), reader}, s.noteLook(ctx, view, reader, by, eventLook)
	case review.MayRead(free, view.State()):
		return EntryAccess{}, errors.Join(s.noteLook(ctx, view, reader, by, eventRefused),
			&review.ConflictError{Conflict: party.Conflict})
	}
	return EntryAccess{}, fmt.Errorf("submission %d is not for account %d: %w", entryID, by.ID, database.ErrNotFound)
}

// WithoutConflict is a reader as if they had no conflict of interest.
func WithoutConflict(r review.Reader) review.Reader {
	r.Conflict = review.NoConflict
	return r
}

// MayRead reports whether somebody may read a submission.
func (s *Submissions) MayRead(tx *gorm.DB, entry EntryView, person accounts.User) (bool, error) {
	party, err := PartyTo(tx, entry, person)
	return review.MayRead(review.Reader{Party: party, Embargoed: entry.Embargoed(s.db.Now())}, entry.State()), err
}

// Looks at unpublished evidence, in the audit log.
const (
	eventLook    = "view evidence"
	eventRefused = "view refused"
)

// noteLook records that somebody who does not hold an entry looked at its evidence before it is public, or
// was kept from it.
func (s *Submissions) noteLook(ctx context.Context, view EntryView, reader review.Reader, by accounts.User,
	event string) error {
	anybody := review.Reader{Party: review.Party{Role: review.Public}, Embargoed: reader.Embargoed}
	if reader.Owner || review.MayRead(anybody, view.State()) {
		return nil
	}
	ctx = recorded.WithActor(ctx, by.Actor())
	origin, _ := recorded.OriginOf(ctx)
	one := look{user: by.ID, entry: view.Row.ID, version: view.Row.Version, event: event, what: origin.Looks}
	now := s.db.Now()
	if !s.recentLooks.fresh(one, now) {
		return nil
	}
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		var revision int
		submitted := tx.Model(&RevisionRow{}).Where("entry_id = ? AND submitted_at IS NOT NULL", view.Row.ID)
		if err := submitted.Select("COALESCE(MAX(number), 0)").Scan(&revision).Error; err != nil {
			return err
		}
		return s.db.Record(tx,
			recorded.AuditEvent{Name: event, EntryID: view.Row.ID, Revision: revision, Subject: origin.Looks})
	})
	if err != nil {
		return fmt.Errorf("record a look at submission %d: %w", view.Row.ID, err)
	}
	s.recentLooks.remember(one, now)
	return nil
}

// Holds reports whether an entry is a person's own, or their site's.
func (s *Submissions) Holds(ctx context.Context, userID int64, e Entry) (bool, error) {
	view := EntryView{Row: EntryRow{ID: e.ID, OwnerID: e.OwnerID, SiteID: database.NilIfZero(e.SiteID)}}
	return Holds(s.db.Query(ctx), userID, view)
}

// Holds reports whether somebody owns a submission or belongs to the site that it is shared with.
func Holds(tx *gorm.DB, userID int64, entry EntryView) (bool, error) {
	if entry.Row.OwnerID == userID || entry.Row.SiteID == nil {
		return entry.Row.OwnerID == userID, nil
	}
	members := tx.Table("members")
	count, err := database.CountOf(members.Where("site_id = ? AND user_id = ?", *entry.Row.SiteID, userID))
	return count > 0, err
}

// RefuseToChange returns a *review.Refusal if somebody may not change a submission, or nobody may in its state.
func RefuseToChange(tx *gorm.DB, before EntryView, actor accounts.User) error {
	held, err := Holds(tx, actor.ID, before)
	switch {
	case err != nil:
		return err
	case !held:
		return database.Refuse("Only the owner of a submission and the members of its site may change it.")
	case !before.State().Open():
		return database.Refuse("A submission that is %s cannot be changed.", before.State().Word())
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
func (s *Submissions) Look(ctx context.Context, userID, entryID int64, revision int) error {
	row := lookRow{UserID: userID, EntryID: entryID, Revision: revision, At: s.db.Now().UnixMicro()}
	latest := clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}, {Name: "entry_id"}},
		DoUpdates: clause.AssignmentColumns([]string{"revision", "at"})}
	return s.db.Query(ctx).Clauses(latest).Create(&row).Error
}

// LastLook returns the revision of an entry that somebody looked at last; 0 if they never did.
func (s *Submissions) LastLook(ctx context.Context, userID, entryID int64) (int, error) {
	var seen []int // a list, because gorm logs a lacking row as a failure
	query := s.db.Query(ctx).Table("looks").Where("user_id = ? AND entry_id = ?", userID, entryID)
	if err := query.Limit(1).Pluck("revision", &seen).Error; err != nil {
		return 0, err
	}
	if len(seen) == 0 {
		return 0, nil
	}
	return seen[0], nil
}

// HoldersOf returns the accounts that hold a submission.
func HoldersOf(tx *gorm.DB, entryID int64) ([]int64, error) {
	var people []int64
	query := tx.Table("users").Order("id").
		Where("id IN (SELECT owner_id FROM entries WHERE id = ?)", entryID).
		Or("id IN (SELECT user_id FROM members JOIN entries ON entries.site_id = members.site_id WHERE entries.id = ?)",
			entryID)
	err := query.Pluck("id", &people).Error
	return people, err
}
