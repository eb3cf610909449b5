package store

import (
	"context"
	"maps"

	"green500/store/accounts"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// UnrecordedTables are those that change without a record, and why.
func UnrecordedTables() map[string]string { return maps.Clone(recorded.unrecorded()) }

// Tables returns the names of all tables.
func Tables(ctx context.Context, s *Store) ([]string, error) {
	return s.db.Query(ctx).Migrator().GetTables()
}

// WaysToChange are the statements that ChangeSilently knows.
func WaysToChange() []string { return []string{"create", "update", "delete"} }

// ChangeSilently changes a table outside of a transaction of the store.
func ChangeSilently(ctx context.Context, s *Store, table, way string) error {
	tx := s.db.Query(ctx).Table(table).Where("1 = 0")
	switch way {
	case "create":
		return tx.Create(map[string]any{"nothing": 1}).Error
	case "update":
		return tx.Updates(map[string]any{"nothing": 1}).Error
	}
	return tx.Delete(map[string]any{}).Error
}

// ChangeUnrecorded changes an account in a transaction that records nothing.
func ChangeUnrecorded(ctx context.Context, s *Store, id int64) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		return tx.Model(&accounts.UserRow{}).Where("id = ?", id).Update("name", "Nobody").Error
	})
}

// ChangeInSQL changes an account in words that say nothing of which table, in a transaction that records something else.
func ChangeInSQL(ctx context.Context, s *Store, id int64) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "write", EntryID: 1, Revision: 1}, func(tx *gorm.DB) error {
		return tx.Exec("UPDATE users SET name = 'Nobody' WHERE id = ?", id).Error
	})
}

// RecordOnly is a transaction that does nothing but record.
func RecordOnly(ctx context.Context, s *Store) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "write", EntryID: 1, Revision: 1, Detail: "system.manufacturer"}, func(*gorm.DB) error { return nil })
}

// RecordNothing is a transaction that writes one row and records nothing.
func RecordNothing(ctx context.Context, s *Store) error {
	return s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineUse), func(tx *gorm.DB) error {
		return tx.Model(&accounts.UserRow{}).Where("id = ?", 1).Update("affiliation", "Centre").Error
	})
}
