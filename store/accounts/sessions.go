// This file owns the sessions of those who are signed in.

package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"green500/store/database"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Sessions keeps the sessions of the people who are signed in. It is a CtxStore of github.com/alexedwards/scs/v2.
type Sessions struct {
	store *SignIns
	used  *usedSessions
}

// Sessions returns where sessions are kept.
func (s *SignIns) Sessions() *Sessions {
	return &Sessions{s, &usedSessions{keys: map[string]struct{}{}}}
}

// usedSessions gathers which sessions are used, so that they are noted together: if hundreds of people come back at
// once, each would wait for all the others to be noted before them. What is gathered when a server dies is lost, and
// noted when the session is used again.
type usedSessions struct {
	noting sync.Mutex // held while noting
	mutex  sync.Mutex
	keys   map[string]struct{}
}

func (u *usedSessions) add(key string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.keys[key] = struct{}{}
}

func (u *usedSessions) any() bool {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return len(u.keys) > 0
}

func (u *usedSessions) take() map[string]struct{} {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	taken := u.keys
	u.keys = map[string]struct{}{}
	return taken
}

// sessionKey is what a session is kept under: a reader of the database must not find the tokens that let people in.
func sessionKey(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// How long a session is kept.
const (
	SessionLifetime = 14 * 24 * time.Hour // since it began
	SessionIdle     = 3 * 24 * time.Hour  // without being used
	sessionSeen     = time.Minute         // between two notes that it is used: most requests change nothing else
	// after its end, so that a request that began before it does not bring it back
	sessionGone = time.Hour
)

// FindCtx returns the data of a session that has not expired, and notes that it is used.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, exists bool, err error) {
	now := s.store.db.Now()
	row, err := database.Take[SessionRow](s.store.db.Query(ctx).Where("key = ? AND expires_at > ? AND seen_at > ?",
		sessionKey(token), now.UnixMicro(), now.Add(-SessionIdle).UnixMicro()))
	if database.IsNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("find a session: %w", err)
	}
	if row.Seen <= now.Add(-sessionSeen).UnixMicro() {
		s.note(ctx, row.Key, now.UnixMicro())
	}
	return row.Data, true, nil
}

// notingTime is how long is tried to note that sessions are used: closing the store waits for it.
const notingTime = 30 * time.Second

// note notes that a session is used, with all others of which nobody has noted it yet. Nobody waits for it: while a
// disk is busy that would take seconds of a request that only reads. If it fails the session goes on as it was, and is
// noted when it is used again.
func (s *Sessions) note(ctx context.Context, key string, at int64) {
	s.used.add(key)
	ctx = context.WithoutCancel(ctx) // the client may go away; the others are noted all the same
	s.store.db.Noting.Go(func() {
		ctx, end := context.WithTimeout(ctx, notingTime)
		defer end()
		for s.used.any() && s.used.noting.TryLock() {
			_ = s.noteAll(ctx, at)
			s.used.noting.Unlock()
		}
	})
}

func (s *Sessions) noteAll(ctx context.Context, at int64) error {
	taken := s.used.take()
	return s.store.db.Transact(ctx, func(tx *gorm.DB) error {
		for keys := range slices.Chunk(slices.Sorted(maps.Keys(taken)), database.Batch) {
			seen := tx.Model(&SessionRow{}).Where("key IN ? AND seen_at < ?", keys, at)
			if err := seen.Update("seen_at", at).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// CommitCtx keeps the data of a session, in place of what it was, unless it has ended in between.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	now := s.store.db.Now().UnixMicro()
	row := SessionRow{Key: sessionKey(token), Data: database.NotNil(data), Expires: expiry.UnixMicro(), Seen: now}
	replace := clause.OnConflict{
		Columns: []clause.Column{{Name: "key"}},
		DoUpdates: append(clause.AssignmentColumns([]string{"data", "expires_at"}), clause.Assignment{
			Column: clause.Column{Name: "seen_at"}, // a clock that was behind takes back no sign of life
			Value: gorm.Expr(
				"CASE WHEN excluded.seen_at > sessions.seen_at THEN excluded.seen_at ELSE sessions.seen_at END"),
		}),
		Where: clause.Where{Exprs: []clause.Expression{gorm.Expr("sessions.expires_at > ?", now)}},
	}
	if err := s.store.db.Transact(ctx,
		func(tx *gorm.DB) error { return tx.Clauses(replace).Create(&row).Error }); err != nil {
		return fmt.Errorf("keep a session: %w", err)
	}
	return nil
}

// DeleteCtx ends a session; one that is not there is no error.
func (s *Sessions) DeleteCtx(ctx context.Context, token string) error {
	ended := map[string]any{"data": []byte{}, "expires_at": s.store.db.Now().UnixMicro()}
	err := s.store.db.Transact(ctx, func(tx *gorm.DB) error {
		return tx.Model(&SessionRow{}).Where("key = ?", sessionKey(token)).Updates(ended).Error
	})
	if err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	return nil
}

// DeleteExpired forgets the sessions that have ended a while ago and says how many.
func (s *Sessions) DeleteExpired(ctx context.Context) (int64, error) {
	now := s.store.db.Now()
	ended, unused := now.Add(-sessionGone).UnixMicro(), now.Add(-SessionIdle-sessionGone).UnixMicro()
	deleted := s.store.db.Query(ctx).Where("expires_at <= ? OR seen_at <= ?", ended, unused).Delete(&SessionRow{})
	if deleted.Error != nil {
		return 0, deleted.Error
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
