// This file owns creating submissions, listing and counting them.

package store

import (
	"context"

	"gorm.io/gorm"

	"green500/validation/review"
)

// EntriesOf returns the entries that a person holds: their own and those of their sites, last changed first.
func (s *Store) EntriesOf(ctx context.Context, userID int64) ([]Entry, error) {
	var views []entryView
	query := viewEntries(s.query(ctx)).
		Where("entries.owner_id = ? OR entries.site_id IN (SELECT site_id FROM members WHERE user_id = ?)", userID, userID)
	err := query.Order("entries.updated_at DESC, entries.id DESC").Find(&views).Error
	return convert(views, entryView.entry), err
}

// CreateEntry begins an entry with its first revision, shared with the site of its owner where that is exactly one. It
// returns a *review.Refusal where the person may not have entries or the edition takes no more, a *power.InputError for
// file names that cannot be kept, and ErrNotFound for an edition that is not there.
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
	err := s.transact(withActor(ctx, owner), func(tx *gorm.DB) error {
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
	return created.entry(), err
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
		return 0, err
	}
	if err := insertRevision(tx, row.ID, row.Revision, snapshot, now); err != nil {
		return 0, err
	}
	return row.ID, s.record(tx, AuditEvent{Name: eventStart, EntryID: row.ID, Revision: row.Revision, Subject: edition.Name})
}

// CountStates returns how many entries stand in each state, by the name of the edition.
func (s *Store) CountStates(ctx context.Context) (map[string]map[review.State]int, error) {
	var rows []struct {
		Name  string
		State review.State
		Count int
	}
	query := s.query(ctx).Table("entries").Select("editions.name AS name, entries.state AS state, COUNT(*) AS count").
		Joins("JOIN editions ON editions.id = entries.edition_id").Group("editions.name, entries.state")
	if err := query.Scan(&rows).Error; err != nil {
		return nil, err
	}
	counts := map[string]map[review.State]int{}
	for _, row := range rows {
		if counts[row.Name] == nil {
			counts[row.Name] = map[review.State]int{}
		}
		counts[row.Name][row.State] = row.Count
	}
	return counts, nil
}
