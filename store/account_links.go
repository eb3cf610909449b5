// This file owns links sent by mail, each of which is good once and for a time.

package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// Purpose is what a link that was sent by mail does.
type Purpose string

// The purposes of links.
const (
	ConfirmAccount Purpose = "confirm"
	ResetPassword  Purpose = "reset"
	ChangeAddress  Purpose = "address"
	JoinSite       Purpose = "invite"
)

type link struct {
	Key     string `gorm:"primaryKey"`
	Purpose string
	UserID  *int64
	SiteID  *int64
	Email   string
	Created int64  `gorm:"column:created_at"`
	Expires int64  `gorm:"column:expires_at"`
	Used    *int64 `gorm:"column:used_at"`
}

func (link) TableName() string { return "links" }

func errUsedLink() error {
	return refuse("This link was used before, or is too old; ask for a new one.")
}

// secretHash is how a secret that somebody holds is kept, so that a copy of the database lets nobody in.
func secretHash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// insertLink makes a link and returns the secret that its address holds. Purpose, and what it is
// about, have to be filled in.
func (s *Store) insertLink(tx *gorm.DB, l link, valid time.Duration) (secret string, err error) {
	now := s.now()
	secret = rand.Text()
	l.Key, l.Created, l.Expires = secretHash(secret), now.UnixMicro(), now.Add(valid).UnixMicro()
	err = tx.Create(&l).Error
	return secret, err
}

func (s *Store) useLink(tx *gorm.DB, purpose Purpose, secret string) (link, error) {
	l, err := s.findLink(tx, purpose, secret)
	if err != nil {
		return link{}, err
	}
	if err := metOne(tx.Model(&link{}).Where("key = ? AND used_at IS NULL", l.Key).Update("used_at", s.now().UnixMicro()), errUsedLink()); err != nil {
		return link{}, err
	}
	return l, nil
}

func (s *Store) findLink(tx *gorm.DB, purpose Purpose, secret string) (link, error) {
	var l link
	query := tx.Where("key = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?", secretHash(secret), string(purpose), s.now().UnixMicro())
	err := query.Take(&l).Error
	if isNotFound(err) {
		return link{}, errUsedLink()
	}
	if err != nil {
		return link{}, fmt.Errorf("find a link: %w", err)
	}
	return l, nil
}

func (s *Store) voidLinks(tx *gorm.DB, user int64, purposes ...Purpose) error {
	open := tx.Model(&link{}).Where("user_id = ? AND purpose IN ? AND used_at IS NULL", user, purposes)
	return open.Update("used_at", s.now().UnixMicro()).Error
}

// Letter writes the subject and the text of a mail. Secret is what the address of its link holds;
// empty for a mail without one.
type Letter func(secret string) (subject, text string)

func (l Letter) to(recipient, secret string) Mail {
	subject, text := l(secret)
	return Mail{To: recipient, Subject: subject, Text: text}
}

func (s *Store) postLink(tx *gorm.DB, purpose Purpose, user int64, email string, valid time.Duration, letter Letter) error {
	if err := s.voidLinks(tx, user, purpose); err != nil {
		return err
	}
	secret, err := s.insertLink(tx, link{Purpose: string(purpose), UserID: &user, Email: email}, valid)
	if err != nil {
		return err
	}
	return s.post(tx, letter.to(email, secret))
}

// DeleteExpiredLinks forgets links that nobody can follow any more.
func (s *Store) DeleteExpiredLinks(ctx context.Context) error {
	return s.query(withRoutine(ctx, routineSweep)).Where("expires_at <= ?", s.now().UnixMicro()).Delete(&link{}).Error
}

// InvitationValid is how long an invitation can be followed.
const InvitationValid = 14 * 24 * time.Hour
