// This file owns links sent by mail, each of which is good once and for a time.

package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"green500/store/database"
	"green500/store/outbox"
	"green500/store/recorded"

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

// Link is a row of the table links: a link that was sent by mail, good once and for a time.
type Link struct {
	Key     string `gorm:"primaryKey"`
	Purpose string
	UserID  *int64
	SiteID  *int64
	Email   string
	Created int64  `gorm:"column:created_at"`
	Expires int64  `gorm:"column:expires_at"`
	Used    *int64 `gorm:"column:used_at"`
}

func (Link) TableName() string { return "links" }

func errUsedLink() error {
	return database.Refuse("This link was used before, or is too old; ask for a new one.")
}

// secretHash is how a secret that somebody holds is kept, so that a copy of the database lets nobody in.
func secretHash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// InsertLink makes a link and returns the secret that its address holds. Purpose, and what it is
// about, have to be filled in.
func (s *Accounts) InsertLink(tx *gorm.DB, l Link, valid time.Duration) (secret string, err error) {
	now := s.db.Now()
	secret = rand.Text()
	l.Key, l.Created, l.Expires = secretHash(secret), now.UnixMicro(), now.Add(valid).UnixMicro()
	err = tx.Create(&l).Error
	return secret, err
}

// UseLink finds a link by its secret and marks it as used. It returns a *review.Refusal if it cannot be followed.
func (s *Accounts) UseLink(tx *gorm.DB, purpose Purpose, secret string) (Link, error) {
	l, err := s.FindLink(tx, purpose, secret)
	if err != nil {
		return Link{}, err
	}
	if err := database.MetOne(tx.Model(&Link{}).Where("key = ? AND used_at IS NULL", l.Key).
		Update("used_at", s.db.Now().UnixMicro()), errUsedLink()); err != nil {
		return Link{}, err
	}
	return l, nil
}

// FindLink finds a link by its secret, without using it. It returns a *review.Refusal if it cannot be followed.
func (s *Accounts) FindLink(tx *gorm.DB, purpose Purpose, secret string) (Link, error) {
	var l Link
	query := tx.Where("key = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?", secretHash(secret),
		string(purpose), s.db.Now().UnixMicro())
	err := query.Take(&l).Error
	if database.IsNotFound(err) {
		return Link{}, errUsedLink()
	}
	if err != nil {
		return Link{}, fmt.Errorf("find a link: %w", err)
	}
	return l, nil
}

func (s *Accounts) voidLinks(tx *gorm.DB, user int64, purposes ...Purpose) error {
	open := tx.Model(&Link{}).Where("user_id = ? AND purpose IN ? AND used_at IS NULL", user, purposes)
	return open.Update("used_at", s.db.Now().UnixMicro()).Error
}

// Letter writes the subject and the text of a mail. Secret is what the address of its link holds;
// empty for a mail without one.
type Letter func(secret string) (subject, text string)

func (l Letter) to(recipient, secret string) outbox.Mail {
	subject, text := l(secret)
	return outbox.Mail{To: recipient, Subject: subject, Text: text}
}

func (s *Accounts) postLink(tx *gorm.DB, purpose Purpose, user int64, email string, valid time.Duration,
	letter Letter) error {
	if err := s.voidLinks(tx, user, purpose); err != nil {
		return err
	}
	secret, err := s.InsertLink(tx, Link{Purpose: string(purpose), UserID: &user, Email: email}, valid)
	if err != nil {
		return err
	}
	return s.outbox.Enqueue(tx, letter.to(email, secret))
}

// DeleteExpiredLinks forgets links that nobody can follow any more.
func (s *Accounts) DeleteExpiredLinks(ctx context.Context) error {
	return s.db.Query(recorded.WithRoutine(ctx, recorded.RoutineSweep)).
		Where("expires_at <= ?", s.db.Now().UnixMicro()).Delete(&Link{}).Error
}

// InvitationValid is how long an invitation can be followed.
const InvitationValid = outbox.KeepUnsent
