package store

import (
	"context"
	"log/slog"

	"gorm.io/gorm"
)

// ForgetProcessors makes all entries as old as the column for processors is not, and the document of one unreadable.
func ForgetProcessors(ctx context.Context, s *Store, unreadable int64) error {
	return s.transact(withRoutine(ctx, routineRepeat), func(tx *gorm.DB) error {
		if err := tx.Table("entries").Where("1 = 1").Update("processor", nil).Error; err != nil {
			return err
		}
		return tx.Table("revisions").Where("entry_id = ?", unreadable).Update("document", []byte("{")).Error
	})
}

// FillProcessors is what the program does when it starts.
func FillProcessors(ctx context.Context, s *Store) error {
	return s.fillProcessors(ctx, slog.New(slog.DiscardHandler))
}

// RelistEarlier is what the program does when it starts.
func RelistEarlier(ctx context.Context, s *Store) error { return s.fillCatalogue(ctx) }
