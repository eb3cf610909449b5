// This file owns reading published lists, also as of an earlier day.

package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/validation/review"
)

// AsOf says as of when to read a list: its current state if it is zero.
type AsOf struct {
	Released bool      // as it was released, without errata
	At       time.Time // as it stood at an instant
}

// until is the last microsecond whose errata are in the list; ok is false if all of them are.
func (a AsOf) until() (micro int64, ok bool) {
	return a.At.UnixMicro(), !a.At.IsZero()
}

// PublishedList is a list as it stood at some time.
type PublishedList struct {
	Edition editions.Edition
	Rows    []ListRow // by rank
	Errata  []Erratum // that are in it, in their order
	Later   int       // how many errata are not
	Hash    string    // SHA-256 of its canonical JSON, as it was noted; see ListHash
	Since   time.Time // from when on it stood so
}

// PublishedList returns a list as somebody may read it. It returns ErrNotFound for one that is not there, not
// published, or under an embargo that keeps them out, a *review.ConflictError if only a conflict of interest
// does, and a *power.InputError for an instant before it was published.
func (s *Lists) PublishedList(ctx context.Context, edition string, by accounts.User, as AsOf) (PublishedList, error) {
	row, err := s.readableEdition(ctx, edition, by)
	if err != nil {
		return PublishedList{}, err
	}
	return listAsOf(s.db.Query(ctx), row, as)
}

func listAsOf(tx *gorm.DB, edition editions.EditionRow, as AsOf) (PublishedList, error) {
	list := PublishedList{Edition: edition.Edition(), Hash: edition.ListHash,
		Since: database.FromMicro(*edition.Published)}
	if micro, asked := as.until(); asked && micro < *edition.Published {
		return list, list.Edition.ErrBeforePublishing(as.At)
	}
	var err error
	if list.Rows, err = frozenRows(tx, edition); err != nil {
		return list, err
	}
	errata, err := errataOf(tx, edition)
	if err != nil {
		return list, err
	}
	for _, e := range errata {
		if micro, asked := as.until(); as.Released || asked && e.MadeAt.UnixMicro() > micro {
			list.Later++
			continue
		}
		list.Rows = corrected(list.Rows, e)
		list.Errata, list.Hash, list.Since = append(list.Errata, e), e.ListHash, e.MadeAt
	}
	return list, nil
}

func frozenRows(tx *gorm.DB, edition editions.EditionRow) ([]ListRow, error) {
	return database.Listed(tx.Where("edition_id = ?", edition.ID).Order("rank"),
		func(row listRow) ListRow { return row.listRow(edition.Name) })
}

// readableEdition is the one gate before a published list: it is for everybody, but while its embargo lasts only
// for those who review and have no conflict of interest with an entry that is on it.
func (s *Lists) readableEdition(ctx context.Context, name string, by accounts.User) (editions.EditionRow, error) {
	row, err := editions.EditionByName(s.db.Query(ctx), name)
	switch {
	case err != nil:
		return row, err
	case row.Published == nil:
		return row, fmt.Errorf("the list of %s is not published: %w", name, database.ErrNotFound)
	case !row.Embargoed(s.db.Now()):
		return row, nil
	case !review.MayRead(review.Reader{Party: review.Party{Role: by.Role}, Embargoed: true}, review.Published):
		return row, fmt.Errorf("the list of %s is under embargo: %w", name, database.ErrNotFound)
	}
	return row, refuseConflictOnList(s.db.Query(ctx), row, by)
}

// refuseConflictOnList returns a *review.ConflictError for somebody who has a conflict of interest with an entry of a
// list: what it says of the one says where the others stand.
func refuseConflictOnList(tx *gorm.DB, edition editions.EditionRow, by accounts.User) error {
	listed := submissions.ViewEntries(tx).
		Where("entries.id IN (SELECT entry_id FROM list_rows WHERE edition_id = ?)", edition.ID)
	views, err := database.Find[submissions.EntryView](listed)
	if err != nil {
		return err
	}
	all, err := submissions.InterestsOf(tx, by)
	if err != nil {
		return err
	}
	for _, view := range views {
		if conflict := all[by.ID].Conflict(view); conflict != review.NoConflict {
			return &review.ConflictError{Conflict: conflict}
		}
	}
	return nil
}

// PublishedEditions returns the editions whose list everybody may read, newest first.
func (s *Lists) PublishedEditions(ctx context.Context) ([]editions.Edition, error) {
	return s.ReadableEditions(ctx, accounts.User{})
}

// ReadableEditions returns the editions whose list somebody may read, newest first.
func (s *Lists) ReadableEditions(ctx context.Context, by accounts.User) ([]editions.Edition, error) {
	rows, err := database.Find[editions.EditionRow](s.db.Query(ctx).Where("published_at IS NOT NULL").
		Order("name DESC"))
	if err != nil {
		return nil, err
	}
	readable := []editions.Edition{}
	for _, row := range rows {
		_, err := s.readableEdition(ctx, row.Name, by)
		_, conflict := errors.AsType[*review.ConflictError](err)
		switch {
		case err == nil:
			readable = append(readable, row.Edition())
		case !conflict && !database.IsNotFound(err):
			return nil, err
		}
	}
	return readable, nil
}

