// This file owns attaching files to a draft and detaching them.

package drafts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/filetree"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/power"
)

// Attach puts files to an entry, in place of those of the same names. The verdict is behind then. It returns a
// *review.Refusal if the person may not change the entry or its edition takes no more files, a *power.InputError for a
// name that cannot be kept, and ErrNotFound.
func (s *Drafts) Attach(ctx context.Context, entryID int64, actor accounts.User,
	files []submissions.File) (submissions.Entry, error) {
	return s.changeFiles(ctx, entryID, actor, recorded.EventAttach, func(held []submissions.File) []submissions.File {
		return ReplaceByName(held, files)
	})
}

// ReplaceByName returns files in which those of equal names are replaced by new ones.
func ReplaceByName(held, files []submissions.File) []submissions.File {
	for _, file := range files {
		held = slices.DeleteFunc(held, func(f submissions.File) bool { return f.Name == file.Name })
		held = append(held, file)
	}
	return held
}

// Detach takes a file from an entry; one that is not there is no error. It returns what Attach does.
func (s *Drafts) Detach(ctx context.Context, entryID int64, actor accounts.User,
	name string) (submissions.Entry, error) {
	return s.changeFiles(ctx, entryID, actor, recorded.EventDetach, func(held []submissions.File) []submissions.File {
		return slices.DeleteFunc(held, func(f submissions.File) bool { return f.Name == name })
	})
}

func (s *Drafts) changeFiles(ctx context.Context, entryID int64, actor accounts.User, event string,
	change func([]submissions.File) []submissions.File) (submissions.Entry, error) {
	var changed submissions.EntryView
	err := s.db.Transact(recorded.WithActor(ctx, actor.Actor()), func(tx *gorm.DB) error {
		before, err := submissions.HoldEntry(tx, entryID)
		if err != nil {
			return err
		}
		if err := s.ChangeFilesOf(tx, before, actor, event, change); err != nil {
			return err
		}
		changed, err = submissions.EntryByID(tx, entryID)
		return err
	})
	return changed.Entry(), err
}

// ChangeFilesOf changes the files of a submission in a transaction, and records which.
func (s *Drafts) ChangeFilesOf(tx *gorm.DB, before submissions.EntryView, actor accounts.User, event string,
	change func([]submissions.File) []submissions.File) error {
	if err := submissions.RefuseToChange(tx, before, actor); err != nil {
		return err
	}
	number, err := s.openRevision(tx, before.Row)
	if err != nil {
		return err
	}
	files, err := submissions.FilesOf(tx, before.Row.ID, number)
	if err != nil {
		return err
	}
	held := files
	files = change(slices.Clone(files))
	if len(files) > MaximumFiles {
		return tooManyFiles()
	}
	if err := s.submissions.RefuseFiles(tx, before, held, files); err != nil {
		return err
	}
	if err := filetree.Check(files); err != nil {
		return err
	}
	if err := replaceFiles(tx, before.Row.ID, number, files); err != nil {
		return err
	}
	return s.db.Record(tx,
		recorded.AuditEvent{Name: event, EntryID: before.Row.ID, Revision: number, Detail: changedNames(held, files)})
}

func changedNames(before, after []submissions.File) string {
	var names []string
	for _, pair := range [][2][]submissions.File{{before, after}, {after, before}} {
		for _, file := range pair[0] {
			if !slices.Contains(pair[1], file) && !slices.Contains(names, file.Name) {
				names = append(names, file.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// openRevision notes that an entry is changed, and returns the number of a revision that may be: the
// current one, or a copy of it if it was submitted.
func (s *Drafts) openRevision(tx *gorm.DB, before submissions.EntryRow) (number int, err error) {
	now := s.db.Now()
	frozen, err := submissions.RevisionFrozen(tx, before.ID, before.Revision)
	if err != nil {
		return 0, err
	}
	after := before
	after.Updated, after.Changed = now.UnixMicro(), before.Version+1
	if frozen {
		after.Revision++
	}
	if err := submissions.ReplaceEntry(tx, before, after, submissions.ErrSavedMeanwhile()); err != nil || !frozen {
		return after.Revision, err
	}
	submitted, err := submissions.RevisionOf(tx, before.ID, before.Revision)
	if err != nil {
		return 0, err
	}
	return after.Revision, submissions.InsertRevision(tx, before.ID, after.Revision, snapshotOf(submitted), now)
}

func snapshotOf(r submissions.Revision) submissions.Snapshot {
	return submissions.Snapshot{
		Document: r.Document, Report: r.Report, InputErrors: r.InputErrors,
		RulesDigest: r.RulesDigest, InputDigest: r.InputDigest, ReportDigest: r.ReportDigest, Files: r.Files,
		Series: r.Series,
	}
}

func replaceFiles(tx *gorm.DB, entryID int64, number int, files []submissions.File) error {
	if err := tx.Where("entry_id = ? AND number = ?", entryID, number).
		Delete(&submissions.FileRow{}).Error; err != nil {
		return err
	}
	return submissions.InsertFileRows(tx, entryID, number, files)
}

// MaximumFiles is how many files a submission, and an upload, may have.
const MaximumFiles = 1_000 // of a submission, and of an upload

func tooManyFiles() error {
	return &power.InputError{Problem: fmt.Sprintf("the submission would hold more than %d files", MaximumFiles),
		Remedy: "send those the document names"}
}
