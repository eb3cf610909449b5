package store

import (
	"context"
	"time"

	"green500/store/accounts"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// InsertSite makes a site with members.
func InsertSite(ctx context.Context, s *Store, name string, members ...accounts.User) (int64, error) {
	now := time.Now().UnixMicro()
	site := struct {
		ID        int64
		Name      string
		Country   string
		URL       string
		CreatedAt int64 `gorm:"autoCreateTime:false"`
	}{Name: name, CreatedAt: now}
	err := s.db.Change(ctx, recorded.AuditEvent{Name: "create a site"}, func(tx *gorm.DB) error {
		if err := tx.Table("sites").Create(&site).Error; err != nil {
			return err
		}
		for i, member := range members {
			role := "member"
			if i == 0 {
				role = "keeper"
			}
			row := map[string]any{"site_id": site.ID, "user_id": member.ID, "role": role, "joined_at": now}
			if err := tx.Table("members").Create(row).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return site.ID, err
}

// ShareEntry puts an entry to a site.
func ShareEntry(ctx context.Context, s *Store, entryID, siteID int64) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "share", EntryID: entryID}, func(tx *gorm.DB) error {
		return tx.Table("entries").Where("id = ?", entryID).Update("site_id", siteID).Error
	})
}