// PublicEntry returns the line of an entry in the current state of a list that everybody may read; its rank is 0 if it
// was taken out, or has none. It returns ErrNotFound for an entry that is on none.
func (s *Lists) PublicEntry(ctx context.Context, entryID int64) (ListRow, error) {
	edition, err := s.ListedIn(ctx, entryID)
	if err != nil {
		return ListRow{}, err
	}
	list, err := s.PublishedList(ctx, edition, accounts.User{}, AsOf{})
	if err != nil {
		return ListRow{}, err
	}
	return list.lineOf(entryID)
}

// lineOf is the line of an entry, or the one it had before it was taken out.
func (l PublishedList) lineOf(entryID int64) (ListRow, error) {
	of := func(row ListRow) bool { return row.EntryID == entryID }
	if at := slices.IndexFunc(l.Rows, of); at >= 0 {
		return l.Rows[at], nil
	}
	for _, e := range slices.Backward(l.Errata) {
		if e.EntryID == entryID {
			taken := e.Before
			taken.Rank = 0
			return taken, nil
		}
	}
	return ListRow{},
		fmt.Errorf("submission %d is not on the list of %s: %w", entryID, l.Edition.Name, database.ErrNotFound)
}

// ListedIn returns the name of the edition on whose list an entry was released, or ErrNotFound. Whether somebody may
// see the entry is told by EntryAccess.
func (s *Lists) ListedIn(ctx context.Context, entryID int64) (string, error) {
	query := s.db.Query(ctx).Table("list_rows").Joins("JOIN editions ON editions.id = list_rows.edition_id").
		Where("list_rows.entry_id = ?", entryID)
	names, err := database.Pluck[string](query, "editions.name")
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "", fmt.Errorf("submission %d is on no list: %w", entryID, database.ErrNotFound)
	}
	return names[0], nil
}

// EntryListing is where an entry stands on the list it was released with.
type EntryListing struct {
	Edition  editions.Edition
	Released int       // rank
	Rank     int       // as the list stands; 0 without one, and if the row was taken out
	TakenOut bool      // by an erratum
	Errata   []Erratum // of the entry itself
	Moved    int       // errata of the whole list
	First    ListRow   // its line as it was released
	Row      ListRow   // its line as the list stands; if it was taken out the one before, without a rank
	Hash     string    // of the current list
	Since    time.Time // from when on the list stood so
	SystemID int64     // the machine, for its history; 0 if the row was taken out
}

// EntryListing returns where an entry stands on its list, for those who may see the entry; see EntryAccess. It returns
// ErrNotFound for an entry that is on none.
func (s *Lists) EntryListing(ctx context.Context, entryID int64) (EntryListing, error) {
	name, err := s.ListedIn(ctx, entryID)
	if err != nil {
		return EntryListing{}, err
	}
	edition, err := editions.EditionByName(s.db.Query(ctx), name)
	if err != nil {
		return EntryListing{}, err
	}
	released, err := listAsOf(s.db.Query(ctx), edition, AsOf{Released: true})
	if err != nil {
		return EntryListing{}, err
	}
	stands, err := listAsOf(s.db.Query(ctx), edition, AsOf{})
	if err != nil {
		return EntryListing{}, err
	}
	was, err := released.lineOf(entryID)
	if err != nil {
		return EntryListing{}, err
	}
	is, err := stands.lineOf(entryID)
	if err != nil {
		return EntryListing{}, err
	}
	system, err := database.Pluck[int64](s.db.Query(ctx).Model(&LineRow{}).Where("entry_id = ?", entryID), "system_id")
	if err != nil {
		return EntryListing{}, err
	}
	of := func(e Erratum) bool { return e.EntryID != entryID }
	return EntryListing{
		Edition: stands.Edition, Released: was.Rank, Rank: is.Rank,
		TakenOut: !slices.ContainsFunc(stands.Rows, func(row ListRow) bool { return row.EntryID == entryID }),
		Errata:   slices.DeleteFunc(slices.Clone(stands.Errata), of), Moved: len(stands.Errata),
		First: was, Row: is, Hash: stands.Hash, Since: stands.Since,
		SystemID: append(system, 0)[0],
	}, nil
}

// ListWaivers are the rules against which entries of a list were accepted, by the entry: the waivers that held at an
// instant.
func (s *Lists) ListWaivers(ctx context.Context, rows []ListRow, at time.Time) (map[int64][]string, error) {
	var waived []struct {
		EntryID  int64
		Revision int
		Rule     string
	}
	ids, revisions := make([]int64, len(rows)), map[int64]int{}
	for i, row := range rows {
		ids[i], revisions[row.EntryID] = row.EntryID, row.Revision
	}
	query := s.db.Query(ctx).Table("waivers").
		Where("entry_id IN ? AND approver_id IS NOT NULL AND (ended_at IS NULL OR ended_at > ?)", ids, at.UnixMicro())
	if err := query.Order("rule").Find(&waived).Error; err != nil {
		return nil, err
	}
	byEntry := map[int64][]string{}
	for _, w := range waived {
		if w.Revision == revisions[w.EntryID] {
			byEntry[w.EntryID] = append(byEntry[w.EntryID], w.Rule)
		}
	}
	return byEntry, nil
}
