package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm/clause"
)

// Sessions keeps the sessions of the people who are signed in. It is a CtxStore of
// github.com/alexedwards/scs/v2.
type Sessions struct{ store *Store }

// Sessions returns where sessions are kept.
func (s *Store) Sessions() *Sessions { return &Sessions{s} }

type sessionRow struct {
	Key     string `gorm:"primaryKey"`
	Data    []byte
	Expires int64 `gorm:"column:expires_at"`
}

// TableName is the table, for gorm.
func (sessionRow) TableName() string { return "sessions" }

// sessionKey is what a session is kept under: whoever reads the database must not find the tokens
// that let people in.
func sessionKey(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// FindCtx returns the data of a session that has not expired. It fails only where the database does.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, exists bool, err error) {
	var row sessionRow
	now := s.store.now().UnixMicro()
	err = found(s.store.query(ctx).Where("key = ? AND expires_at > ?", sessionKey(token), now).Take(&row).Error)
	if errors.Is(err, ErrNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("find a session: %w", err)
	}
	return row.Data, true, nil
}

// CommitCtx keeps the data of a session, in place of what it was. It fails only where the database does.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	row := sessionRow{Key: sessionKey(token), Data: notNil(data), Expires: expiry.UnixMicro()}
	replace := clause.OnConflict{
		Columns:   []clause.Column{{Name: "key"}},
		DoUpdates: clause.AssignmentColumns([]string{"data", "expires_at"}),
	}
	if err := s.store.query(ctx).Clauses(replace).Create(&row).Error; err != nil {
		return fmt.Errorf("keep a session: %w", err)
	}
	return nil
}

// DeleteCtx ends a session; one that is not there is no error. It fails only where the database does.
func (s *Sessions) DeleteCtx(ctx context.Context, token string) error {
	if err := s.store.query(ctx).Where("key = ?", sessionKey(token)).Delete(&sessionRow{}).Error; err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	return nil
}

// DeleteExpired forgets the sessions that have ended and says how many. It fails only where the
// database does.
func (s *Sessions) DeleteExpired(ctx context.Context) (int64, error) {
	deleted := s.store.query(ctx).Where("expires_at <= ?", s.store.now().UnixMicro()).Delete(&sessionRow{})
	if deleted.Error != nil {
		return 0, fmt.Errorf("forget sessions: %w", deleted.Error)
	}
	return deleted.RowsAffected, nil
}

// Find is FindCtx without a context.
func (s *Sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (s *Sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// notNil keeps an empty value from becoming NULL.
func notNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
