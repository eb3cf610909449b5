// This file owns the key that this installation signs with, and signing the end of the audit log.

package store

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/audit"
	"green500/validation/receipt"
)

type signingKeyRow struct {
	ID      int64
	Seed    []byte
	Public  string
	Created int64 `gorm:"column:created_at"`
}

// TableName is the table, for gorm.
func (signingKeyRow) TableName() string { return "signing_keys" }

// oneKey is the number of the key: of several servers that make one at once, one gets through.
const oneKey = 1

// signingKey returns the key that receipts are signed with, which it makes where there is none.
func (s *Store) signingKey(tx *gorm.DB) (ed25519.PrivateKey, error) {
	var row signingKeyRow
	err := found(tx.Where("id = ?", oneKey).Take(&row).Error)
	if errors.Is(err, ErrNotFound) {
		seed := make([]byte, ed25519.SeedSize)
		_, _ = rand.Read(seed) // which never fails
		public, _ := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
		made := signingKeyRow{ID: oneKey, Seed: seed, Public: receipt.KeyText(public), Created: s.now().UnixMicro()}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&made).Error; err != nil {
			return nil, fmt.Errorf("make a key to sign receipts: %w", err)
		}
		err = found(tx.Where("id = ?", oneKey).Take(&row).Error)
	}
	if err != nil {
		return nil, fmt.Errorf("find the key that signs receipts: %w", err)
	}
	if len(row.Seed) != ed25519.SeedSize {
		return nil, errAlteredKey
	}
	key := ed25519.NewKeyFromSeed(row.Seed)
	if public, _ := key.Public().(ed25519.PublicKey); receipt.KeyText(public) != row.Public {
		return nil, errAlteredKey
	}
	return key, nil
}

// errAlteredKey keeps anything from being signed with a key that nobody knows.
var errAlteredKey = errors.New("the key that signs receipts is damaged or was altered: restore the table signing_keys from a backup")

// PublicKey is what receipts of this installation are checked with. It fails only where the database does.
func (s *Store) PublicKey(ctx context.Context) (string, error) {
	key, err := s.signingKey(s.query(ctx))
	if err != nil {
		return "", err
	}
	public, _ := key.Public().(ed25519.PublicKey)
	return receipt.KeyText(public), nil
}

type auditHead struct {
	ID     int64
	Number int64
	Hash   string
}

// TableName is the table, for gorm.
func (auditHead) TableName() string { return "audit_head" }

// oneHead is the number of the row that is held while the log is written.
const oneHead = 1

type auditCheckpoint struct {
	Number int64 `gorm:"primaryKey;autoIncrement:false"`
	Text   []byte
}

// TableName is the table, for gorm.
func (auditCheckpoint) TableName() string { return "audit_checkpoints" }

// signHead signs how far the log goes and keeps that: records that are cut off afterwards are missed.
func (s *Store) signHead(tx *gorm.DB, head auditHead) ([]byte, error) {
	key, err := s.signingKey(tx)
	if err != nil {
		return nil, err
	}
	text, err := audit.Head{Number: head.Number, Hash: head.Hash, At: s.now()}.Sign(key)
	if err != nil {
		return nil, err
	}
	row := auditCheckpoint{Number: head.Number, Text: text}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
		return nil, fmt.Errorf("keep the signed head of the audit log: %w", err)
	}
	return text, nil
}
