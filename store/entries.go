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
	State       review.State
	Version     int64 // grows with every change; SaveDraft asks for it
	Revision    int   // number of the current revision, from 1
	CreatedAt   time.Time
	UpdatedAt   time.Time
	SubmittedAt *time.Time // last time
	Complete    bool       // the document could be graded
	Summary
}

type entryRow struct {
	ID        int64
	EditionID int64
	OwnerID   int64
	State     string
	Version   int64
	Revision  int
	Created   int64  `gorm:"column:created_at"`
	Updated   int64  `gorm:"column:updated_at"`
	Submitted *int64 `gorm:"column:submitted_at"`
	Complete  bool
	Summary
}

// TableName is the table, for gorm.
func (entryRow) TableName() string { return "entries" }

// entryView is a row with the names behind its keys.
type entryView struct {
	Row         entryRow `gorm:"embedded"`
	EditionName string
	OwnerName   string
}

func (v entryView) entry() Entry {
	return Entry{
		ID:          v.Row.ID,
		Edition:     v.EditionName,
		OwnerID:     v.Row.OwnerID,
		OwnerName:   v.OwnerName,
		State:       v.state(),
		Version:     v.Row.Version,
		Revision:    v.Row.Revision,
		CreatedAt:   fromMicro(v.Row.Created),
		UpdatedAt:   fromMicro(v.Row.Updated),
		SubmittedAt: fromMicroOrNil(v.Row.Submitted),
		Complete:    v.Row.Complete,
		Summary:     v.Row.Summary,
	}
}

func (v entryView) state() review.State { return review.State(v.Row.State) }

// viewEntries begins a query for entries with the names behind their keys, in one statement.
func viewEntries(tx *gorm.DB) *gorm.DB {
	return tx.Table("entries").
		Select("entries.*, editions.name AS edition_name, users.name AS owner_name").
		Joins("JOIN editions ON editions.id = entries.edition_id").
		Joins("JOIN users ON users.id = entries.owner_id")
}

func entryByID(tx *gorm.DB, id int64) (entryView, error) {
	var view entryView
	if err := viewEntries(tx).Where("entries.id = ?", id).Take(&view).Error; err != nil {
		return view, fmt.Errorf("entry %d: %w", id, found(err))
	}
	return view, nil
}

// Entry returns an entry, or ErrNotFound.
func (s *Store) Entry(ctx context.Context, id int64) (Entry, error) {
	view, err := entryByID(s.query(ctx), id)
	if err != nil {
		return Entry{}, err
	}
	return view.entry(), nil
}

// EntriesOf returns the entries of one owner, last changed first. It fails only where the database does.
func (s *Store) EntriesOf(ctx context.Context, ownerID int64) ([]Entry, error) {
	var views []entryView
	query := viewEntries(s.query(ctx)).Where("entries.owner_id = ?", ownerID)
	if err := query.Order("entries.updated_at DESC, entries.id DESC").Find(&views).Error; err != nil {
		return nil, fmt.Errorf("list the entries of account %d: %w", ownerID, err)
	}
	return convert(views, entryView.entry), nil
}

// Queue returns the entries that reviewers and editors have before them, in the order they were
// submitted. It fails only where the database does.
func (s *Store) Queue(ctx context.Context) ([]Entry, error) {
	var views []entryView
	waiting := []string{string(review.Submitted), string(review.InReview), string(review.Accepted)}
	query := viewEntries(s.query(ctx)).Where("entries.state IN ?", waiting)
	if err := query.Order("entries.submitted_at, entries.id").Find(&views).Error; err != nil {
		return nil, fmt.Errorf("list the queue: %w", err)
	}
	return convert(views, entryView.entry), nil
}

// CreateEntry begins an entry with its first revision. It returns a *review.Refusal where the
// person may not have entries or the edition takes no more, a *power.InputError for file names that
// cannot be kept, and ErrNotFound for an edition that is not there.
func (s *Store) CreateEntry(ctx context.Context, owner User, edition string, snapshot Snapshot) (Entry, error) {
	if !review.May(owner.Role, review.WriteOwnEntry) {
		return Entry{}, refuse("A %s may not create an entry.", owner.Role)
	}
	if err := snapshot.check(); err != nil {
		return Entry{}, err
	}
	var created entryView
	err := s.transact(ctx, func(tx *gorm.DB) error {
		id, err := s.insertEntry(tx, owner, edition, snapshot)
		if err != nil {
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
	if err := edition.edition().refuseOnceClosed(now); err != nil {
		return 0, err
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
	return row.ID, insertRevision(tx, row.ID, row.Revision, snapshot, now)
}

// SaveDraft keeps what the owner saved: over the current revision while that was not submitted, as
// the next revision once it was. version is the one of the entry that the owner was looking at; of
// two people who save at once, the second gets a *review.Refusal, as does everybody but the owner,
// and the owner while others decide. It returns a *power.InputError for file names that cannot be
// kept, and ErrNotFound.
func (s *Store) SaveDraft(ctx context.Context, entryID int64, actor User, version int64, snapshot Snapshot) (Entry, error) {
	if err := snapshot.check(); err != nil {
		return Entry{}, err
	}
	var saved entryView
	err := s.transact(ctx, func(tx *gorm.DB) error {
		before, err := entryByID(tx, entryID)
		if err != nil {
			return err
		}
		if err := refuseToSave(before, actor, version); err != nil {
			return err
		}
		if err := s.saveOver(tx, before.Row, snapshot); err != nil {
			return err
		}
		saved, err = entryByID(tx, entryID)
		return err
	})
	if err != nil {
		return Entry{}, err
	}
	return saved.entry(), nil
}

func refuseToSave(before entryView, actor User, version int64) error {
	switch {
	case before.Row.OwnerID != actor.ID:
		return refuse("Only the owner of an entry may change it.")
	case !before.state().Open():
		return refuse("An entry that is %s cannot be changed.", before.state().Word())
	case before.Row.Version != version:
		return errSavedMeanwhile()
	}
	return nil
}

func errSavedMeanwhile() error {
	return refuse("Someone saved this entry meanwhile; reload the page and make the change again.")
}

func (s *Store) saveOver(tx *gorm.DB, before entryRow, snapshot Snapshot) error {
	now := s.now()
	frozen, err := revisionFrozen(tx, before.ID, before.Revision)
	if err != nil {
		return err
	}
	after := before
	after.Complete, after.Summary = snapshot.complete(), snapshot.Summary.storable()
	after.Updated = now.UnixMicro()
	if frozen {
		after.Revision++
	}
	// The row of the entry comes first: whoever changes it holds all that belongs to the entry.
	if err := replaceEntry(tx, before, after, errSavedMeanwhile()); err != nil {
		return err
	}
	if !frozen {
		return overwriteRevision(tx, before.ID, before.Revision, snapshot, now)
	}
	return insertRevision(tx, before.ID, after.Revision, snapshot, now)
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
