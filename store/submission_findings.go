// This file owns the findings of reports, in rows that can be counted.

package store

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/power"
	"green500/validation/rules"
)

// marginUnit is how a margin of one is written in the database: whole numbers are binned there
// the same way everywhere.
const marginUnit = 1_000_000

// largestMargin bounds margins, so that each is a whole number of units.
const largestMargin = 1e9

// findingRow is what a report says of a rule for one level.
type findingRow struct {
	EntryID int64         `gorm:"primaryKey;autoIncrement:false"`
	Number  int           `gorm:"primaryKey;autoIncrement:false"`
	Rule    string        `gorm:"primaryKey"`
	Level   power.Level   `gorm:"primaryKey;autoIncrement:false"`
	Outcome rules.Outcome // as the report has it
	Margin  *int64        `gorm:"column:slack"` // in marginUnit; nil where the finding has none
}

// TableName is the table, for gorm.
func (findingRow) TableName() string { return "revision_findings" }

// findingRows reads the findings of a report, a row for each level that asks.
func findingRows(entryID int64, number int, report []byte) ([]findingRow, error) {
	if len(report) == 0 {
		return nil, nil
	}
	var read struct {
		Findings []struct {
			Rule    string
			Levels  []power.Level
			Outcome rules.Outcome
			Slack   *float64
		}
	}
	if err := json.Unmarshal(report, &read); err != nil {
		return nil, fmt.Errorf("read the findings of revision %d of entry %d: %w", number, entryID, err)
	}
	var rows []findingRow
	for _, f := range read.Findings {
		for _, level := range f.Levels {
			rows = append(rows, findingRow{entryID, number, f.Rule, level, f.Outcome, marginParts(f.Slack)})
		}
	}
	return rows, nil
}

// marginParts rounds down, so that nothing that fails comes out with a margin of zero.
func marginParts(margin *float64) *int64 {
	if margin == nil {
		return nil
	}
	parts := int64(math.Floor(max(-largestMargin, min(largestMargin, *margin)) * marginUnit))
	return &parts
}

// insertFindings enters what a report says.
func insertFindings(tx *gorm.DB, entryID int64, number int, report []byte) error {
	rows, err := findingRows(entryID, number, report)
	if err != nil {
		return err
	}
	return insertFindingRows(tx, rows)
}

// insertFindingRows leaves what is there already: of two programs that start at the same moment, one
// comes second.
func insertFindingRows(tx *gorm.DB, rows []findingRow) error {
	if err := insert(tx.Clauses(clause.OnConflict{DoNothing: true}), rows); err != nil {
		return fmt.Errorf("keep the findings of a report: %w", err)
	}
	return nil
}

// reportBatch is how many reports are held at a time.
const reportBatch = 100

// fillFindings enters the findings of the revisions that were kept before there was a table of them.
// A report that cannot be read keeps nobody from their work: it is told, and has no findings.
func (s *Store) fillFindings(ctx context.Context, log *slog.Logger) error {
	var last revisionRow
	for {
		var rows []revisionRow
		query := s.query(ctx).Select("entry_id", "number", "report").
			Where("report IS NOT NULL AND submitted_at IS NOT NULL AND (entry_id > ? OR entry_id = ? AND number > ?)", last.EntryID, last.EntryID, last.Number).
			Where("NOT EXISTS (SELECT 1 FROM revision_findings f WHERE f.entry_id = revisions.entry_id AND f.number = revisions.number)")
		if err := query.Order("entry_id, number").Limit(reportBatch).Find(&rows).Error; err != nil {
			return fmt.Errorf("list the reports whose findings are not entered: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		last = rows[len(rows)-1]
		if err := s.enterFindings(ctx, rows, log); err != nil {
			return err
		}
	}
}

func (s *Store) enterFindings(ctx context.Context, revisions []revisionRow, log *slog.Logger) error {
	var rows []findingRow
	for _, revision := range revisions {
		read, err := findingRows(revision.EntryID, revision.Number, revision.Report)
		if err != nil {
			log.WarnContext(ctx, "a kept report cannot be read", "error", err)
		}
		rows = append(rows, read...)
	}
	return s.transact(ctx, func(tx *gorm.DB) error { return insertFindingRows(tx, rows) })
}
