// This file owns the revisions of submissions.

package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
)

type revisionRow struct {
	Revision
	Created   int64  `gorm:"column:created_at"`
	Submitted *int64 `gorm:"column:submitted_at"`
}

func (revisionRow) TableName() string { return "revisions" }

func (r revisionRow) revision() Revision {
	r.CreatedAt, r.SubmittedAt = fromMicro(r.Created), fromMicroOrNil(r.Submitted)
	return r.Revision
}

func newRevisionRow(entryID int64, number int, s Snapshot, now time.Time) revisionRow {
	return revisionRow{Created: now.UnixMicro(), Revision: Revision{
		EntryID: entryID, Number: number, Document: s.Document, Report: nilIfEmpty(s.Report), InputErrors: nilIfEmpty(s.InputErrors),
		RulesDigest: text(s.RulesDigest), InputDigest: text(s.InputDigest), ReportDigest: text(s.ReportDigest),
	}}
}

// Revision returns a revision of an entry with all that belongs to it; number 0 is the current one.
// It returns ErrNotFound where there is none. Others have the same texts before them: nobody may change a byte of those.
func (s *Store) Revision(ctx context.Context, entryID int64, number int) (Revision, error) {
	if number == 0 {
		entry, err := s.Entry(ctx, entryID)
		if err != nil {
			return Revision{}, err
		}
		number = entry.Revision
	}
	revision, err := revisionOf(s.query(ctx), entryID, number)
	revision.reports = s.reports
	return revision, err
}

// LastSubmitted is the number of the revision of an entry that was submitted last. It returns ErrNotFound where none was.
func (s *Store) LastSubmitted(ctx context.Context, entryID int64) (number int, err error) {
	row, err := take[revisionRow](s.query(ctx).Select("number").Where("entry_id = ? AND submitted_at IS NOT NULL", entryID).Order("number DESC"))
	if err != nil {
		return 0, fmt.Errorf("find what was submitted last of entry %d: %w", entryID, err)
	}
	return row.Number, nil
}

func revisionOf(tx *gorm.DB, entryID int64, number int) (Revision, error) {
	row, err := take[revisionRow](tx.Where("entry_id = ? AND number = ?", entryID, number))
	if err != nil {
		return Revision{}, fmt.Errorf("revision %d of entry %d: %w", number, entryID, err)
	}
	revision := row.revision()
	if revision.Files, err = filesOf(tx, entryID, number); err != nil {
		return Revision{}, err
	}
	revision.Series, err = seriesOf(tx, entryID, number)
	return revision, err
}

// Revisions returns the revisions of an entry from the first to the current, without document, report, input errors,
// files and series.
func (s *Store) Revisions(ctx context.Context, entryID int64) ([]Revision, error) {
	query := s.query(ctx).Omit("document", "report", "input_errors").Where("entry_id = ?", entryID)
	return listed(query.Order("number"), revisionRow.revision)
}

func revisionFrozen(tx *gorm.DB, entryID int64, number int) (bool, error) {
	query := tx.Select("submitted_at").Where("entry_id = ? AND number = ?", entryID, number)
	row, err := take[revisionRow](query)
	if err != nil {
		return false, fmt.Errorf("revision %d of entry %d: %w", number, entryID, err)
	}
	return row.Submitted != nil, nil
}

// freezeRevision marks a revision as submitted; one that was before, and came back unchanged, keeps its time.
func freezeRevision(tx *gorm.DB, entryID int64, number int, now time.Time) error {
	frozen := tx.Model(&revisionRow{}).
		Where("entry_id = ? AND number = ? AND submitted_at IS NULL", entryID, number).
		Updates(map[string]any{"submitted_at": now.UnixMicro()})
	if frozen.Error != nil {
		return frozen.Error
	}
	row, err := take[revisionRow](tx.Select("report").Where("entry_id = ? AND number = ?", entryID, number))
	if err != nil {
		return fmt.Errorf("revision %d of entry %d: %w", number, entryID, err)
	}
	{
		rows, err := findingRows(entryID, number, row.Report)
		if err != nil {
			return err
		}
		return insert(unlessThere(tx), rows)
	}
}

func insertRevision(tx *gorm.DB, entryID int64, number int, snapshot Snapshot, now time.Time) error {
	row := newRevisionRow(entryID, number, snapshot, now)
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	return insertFiles(tx, entryID, number, snapshot)
}
