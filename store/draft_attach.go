// This file owns attaching files to a draft and detaching them.

package store

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/filetree"
)

// Attach puts files to an entry, in place of those of the same names. The verdict is behind then. It
// returns a *review.Refusal where the person may not change the entry or its edition takes no more files, a *power.InputError for a name
// that cannot be kept, and ErrNotFound.
func (s *Store) Attach(ctx context.Context, entryID int64, actor User, files []File) (Entry, error) {
	return s.changeFiles(ctx, entryID, actor, eventAttach, func(held []File) []File {
		return replaceByName(held, files)
	})
}

func replaceByName(held, files []File) []File {
	for _, file := range files {
		held = slices.DeleteFunc(held, func(f File) bool { return f.Name == file.Name })
		held = append(held, file)
	}
	return held
}

// Detach takes a file from an entry; one that is not there is no error. It returns what Attach does.
func (s *Store) Detach(ctx context.Context, entryID int64, actor User, name string) (Entry, error) {
	return s.changeFiles(ctx, entryID, actor, eventDetach, func(held []File) []File {
		return slices.DeleteFunc(held, func(f File) bool { return f.Name == name })
	})
}

func (s *Store) changeFiles(ctx context.Context, entryID int64, actor User, event string, change func([]File) []File) (Entry, error) {
	var changed entryView
	err := s.transact(withActor(ctx, actor), func(tx *gorm.DB) error {
		before, err := holdEntry(tx, entryID)
		if err != nil {
			return err
		}
		if err := s.changeFilesOf(tx, before, actor, event, change); err != nil {
			return err
		}
		changed, err = entryByID(tx, entryID)
		return err
	})
	return changed.entry(), err
}

func (s *Store) changeFilesOf(tx *gorm.DB, before entryView, actor User, event string, change func([]File) []File) error {
	if err := refuseToChange(tx, before, actor); err != nil {
		return err
	}
	number, err := s.openRevision(tx, before.Row)
	if err != nil {
		return err
	}
	files, err := filesOf(tx, before.Row.ID, number)
	if err != nil {
		return err
	}
	held := files
	files = change(slices.Clone(files))
	if len(files) > maximumFiles {
		return tooManyFiles()
	}
	if err := s.refuseFiles(tx, before, held, files); err != nil {
		return err
	}
	if err := filetree.Check(files); err != nil {
		return err
	}
	if err := replaceFiles(tx, before.Row.ID, number, files); err != nil {
		return err
	}
	return s.record(tx, AuditEvent{Name: event, EntryID: before.Row.ID, Revision: number, Detail: changedNames(held, files)})
}

func changedNames(before, after []File) string {
	var names []string
	for _, pair := range [][2][]File{{before, after}, {after, before}} {
		for _, file := range pair[0] {
			if !slices.Contains(pair[1], file) && !slices.Contains(names, file.Name) {
				names = append(names, file.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// openRevision notes that an entry is changed, and returns the number of a revision that may be: the
// current one, or a copy of it where it was submitted.
func (s *Store) openRevision(tx *gorm.DB, before entryRow) (number int, err error) {
	now := s.now()
	frozen, err := revisionFrozen(tx, before.ID, before.Revision)
	if err != nil {
		return 0, err
	}
	after := before
	after.Updated, after.Changed = now.UnixMicro(), before.Version+1
	if frozen {
		after.Revision++
	}
	if err := replaceEntry(tx, before, after, errSavedMeanwhile()); err != nil || !frozen {
		return after.Revision, err
	}
	submitted, err := revisionOf(tx, before.ID, before.Revision)
	if err != nil {
		return 0, err
	}
	return after.Revision, insertRevision(tx, before.ID, after.Revision, submitted.snapshot(), now)
}

func (r Revision) snapshot() Snapshot {
	return Snapshot{
		Document: r.Document, Report: r.Report, InputErrors: r.InputErrors,
		RulesDigest: r.RulesDigest, InputDigest: r.InputDigest, ReportDigest: r.ReportDigest, Files: r.Files, Series: r.Series,
	}
}

func replaceFiles(tx *gorm.DB, entryID int64, number int, files []File) error {
	if err := tx.Where("entry_id = ? AND number = ?", entryID, number).Delete(&fileRow{}).Error; err != nil {
		return err
	}
	return insertFileRows(tx, entryID, number, files)
}
