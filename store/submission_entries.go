// This file owns the submissions themselves: creating, finding and replacing their row.

package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Entry is a submission with its current revision in short.
type Entry struct {
	ID          int64
	Edition     string
	OwnerID     int64
	OwnerName   string
	SiteID      int64      // whose members share it; Unshared where it is the owner's alone
	SharedWith  string     // name of that site
	ReviewerID  int64      // who decides; 0 where nobody took it
	Reviewer    string     // their name
	Embargo     *time.Time // until when its list is not for everybody
	State       review.State
	Version     int64 // grows with every change
	Revision    int   // number of the current revision, from 1
	CreatedAt   time.Time
	UpdatedAt   time.Time
	SubmittedAt *time.Time // last time
	Complete    bool       // the document could be graded
	Waivers     string     // by which waivers the level is granted, in words; empty where by none
	Summary
}

type entryRow struct {
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

// TableName is the table, for gorm.
func (entryRow) TableName() string { return "entries" }

// column is a column of a row: its name, and where it is read into.
type column struct {
	name  string
	field any
	lacks bool // it may be NULL, which is read as an empty text
}

// columns are those of the table.
func (r *entryRow) columns() []column {
	return []column{
		{name: "id", field: &r.ID},
		{name: "edition_id", field: &r.EditionID},
		{name: "owner_id", field: &r.OwnerID},
		{name: "site_id", field: &r.SiteID},
		{name: "reviewer_id", field: &r.Reviewer},
		{name: "state", field: &r.State},
		{name: "version", field: &r.Version},
		{name: "changed", field: &r.Changed},
		{name: "graded", field: &r.Graded},
		{name: "revision", field: &r.Revision},
		{name: "created_at", field: &r.Created},
		{name: "updated_at", field: &r.Updated},
		{name: "submitted_at", field: &r.Submitted},
		{name: "complete", field: &r.Complete},
		{name: "begun_from", field: &r.BegunFrom},
		{name: "waivers", field: &r.Waivers},
		{name: "system", field: &r.System},
		{name: "site", field: &r.Site},
		{name: "country", field: &r.Country},
		{name: "total_cores", field: &r.TotalCores},
		{name: "processor", field: &r.Processor, lacks: true},
		{name: "accelerator", field: &r.Accelerator},
		{name: "top500_rank", field: &r.Top500Rank},
		{name: "rmax", field: &r.Rmax},
		{name: "power", field: &r.Power},
		{name: "power_uncertainty", field: &r.PowerUncertainty},
		{name: "efficiency", field: &r.Efficiency},
		{name: "efficiency_uncertainty", field: &r.EfficiencyUncertainty},
		{name: "claimed_level", field: &r.ClaimedLevel},
		{name: "granted_level", field: &r.GrantedLevel},
		{name: "failed", field: &r.Failed},
	}
}

// entryView is a row with the names behind its keys.
type entryView struct {
	Row         entryRow `gorm:"embedded"`
	EditionName string
	OwnerName   string
	OwnerMail   string
	SharedWith  string
	ReviewedBy  string
	Embargo     *int64
}

func (v entryView) entry() Entry {
	return Entry{
		ID:          v.Row.ID,
		Edition:     v.EditionName,
		OwnerID:     v.Row.OwnerID,
		OwnerName:   v.OwnerName,
		SiteID:      v.siteID(),
		SharedWith:  v.SharedWith,
		ReviewerID:  zeroIfNil(v.Row.Reviewer),
		Reviewer:    v.ReviewedBy,
		Embargo:     fromMicroOrNil(v.Embargo),
		State:       v.state(),
		Version:     v.Row.Version,
		Revision:    v.Row.Revision,
		CreatedAt:   fromMicro(v.Row.Created),
		UpdatedAt:   fromMicro(v.Row.Updated),
		SubmittedAt: fromMicroOrNil(v.Row.Submitted),
		Complete:    v.Row.Complete,
		Waivers:     v.Row.Waivers,
		Summary:     v.Row.Summary,
	}
}

// siteID is Unshared, which is 0, where there is none.
func (v entryView) siteID() int64 { return zeroIfNil(v.Row.SiteID) }

func zeroIfNil(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

func (v entryView) state() review.State { return review.State(v.Row.State) }

// viewEntries begins a query for entries with the names behind their keys, in one statement.
func viewEntries(tx *gorm.DB) *gorm.DB {
	query := tx.Table("entries").Select("entries.*, " + namesOfView)
	for _, join := range joinsOfView() {
		query = query.Joins(join)
	}
	return query
}

const namesOfView = "editions.name AS edition_name, editions.embargo_until AS embargo, users.name AS owner_name, users.email AS owner_mail, " +
	"coalesce(sites.name, '') AS shared_with, coalesce(reviewers.name, '') AS reviewed_by"

func joinsOfView() []string {
	return []string{
		"JOIN editions ON editions.id = entries.edition_id",
		"JOIN users ON users.id = entries.owner_id",
		"LEFT JOIN sites ON sites.id = entries.site_id",
		"LEFT JOIN users AS reviewers ON reviewers.id = entries.reviewer_id",
	}
}

func entryByID(tx *gorm.DB, id int64) (entryView, error) {
	return viewOf(tx, id, viewText("?"))
}

// holdEntry reads an entry and keeps everybody else from changing it before the transaction ends, so that
// of people who type at once nobody has to be sent away. SQLite has one writer anyway.
func holdEntry(tx *gorm.DB, id int64) (entryView, error) {
	return viewOf(tx, id, held(tx, viewText("?"), "entries"))
}

func viewOf(tx *gorm.DB, id int64, text string) (entryView, error) {
	view, err := rowOf(tx, (*entryView).into, text, id)
	if err != nil {
		return view, fmt.Errorf("entry %d: %w", id, err)
	}
	return view, nil
}

// Entry returns an entry, or ErrNotFound.
func (s *Store) Entry(ctx context.Context, id int64) (Entry, error) {
	view, err := s.view(ctx, id)
	if err != nil {
		return Entry{}, err
	}
	return view.entry(), nil
}

// EntriesOf returns the entries that a person holds: their own and those of their sites, last changed
// first. It fails only where the database does.
func (s *Store) EntriesOf(ctx context.Context, userID int64) ([]Entry, error) {
	var views []entryView
	query := viewEntries(s.query(ctx)).
		Where("entries.owner_id = ? OR entries.site_id IN (SELECT site_id FROM members WHERE user_id = ?)", userID, userID)
	if err := query.Order("entries.updated_at DESC, entries.id DESC").Find(&views).Error; err != nil {
		return nil, fmt.Errorf("list the entries of account %d: %w", userID, err)
	}
	return convert(views, entryView.entry), nil
}

// CreateEntry begins an entry with its first revision, shared with the site of its owner where that
// is exactly one. It returns a *review.Refusal where the person may not have entries or the edition
// takes no more, a *power.InputError for file names that cannot be kept, and ErrNotFound for an
// edition that is not there.
func (s *Store) CreateEntry(ctx context.Context, owner User, edition string, snapshot Snapshot) (Entry, error) {
	return s.createEntry(ctx, owner, edition, snapshot, usualSite)
}

// CreateEntryAt is CreateEntry for an entry that is shared with a certain site, or Unshared. It returns
// ErrNotFound also for a site that the owner is not of.
func (s *Store) CreateEntryAt(ctx context.Context, owner User, edition string, snapshot Snapshot, site int64) (Entry, error) {
	return s.createEntry(ctx, owner, edition, snapshot, func(*gorm.DB, User) (int64, error) { return site, nil })
}

func (s *Store) createEntry(ctx context.Context, owner User, edition string, snapshot Snapshot, choose func(*gorm.DB, User) (int64, error)) (Entry, error) {
	if !review.May(owner.Role, review.WriteOwnEntry) {
		return Entry{}, refuse("A %s may not create an entry.", owner.Role)
	}
	if err := snapshot.check(); err != nil {
		return Entry{}, err
	}
	var created entryView
	err := s.transact(inNameOf(ctx, owner), func(tx *gorm.DB) error {
		id, err := s.insertEntry(tx, owner, edition, snapshot)
		if err != nil {
			return err
		}
		site, err := choose(tx, owner)
		if err != nil {
			return err
		}
		if err := shareNew(tx, id, owner, site); err != nil {
			return err
		}
		created, err = entryByID(tx, id)
		return err
	})
	if err != nil {
		return Entry{}, err
	}
	return created.entry(), nil
}

// insertEntry lets people prepare an entry before the edition opens, but not after it has closed.
func (s *Store) insertEntry(tx *gorm.DB, owner User, name string, snapshot Snapshot) (id int64, err error) {
	now := s.now()
	edition, err := editionByName(tx, name)
	if err != nil {
		return 0, err
	}
	const committed = false
	if phase := edition.edition().Calendar().Phase(now, committed); review.MayWhen(phase, review.Draft, review.ToStart) != review.Granted {
		return 0, edition.edition().refuseAt(phase, review.ToStart)
	}
	row := entryRow{
		EditionID: edition.ID,
		OwnerID:   owner.ID,
		State:     string(review.Draft),
		Version:   1,
		Revision:  1,
		Created:   now.UnixMicro(),
		Updated:   now.UnixMicro(),
		Complete:  snapshot.complete(),
		Summary:   snapshot.Summary.storable(),
	}
	if err := tx.Create(&row).Error; err != nil {
		return 0, fmt.Errorf("create an entry: %w", err)
	}
	if err := insertRevision(tx, row.ID, row.Revision, snapshot, now); err != nil {
		return 0, err
	}
	return row.ID, s.record(tx, Deed{Name: "start", EntryID: row.ID, Revision: row.Revision, Subject: edition.Name})
}

// refuseToChange says why a person may not change an entry.
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

// Holds reports whether an entry is a person's own, or their site's. It fails only where the database does.
func (s *Store) Holds(ctx context.Context, userID int64, e Entry) (bool, error) {
	view := entryView{Row: entryRow{ID: e.ID, OwnerID: e.OwnerID, SiteID: nilIfZero(e.SiteID)}}
	return holds(s.query(ctx), userID, view)
}

func holds(tx *gorm.DB, userID int64, entry entryView) (bool, error) {
	if entry.Row.OwnerID == userID || entry.Row.SiteID == nil {
		return entry.Row.OwnerID == userID, nil
	}
	var count int64
	members := tx.Session(&gorm.Session{NewDB: true}).Table("members")
	if err := members.Where("site_id = ? AND user_id = ?", *entry.Row.SiteID, userID).Count(&count).Error; err != nil {
		return false, fmt.Errorf("look for members of site %d: %w", *entry.Row.SiteID, err)
	}
	return count > 0, nil
}

func nilIfZero(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func errSavedMeanwhile() error {
	return refuse("Someone saved this entry meanwhile; reload the page and make the change again.")
}

// replaceEntry writes the row of an entry if it still is what was read before, and returns lost if
// it is not: of several transactions that read the same row exactly one gets through.
func replaceEntry(tx *gorm.DB, before, after entryRow, lost error) error {
	after.Version = before.Version + 1
	updated := tx.Model(&entryRow{}).
		Where("id = ? AND state = ? AND version = ?", before.ID, before.State, before.Version).
		Select("*").Omit("id", "edition_id", "owner_id", "created_at").
		Updates(after)
	if updated.Error != nil {
		return fmt.Errorf("change entry %d: %w", before.ID, updated.Error)
	}
	if updated.RowsAffected == 0 {
		return lost
	}
	return nil
}
