// This file owns the row of a submission: reading and replacing it.

package submissions

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/store/database"
	"green500/validation/review"
)

// Entry is a submission with its current revision in short.
type Entry struct {
	ID          int64
	Edition     string
	OwnerID     int64
	OwnerName   string
	SiteID      int64      // whose members share it; Unshared if it is the owner's alone
	SharedWith  string     // name of that site
	ReviewerID  int64      // who decides; 0 if nobody took it
	Reviewer    string     // their name
	Embargo     *time.Time // until when its list is not for everybody
	State       review.State
	Version     int64 // grows with every change
	Revision    int   // number of the current revision, from 1
	CreatedAt   time.Time
	UpdatedAt   time.Time
	SubmittedAt *time.Time // last time
	Complete    bool       // the document could be graded
	Waivers     string     // by which waivers the level is granted, in words; empty if by none
	Summary
}

// EntryRow is a row of the table entries.
type EntryRow struct {
	ID        int64
	EditionID int64
	OwnerID   int64
	SiteID    *int64
	Reviewer  *int64 `gorm:"column:reviewer_id"`
	State     string
	Version   int64
	Changed   int64 // version of the last change that somebody made
	Graded    int64 // version of the change up to which the verdict goes
	Revision  int
	Created   int64  `gorm:"column:created_at"`
	Updated   int64  `gorm:"column:updated_at"`
	Submitted *int64 `gorm:"column:submitted_at"`
	Complete  bool
	BegunFrom *int64 // the entry that this one was begun from
	Waivers   string // by which waivers GrantedLevel is granted, in words
	Summary
}

func (EntryRow) TableName() string { return "entries" }

// EntryView is the row of a submission with its edition, owner and site.
type EntryView struct {
	Row         EntryRow `gorm:"embedded"`
	EditionName string
	OwnerName   string
	OwnerMail   string
	SharedWith  string
	ReviewedBy  string
	Embargo     *int64
}

// Entry is the submission of a row.
func (v EntryView) Entry() Entry {
	return Entry{
		ID:          v.Row.ID,
		Edition:     v.EditionName,
		OwnerID:     v.Row.OwnerID,
		OwnerName:   v.OwnerName,
		SiteID:      v.siteID(),
		SharedWith:  v.SharedWith,
		ReviewerID:  database.ZeroIfNil(v.Row.Reviewer),
		Reviewer:    v.ReviewedBy,
		Embargo:     database.FromMicroOrNil(v.Embargo),
		State:       v.State(),
		Version:     v.Row.Version,
		Revision:    v.Row.Revision,
		CreatedAt:   database.FromMicro(v.Row.Created),
		UpdatedAt:   database.FromMicro(v.Row.Updated),
		SubmittedAt: database.FromMicroOrNil(v.Row.Submitted),
		Complete:    v.Row.Complete,
		Waivers:     v.Row.Waivers,
		Summary:     v.Row.Summary,
	}
}

// siteID is Unshared, which is 0, if there is none.
func (v EntryView) siteID() int64 { return database.ZeroIfNil(v.Row.SiteID) }

// State is the state of the submission.
func (v EntryView) State() review.State { return review.State(v.Row.State) }

// Embargoed reports whether the list of the submission is published, and not yet for everybody.
func (v EntryView) Embargoed(now time.Time) bool {
	return v.Embargo != nil && now.UnixMicro() < *v.Embargo
}

// ViewEntries begins a query of submissions with their editions, owners and sites.
func ViewEntries(tx *gorm.DB) *gorm.DB {
	return tx.Table("entries").
		Select("entries.*, editions.name AS edition_name, editions.embargo_until AS embargo, " +
			"users.name AS owner_name, users.email AS owner_mail, " +
			"coalesce(sites.name, '') AS shared_with, coalesce(reviewers.name, '') AS reviewed_by").
		Joins("JOIN editions ON editions.id = entries.edition_id").
		Joins("JOIN users ON users.id = entries.owner_id").
		Joins("LEFT JOIN sites ON sites.id = entries.site_id").
		Joins("LEFT JOIN users AS reviewers ON reviewers.id = entries.reviewer_id")
}

// EntryByID returns a submission, or ErrNotFound.
func EntryByID(tx *gorm.DB, id int64) (EntryView, error) {
	view, err := database.Take[EntryView](ViewEntries(tx).Where("entries.id = ?", id))
	if err != nil {
		return view, fmt.Errorf("submission %d: %w", id, err)
	}
	return view, nil
}

// HoldEntry reads an entry and keeps everybody else from changing it before the transaction ends, so that
// of people who type at once nobody has to be sent away. SQLite has one writer anyway.
func HoldEntry(tx *gorm.DB, id int64) (EntryView, error) {
	return EntryByID(
		tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate, Table: clause.Table{Name: "entries"}}), id)
}

// Entry returns an entry, or ErrNotFound.
func (s *Submissions) Entry(ctx context.Context, id int64) (Entry, error) {
	view, err := EntryByID(s.db.Query(ctx), id)
	return view.Entry(), err
}

// ReplaceEntry writes the row of an entry if it still is what was read before, and returns lost if
// it is not: of several transactions that read the same row exactly one gets through.
func ReplaceEntry(tx *gorm.DB, before, after EntryRow, lost error) error {
	after.Version = before.Version + 1
	if err := database.MetOne(tx.Model(&EntryRow{}).
		Where("id = ? AND state = ? AND version = ?", before.ID, before.State, before.Version).
		Select("*").Omit("id", "edition_id", "owner_id", "created_at").
		Updates(after), lost); err != nil {
		return err
	}
	return nil
}

// ErrSavedMeanwhile is the refusal of somebody who saves over a version that they have not seen.
func ErrSavedMeanwhile() error {
	return database.Refuse("Someone saved this submission in the meantime; reload the page and make the change again.")
}
