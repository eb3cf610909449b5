// This file owns copying a submission into another edition.

package drafts

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// CopyEntry begins an entry for an edition from one that the person holds: with its document, but
// nothing in it of the old run, and with the files that still are named. It is of the same site. It
// returns what CreateEntry does, and ErrNotFound for an entry that the person does not hold.
func (s *Drafts) CopyEntry(ctx context.Context, actor accounts.User, entryID int64,
	edition string) (submissions.Entry, error) {
	earlier, err := s.heldDraft(ctx, actor, entryID)
	if err != nil {
		return submissions.Entry{}, err
	}
	asks, err := s.methodologyOf(ctx, edition)
	if err != nil {
		return submissions.Entry{}, err
	}
	made, files, err := documentForEdition(earlier, edition, asks)
	if err != nil {
		return submissions.Entry{}, err
	}
	snapshot, err := s.submissions.Intake(ctx, made, files)
	if err != nil {
		return submissions.Entry{}, err
	}
	return s.createFrom(ctx, actor, earlier.Entry, edition, snapshot)
}

func (s *Drafts) heldDraft(ctx context.Context, actor accounts.User, entryID int64) (Draft, error) {
	draft, err := s.Draft(ctx, entryID)
	if err != nil {
		return Draft{}, err
	}
	held, err := s.submissions.Holds(ctx, actor.ID, draft.Entry)
	if err == nil && !held {
		err = fmt.Errorf("submission %d of others: %w", entryID, database.ErrNotFound)
	}
	return draft, err
}

func (s *Drafts) methodologyOf(ctx context.Context, edition string) (methodology.Edition, error) {
	known, err := s.editions.ByName(ctx, edition)
	if database.IsNotFound(err) {
		return "", database.InputError("edition", fmt.Sprintf("there is no edition %q", edition),
			"choose one that is open")
	}
	return known.Methodology, err
}

func documentForEdition(draft Draft, edition string,
	asks methodology.Edition) (*power.Entry, []submissions.File, error) {
	earlier, _ := document.FromFields(draft.Values) // what cannot be read has to be typed again
	made, err := document.StartFrom(earlier, edition, asks)
	if err != nil {
		return nil, nil, fmt.Errorf("begin from submission %d: %w", draft.ID, err)
	}
	named := map[string]bool{}
	for _, value := range document.Fields(made) {
		named[value] = true
	}
	var files []submissions.File
	for _, file := range draft.Revision.Files {
		if named[file.Name] {
			files = append(files, file)
		}
	}
	return made, files, nil
}

func (s *Drafts) createFrom(ctx context.Context, actor accounts.User, earlier submissions.Entry, edition string,
	snapshot submissions.Snapshot) (submissions.Entry, error) {
	if !review.May(actor.Role, review.WriteOwnEntry) {
		return submissions.Entry{}, database.Refuse("A %s may not create a submission.", actor.Role)
	}
	if err := snapshot.Check(); err != nil {
		return submissions.Entry{}, err
	}
	var created submissions.EntryView
	err := s.db.Transact(recorded.WithActor(ctx, actor.Actor()), func(tx *gorm.DB) error {
		id, err := s.submissions.InsertEntry(tx, actor, edition, snapshot)
		if err != nil {
			return err
		}
		if err := tx.Model(&submissions.EntryRow{}).Where("id = ?", id).
			Update("begun_from", earlier.ID).Error; err != nil {
			return err
		}
		shared, err := sites.IsMember(tx, earlier.SiteID, actor.ID)
		if err != nil {
			return err
		}
		if shared {
			if err := tx.Model(&submissions.EntryRow{}).Where("id = ?", id).
				Update("site_id", earlier.SiteID).Error; err != nil {
				return err
			}
		}
		created, err = submissions.EntryByID(tx, id)
		return err
	})
	return created.Entry(), err
}
