// This file owns creating submissions, listing and counting them.

package submissions

import (
	"context"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/validation/review"
)

// EntriesOf returns the entries that a person holds: their own and those of their sites, last changed first.
func (s *Submissions) EntriesOf(ctx context.Context, userID int64) ([]Entry, error) {
	var views []EntryView
	query := ViewEntries(s.db.Query(ctx)).
		Where("entries.owner_id = ? OR entries.site_id IN (SELECT site_id FROM members WHERE user_id = ?)",
			userID, userID)
	err := query.Order("entries.updated_at DESC, entries.id DESC").Find(&views).Error
	return database.Convert(views, EntryView.Entry), err
}

// CreateEntry begins an entry with its first revision, shared with the site of its owner if that is exactly one. It
// returns a *review.Refusal if the person may not have entries or the edition takes no more, a *power.InputError for
// file names that cannot be kept, and ErrNotFound for an edition that is not there.
func (s *Submissions) CreateEntry(ctx context.Context, owner accounts.User, edition string,
	snapshot Snapshot) (Entry, error) {
	return s.createEntry(ctx, owner, edition, snapshot, usualSite)
}

// CreateEntryAt is CreateEntry for an entry that is shared with a certain site, or Unshared. It returns
// ErrNotFound also for a site that the owner is not of.
func (s *Submissions) CreateEntryAt(ctx context.Context, owner accounts.User, edition string, snapshot Snapshot,
	site int64) (Entry, error) {
	return s.createEntry(ctx, owner, edition, snapshot,
		func(*gorm.DB, accounts.User) (int64, error) { return site, nil })
}

func (s *Submissions) createEntry(ctx context.Context, owner accounts.User, edition string, snapshot Snapshot,
	choose func(*gorm.DB, accounts.User) (int64, error)) (Entry, error) {
	if !review.May(owner.Role, review.WriteOwnEntry) {
		return Entry{}, database.Refuse("A %s may not create a submission.", owner.Role)
	}
	if err := snapshot.Check(); err != nil {
		return Entry{}, err
	}
	var created EntryView
	err := s.db.Transact(recorded.WithActor(ctx, owner.Actor()), func(tx *gorm.DB) error {
		id, err := s.InsertEntry(tx, owner, edition, snapshot)
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
		created, err = EntryByID(tx, id)
		return err
	})
	return created.Entry(), err
}

// InsertEntry lets people prepare an entry before the edition opens, but not after it has closed.
func (s *Submissions) InsertEntry(tx *gorm.DB, owner accounts.User, name string, snapshot Snapshot) (
	id int64, err error) {
	now := s.db.Now()
	edition, err := editions.EditionByName(tx, name)
	if err != nil {
		return 0, err
	}
	const committed = false
	if phase := edition.Edition().Calendar().Phase(now,
		committed); review.MayWhen(phase, review.Draft, review.ToStart) != review.Granted {
		return 0, edition.Edition().RefuseAt(phase, review.ToStart)
	}
	row := EntryRow{
		EditionID: edition.ID,
		OwnerID:   owner.ID,
		State:     string(review.Draft),
		Version:   1,
		Revision:  1,
		Created:   now.UnixMicro(),
		Updated:   now.UnixMicro(),
		Complete:  snapshot.Complete(),
		Summary:   snapshot.Summary.Storable(),
	}
	if err := tx.Create(&row).Error; err != nil {
		return 0, err
	}
	if err := InsertRevision(tx, row.ID, row.Revision, snapshot, now); err != nil {
		return 0, err
	}
	return row.ID, s.db.Record(tx,
		recorded.AuditEvent{Name: recorded.EventStart, EntryID: row.ID, Revision: row.Revision, Subject: edition.Name})
}

// CountStates returns how many entries stand in each state, by the name of the edition.
func (s *Submissions) CountStates(ctx context.Context) (map[string]map[review.State]int, error) {
	var rows []struct {
		Name  string
		State review.State
		Count int
	}
	query := s.db.Query(ctx).Table("entries").
		Select("editions.name AS name, entries.state AS state, COUNT(*) AS count").
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
