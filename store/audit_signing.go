// This file owns the key that this installation signs with, what the secret key protects, and signing the end of the audit log.

package store

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/secret"
	"green500/store/webhooks"
	"green500/validation/review/audit"
	"green500/validation/review/receipt"
)

type signingKeyRow struct {
	ID      int64
	Seed    []byte
	Public  string
	Created int64 `gorm:"column:created_at"`
}

func (signingKeyRow) TableName() string { return "signing_keys" }

// firstKey is the number of the first key: of several servers that make one at once, one gets through. The key of the highest
// number signs; the private part of the ones before is gone.
const firstKey = 1

const aboutSigningKey = "signing key"

func (s *Store) newSigningKey(id int64, with *secret.Key) signingKeyRow {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // which never fails
	public, _ := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	return signingKeyRow{ID: id, Seed: with.Seal(seed, aboutSigningKey), Public: receipt.KeyText(public), Created: s.now().UnixMicro()}
}

func latestSigningKey(tx *gorm.DB) (row signingKeyRow, err error) {
	if err = tx.Order("id DESC").Limit(1).Take(&row).Error; err != nil {
		err = fmt.Errorf("find the key that signs receipts: %w", err)
	}
	return row, err
}

func (s *Store) signingKey(tx *gorm.DB) (ed25519.PrivateKey, error) {
	row, err := latestSigningKey(tx)
	if isNotFound(err) && s.secret == nil {
		return nil, s.locked
	}
	if err != nil {
		return nil, err
	}
	seed, err := s.opened(row.Seed)
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, errAlteredKey
	}
	key := ed25519.NewKeyFromSeed(seed)
	if public, _ := key.Public().(ed25519.PublicKey); receipt.KeyText(public) != row.Public {
		return nil, errAlteredKey
	}
	return key, nil
}

// SignText signs a text, byte for byte, with the key of this installation.
func (s *Store) SignText(ctx context.Context, text []byte) (receipt.Signature, error) {
	key, err := s.signingKey(s.query(ctx))
	if err != nil {
		return receipt.Signature{}, err
	}
	return receipt.SignText(text, key), nil
}

func (s *Store) opened(sealed []byte) ([]byte, error) {
	if s.secret == nil {
		return nil, s.locked
	}
	seed, err := s.secret.Open(sealed, aboutSigningKey)
	switch {
	case errors.Is(err, secret.ErrOtherKey):
		return nil, errOtherSecret()
	case err != nil:
		return nil, errAlteredKey
	}
	return seed, nil
}

var errAlteredKey = errors.New("the key that signs receipts is damaged or was altered: restore the table signing_keys from a backup")

func errOtherSecret() error {
	return fault("--secret-key", "this installation was encrypted with another secret key", "name that key; servers on one database share it. If it is lost: green500 key reset")
}

// PublicKey is what receipts of this installation are checked with. It returns ErrNotFound if there is none yet.
func (s *Store) PublicKey(ctx context.Context) (string, error) {
	row, err := latestSigningKey(s.query(ctx))
	return row.Public, err
}

// PublicKeys returns the key that signs, and after it those that signed before, from the latest to the first.
func (s *Store) PublicKeys(ctx context.Context) ([]string, error) {
	return pluck[string](s.query(ctx).Model(&signingKeyRow{}).Order("id DESC"), "public")
}

type auditHead struct {
	ID     int64
	Number int64
	Hash   string
}

func (auditHead) TableName() string { return "audit_head" }

const oneHead = 1

type auditCheckpoint struct {
	Number int64 `gorm:"primaryKey;autoIncrement:false"`
	Text   []byte
}

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
	err = unlessThere(tx).Create(&row).Error
	return text, err
}

// unlock takes the secret key of the installation, which is made for a new one. If the key is missing, everything that needs it
// fails from then on.
func (s *Store) unlock(ctx context.Context, source secret.Source) error {
	_, err := latestSigningKey(s.query(ctx))
	isNew := isNotFound(err)
	if err != nil && !isNew {
		return err
	}
	key, err := source(isNew)
	if errors.Is(err, secret.ErrMissing) {
		s.locked = err
		return nil
	}
	if err != nil {
		return err
	}
	s.secret, s.locked = key, nil
	if isNew {
		made := s.newSigningKey(firstKey, key)
		if err := unlessThere(s.query(ctx)).Create(&made).Error; err != nil {
			return err
		}
	}
	if _, err := s.signingKey(s.query(ctx)); err != nil && !errors.Is(err, errAlteredKey) { // another server may have made it, with another secret key
		return err
	}
	return nil
}

// Locked returns why nothing can be signed and no mail written: nil, or that the secret key is missing.
func (s *Store) Locked() error { return s.locked }

const eventNewKey = "replace the signing key"

// ReplaceSigningKey makes a new key that signs from now on, and deletes the private part of the key before. What that one signed
// can still be checked with its public part.
func (s *Store) ReplaceSigningKey(ctx context.Context) (public string, err error) {
	if s.secret == nil {
		return "", s.locked
	}
	return s.replaceSigningKey(ctx, s.secret, func(*gorm.DB) error { return nil })
}

func (s *Store) replaceSigningKey(ctx context.Context, with *secret.Key, also func(*gorm.DB) error) (public string, err error) {
	err = s.transact(ctx, func(tx *gorm.DB) error {
		before, err := latestSigningKey(tx)
		if err != nil && !isNotFound(err) {
			return err
		}
		made := s.newSigningKey(max(before.ID+1, firstKey), with)
		public = made.Public
		if err := tx.Create(&made).Error; err != nil {
			return err
		}
		if err := tx.Model(&signingKeyRow{}).Where("id = ?", before.ID).Update("seed", []byte{}).Error; err != nil {
			return err
		}
		if err := also(tx); err != nil {
			return err
		}
		return s.record(tx, AuditEvent{Name: eventNewKey, Subject: made.Public, Detail: "in place of " + before.Public, Signed: true})
	})
	return public, err
}

// ReplaceSecret encrypts everything with a new secret key, and makes a new signing key. before is the secret key so far, or nil if
// it is lost: mail that waits cannot be read then, and is given up. No server may run during that.
func (s *Store) ReplaceSecret(ctx context.Context, source secret.Source, before *secret.Key) (public string, lost int, err error) {
	key, err := source(true)
	if err != nil {
		return "", 0, err
	}
	s.secret, s.locked = key, nil
	public, err = s.replaceSigningKey(ctx, key, func(tx *gorm.DB) error {
		lost, err = s.sealMailsAgain(tx, before)
		return errors.Join(err, webhooks.SealAgain(tx, before, key))
	})
	return public, lost, err
}
