// This file owns the key that this installation signs with, what the secret key protects, and signing the end of the
// audit log.

package recorded

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/secret"
	"green500/validation/review/audit"
	"green500/validation/review/receipt"
)

// SigningKeyRow is a row of the table signing_keys.
type SigningKeyRow struct {
	ID      int64
	Seed    []byte
	Public  string
	Created int64 `gorm:"column:created_at"`
}

func (SigningKeyRow) TableName() string { return "signing_keys" }

// FirstKey is the number of the first key: of several servers that make one at once, one gets through. The key of the
// highest number signs; the private part of the ones before is gone.
const FirstKey = 1

const aboutSigningKey = "signing key"

// NewSigningKey makes a signing key, encrypted with the secret key.
func (s *Database) NewSigningKey(id int64, with *secret.Key) SigningKeyRow {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // which never fails
	public, _ := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	return SigningKeyRow{ID: id, Seed: with.Seal(seed, aboutSigningKey), Public: receipt.KeyText(public),
		Created: s.Now().UnixMicro()}
}

// LatestSigningKey returns the row of the key that signs, or ErrNotFound.
func LatestSigningKey(tx *gorm.DB) (row SigningKeyRow, err error) {
	if err = tx.Order("id DESC").Limit(1).Take(&row).Error; err != nil {
		err = fmt.Errorf("find the key that signs receipts: %w", err)
	}
	return row, err
}

// SigningKey returns the key that signs. It fails if the secret key is missing, or if the row was altered.
func (s *Database) SigningKey(tx *gorm.DB) (ed25519.PrivateKey, error) {
	row, err := LatestSigningKey(tx)
	if database.IsNotFound(err) && s.Secret == nil {
		return nil, s.Locked
	}
	if err != nil {
		return nil, err
	}
	seed, err := s.opened(row.Seed)
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, ErrAlteredKey
	}
	key := ed25519.NewKeyFromSeed(seed)
	if public, _ := key.Public().(ed25519.PublicKey); receipt.KeyText(public) != row.Public {
		return nil, ErrAlteredKey
	}
	return key, nil
}

// SignText signs a text, byte for byte, with the key of this installation.
func (s *Database) SignText(ctx context.Context, text []byte) (receipt.Signature, error) {
	key, err := s.SigningKey(s.Query(ctx))
	if err != nil {
		return receipt.Signature{}, err
	}
	return receipt.SignText(text, key), nil
}

func (s *Database) opened(sealed []byte) ([]byte, error) {
	if s.Secret == nil {
		return nil, s.Locked
	}
	seed, err := s.Secret.Open(sealed, aboutSigningKey)
	switch {
	case errors.Is(err, secret.ErrOtherKey):
		return nil, errOtherSecret()
	case err != nil:
		return nil, ErrAlteredKey
	}
	return seed, nil
}

// ErrAlteredKey says that the row of the signing key is not as it was written.
var ErrAlteredKey = errors.New(
	"the key that signs receipts is damaged or was altered: restore the table signing_keys from a backup")

func errOtherSecret() error {
	return database.InputError("--secret-key", "this installation was encrypted with another secret key",
		"name that key; servers on one database share it. If it is lost: green500 key reset")
}

// PublicKey is what receipts of this installation are checked with. It returns ErrNotFound if there is none yet.
func (s *Database) PublicKey(ctx context.Context) (string, error) {
	row, err := LatestSigningKey(s.Query(ctx))
	return row.Public, err
}

// PublicKeys returns the key that signs, and after it those that signed before, from the latest to the first.
func (s *Database) PublicKeys(ctx context.Context) ([]string, error) {
	return database.Pluck[string](s.Query(ctx).Model(&SigningKeyRow{}).Order("id DESC"), "public")
}

// Head is the row of the table audit_head: how many audit events there are, signed.
type Head struct {
	ID     int64
	Number int64
	Hash   string
}

func (Head) TableName() string { return "audit_head" }

// OneHead is the number of that row.
const OneHead = 1

// Checkpoint is a row of the table audit_checkpoints.
type Checkpoint struct {
	Number int64 `gorm:"primaryKey;autoIncrement:false"`
	Text   []byte
}

func (Checkpoint) TableName() string { return "audit_checkpoints" }

// signHead signs how far the log goes and keeps that: records that are cut off afterwards are missed.
func (s *Database) signHead(tx *gorm.DB, head Head) ([]byte, error) {
	key, err := s.SigningKey(tx)
	if err != nil {
		return nil, err
	}
	text, err := audit.Head{Number: head.Number, Hash: head.Hash, At: s.Now()}.Sign(key)
	if err != nil {
		return nil, err
	}
	row := Checkpoint{Number: head.Number, Text: text}
	err = database.UnlessThere(tx).Create(&row).Error
	return text, err
}

// Locked returns why nothing can be signed and no mail written: nil, or that the secret key is missing.

// EventNewKey is the audit event of a new signing key.
const EventNewKey = "replace the signing key"

// ReplaceSigningKey makes a new key that signs from now on, and deletes the private part of the key before. What that
// one signed can still be checked with its public part.
func (s *Database) ReplaceSigningKey(ctx context.Context) (public string, err error) {
	if s.Secret == nil {
		return "", s.Locked
	}
	return s.ReplaceSigningKeyWith(ctx, s.Secret, func(*gorm.DB) error { return nil })
}

// ReplaceSigningKeyWith is ReplaceSigningKey with a secret key, and with other work in the same transaction.
func (s *Database) ReplaceSigningKeyWith(ctx context.Context, with *secret.Key, also func(*gorm.DB) error) (
	public string, err error) {
	err = s.Transact(ctx, func(tx *gorm.DB) error {
		before, err := LatestSigningKey(tx)
		if err != nil && !database.IsNotFound(err) {
			return err
		}
		made := s.NewSigningKey(max(before.ID+1, FirstKey), with)
		public = made.Public
		if err := tx.Create(&made).Error; err != nil {
			return err
		}
		if err := tx.Model(&SigningKeyRow{}).Where("id = ?", before.ID).Update("seed", []byte{}).Error; err != nil {
			return err
		}
		if err := also(tx); err != nil {
			return err
		}
		return s.Record(tx,
			AuditEvent{Name: EventNewKey, Subject: made.Public, Detail: "in place of " + before.Public, Signed: true})
	})
	return public, err
}
