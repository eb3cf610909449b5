// This file owns when somebody last looked at a submission.

package store

import (
	"context"

	"gorm.io/gorm/clause"
)

type lookRow struct {
	UserID   int64 `gorm:"primaryKey;autoIncrement:false"`
	EntryID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Revision int
	At       int64
}

func (lookRow) TableName() string { return "looks" }

// Look notes that somebody has the evidence of a revision before them, so that the queue can show what changed since.
func (s *Store) Look(ctx context.Context, userID, entryID int64, revision int) error {
	row := lookRow{UserID: userID, EntryID: entryID, Revision: revision, At: s.now().UnixMicro()}
	latest := clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}, {Name: "entry_id"}}, DoUpdates: clause.AssignmentColumns([]string{"revision", "at"})}
	return s.query(ctx).Clauses(latest).Create(&row).Error
}

// LastLook returns the revision of an entry that somebody looked at last; 0 where they never did.
func (s *Store) LastLook(ctx context.Context, userID, entryID int64) (int, error) {
	var seen []int // a list, because gorm logs a lacking row as a failure
	query := s.query(ctx).Table("looks").Where("user_id = ? AND entry_id = ?", userID, entryID)
	if err := query.Limit(1).Pluck("revision", &seen).Error; err != nil {
		return 0, err
	}
	if len(seen) == 0 {
		return 0, nil
	}
	return seen[0], nil
}
