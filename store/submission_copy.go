// This file owns copying a submission into another edition.

package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// CopyEntry begins an entry for an edition from one that the person holds: with its document, but
// nothing in it of the old run, and with the files that still are named. It is of the same site. It
// returns what CreateEntry does, and ErrNotFound for an entry that the person does not hold.
func (s *Store) CopyEntry(ctx context.Context, actor User, entryID int64, edition string) (Entry, error) {
	earlier, err := s.heldDraft(ctx, actor, entryID)
	if err != nil {
		return Entry{}, err
	}
	asks, err := s.methodologyOf(ctx, edition)
	if err != nil {
		return Entry{}, err
	}
	made, files, err := documentForEdition(earlier, edition, asks)
	if err != nil {
		return Entry{}, err
	}
	snapshot, err := s.Intake(ctx, made, files)
	if err != nil {
		return Entry{}, err
	}
	return s.createFrom(ctx, actor, earlier.Entry, edition, snapshot)
}

func (s *Store) heldDraft(ctx context.Context, actor User, entryID int64) (Draft, error) {
	draft, err := s.Draft(ctx, entryID)
	if err != nil {
		return Draft{}, err
	}
	held, err := s.Holds(ctx, actor.ID, draft.Entry)
	if err == nil && !held {
		err = fmt.Errorf("entry %d of others: %w", entryID, ErrNotFound)
	}
	return draft, err
}

func (s *Store) methodologyOf(ctx context.Context, edition string) (methodology.Edition, error) {
	known, err := s.Edition(ctx, edition)
	if isNotFound(err) {
		return "", fault("edition", fmt.Sprintf("there is no edition %q", edition), "choose one that is open")
	}
	return known.Methodology, err
}

func documentForEdition(draft Draft, edition string, asks methodology.Edition) (*power.Entry, []File, error) {
	earlier, _ := document.FromFields(draft.Values) // what cannot be read has to be typed again
	made, err := document.StartFrom(earlier, edition, asks)
	if err != nil {
		return nil, nil, fmt.Errorf("begin from entry %d: %w", draft.ID, err)
	}
	named := map[string]bool{}
	for _, value := range document.Fields(made) {
		named[value] = true
	}
	var files []File
	for _, file := range draft.Revision.Files {
		if named[file.Name] {
			files = append(files, file)
		}
	}
	return made, files, nil
}

func (s *Store) createFrom(ctx context.Context, actor User, earlier Entry, edition string, snapshot Snapshot) (Entry, error) {
	if !review.May(actor.Role, review.WriteOwnEntry) {
		return Entry{}, refuse("A %s may not create an entry.", actor.Role)
	}
	if err := snapshot.check(); err != nil {
		return Entry{}, err
	}
	var created entryView
	err := s.transact(withActor(ctx, actor), func(tx *gorm.DB) error {
		id, err := s.insertEntry(tx, actor, edition, snapshot)
		if err != nil {
			return err
		}
		if err := tx.Model(&entryRow{}).Where("id = ?", id).Update("begun_from", earlier.ID).Error; err != nil {
			return err
		}
		shared, err := isMember(tx, earlier.SiteID, actor.ID)
		if err != nil {
			return err
		}
		if shared {
			if err := tx.Model(&entryRow{}).Where("id = ?", id).Update("site_id", earlier.SiteID).Error; err != nil {
				return err
			}
		}
		created, err = entryByID(tx, id)
		return err
	})
	return created.entry(), err
}
