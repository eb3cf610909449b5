// This file owns the revisions of submissions.

package submissions

import (
	"context"
	"fmt"
	"time"

	"green500/store/database"

	"gorm.io/gorm"
)

// RevisionRow is a row of the table revisions.
type RevisionRow struct {
	Revision
	Created   int64  `gorm:"column:created_at"`
	Submitted *int64 `gorm:"column:submitted_at"`
}

func (RevisionRow) TableName() string { return "revisions" }

// Content is the revision of a row, without its files.
func (r RevisionRow) Content() Revision {
	r.CreatedAt, r.SubmittedAt = database.FromMicro(r.Created), database.FromMicroOrNil(r.Submitted)
	return r.Revision
}

// NewRevisionRow returns the row of a snapshot.
func NewRevisionRow(entryID int64, number int, s Snapshot, now time.Time) RevisionRow {
	return RevisionRow{Created: now.UnixMicro(), Revision: Revision{
		EntryID: entryID, Number: number, Document: s.Document, Report: database.NilIfEmpty(s.Report),
		InputErrors: database.NilIfEmpty(s.InputErrors),
		RulesDigest: database.Text(s.RulesDigest), InputDigest: database.Text(s.InputDigest),
		ReportDigest: database.Text(s.ReportDigest),
	}}
}

// Revision returns a revision of an entry with all that belongs to it; number 0 is the current one.
// It returns ErrNotFound if there is none. Others have the same texts before them: nobody may change a byte of those.
func (s *Submissions) Revision(ctx context.Context, entryID int64, number int) (Revision, error) {
	if number == 0 {
		entry, err := s.Entry(ctx, entryID)
		if err != nil {
			return Revision{}, err
		}
		number = entry.Revision
	}
	revision, err := RevisionOf(s.db.Query(ctx), entryID, number)
	revision.reports = s.reports
	return revision, err
}

// LastSubmitted is the number of the revision of an entry that was submitted last. It returns ErrNotFound if none was.
func (s *Submissions) LastSubmitted(ctx context.Context, entryID int64) (number int, err error) {
	row, err := database.Take[RevisionRow](s.db.Query(ctx).Select("number").
		Where("entry_id = ? AND submitted_at IS NOT NULL", entryID).Order("number DESC"))
	if err != nil {
		return 0, fmt.Errorf("find what was submitted last of submission %d: %w", entryID, err)
	}
	return row.Number, nil
}

// RevisionOf returns a revision with its files, or ErrNotFound.
func RevisionOf(tx *gorm.DB, entryID int64, number int) (Revision, error) {
	row, err := database.Take[RevisionRow](tx.Where("entry_id = ? AND number = ?", entryID, number))
	if err != nil {
		return Revision{}, fmt.Errorf("revision %d of submission %d: %w", number, entryID, err)
	}
	revision := row.Content()
	if revision.Files, err = FilesOf(tx, entryID, number); err != nil {
		return Revision{}, err
	}
	revision.Series, err = seriesOf(tx, entryID, number)
	return revision, err
}

// Revisions returns the revisions of an entry from the first to the current, without document, report, input errors,
// files and series.
func (s *Submissions) Revisions(ctx context.Context, entryID int64) ([]Revision, error) {
	query := s.db.Query(ctx).Omit("document", "report", "input_errors").Where("entry_id = ?", entryID)
	return database.Listed(query.Order("number"), RevisionRow.Content)
}

// RevisionFrozen reports whether a revision was submitted.
func RevisionFrozen(tx *gorm.DB, entryID int64, number int) (bool, error) {
	query := tx.Select("submitted_at").Where("entry_id = ? AND number = ?", entryID, number)
	row, err := database.Take[RevisionRow](query)
	if err != nil {
		return false, fmt.Errorf("revision %d of submission %d: %w", number, entryID, err)
	}
	return row.Submitted != nil, nil
}

// FreezeRevision marks a revision as submitted; one that was before, and came back unchanged, keeps its time.
func FreezeRevision(tx *gorm.DB, entryID int64, number int, now time.Time) error {
	frozen := tx.Model(&RevisionRow{}).
		Where("entry_id = ? AND number = ? AND submitted_at IS NULL", entryID, number).
		Updates(map[string]any{"submitted_at": now.UnixMicro()})
	if frozen.Error != nil {
		return frozen.Error
	}
	row, err := database.Take[RevisionRow](tx.Select("report").Where("entry_id = ? AND number = ?", entryID, number))
	if err != nil {
		return fmt.Errorf("revision %d of submission %d: %w", number, entryID, err)
	}
	{
		rows, err := findingRows(entryID, number, row.Report)
		if err != nil {
			return err
		}
		return database.Insert(database.UnlessThere(tx), rows)
	}
}

// InsertRevision writes a revision with its files and series.
func InsertRevision(tx *gorm.DB, entryID int64, number int, snapshot Snapshot, now time.Time) error {
	row := NewRevisionRow(entryID, number, snapshot, now)
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	return insertFiles(tx, entryID, number, snapshot)
}
