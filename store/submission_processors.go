// This file owns filling in the processor of submissions from before its column.

package store

import (
	"context"
	"fmt"
	"log/slog"

	"gorm.io/gorm"
)

// fillProcessors enters the processors of the entries that were kept before there was a column for them. A document
// that cannot be read keeps nobody from their work: it is told, and has no processor.
func (s *Store) fillProcessors(ctx context.Context, log *slog.Logger) error {
	for {
		var rows []revisionRow
		query := s.query(ctx).Select("revisions.entry_id", "revisions.number", "revisions.document").
			Joins("JOIN entries ON entries.id = revisions.entry_id AND entries.revision = revisions.number").
			Where("entries.processor IS NULL")
		if err := query.Order("revisions.entry_id").Limit(reportBatch).Find(&rows).Error; err != nil {
			return fmt.Errorf("list the entries whose processor is not entered: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		err := s.transact(withRoutine(ctx, routineRepeat), func(tx *gorm.DB) error {
			for _, row := range rows {
				if err := enterProcessor(ctx, tx, row, log); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

func enterProcessor(ctx context.Context, tx *gorm.DB, row revisionRow, log *slog.Logger) error {
	processor := ""
	document, err := DecodeDocument(row.Document)
	if err != nil {
		log.WarnContext(ctx, "a kept document cannot be read", "entry", row.EntryID, "error", err)
	} else {
		processor = text(document.System.Processor)
	}
	entered := tx.Model(&entryRow{}).Where("id = ? AND processor IS NULL", row.EntryID).Updates(map[string]any{"processor": processor})
	if entered.Error != nil {
		return fmt.Errorf("enter the processor of entry %d: %w", row.EntryID, entered.Error)
	}
	return nil
}
