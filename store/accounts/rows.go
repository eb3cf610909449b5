// This file owns the rows of accounts, sites and ways to sign in, and finding one.

package accounts

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/review"
)

// User is an account.
type User struct {
	ID          int64
	Email       string // in lower case
	Name        string
	Affiliation string
	Role        review.Role
	Disabled    bool
	HasPassword bool `gorm:"-"` // false if somebody signs in by other means alone
	// when the password was last set or all sessions were ended: those begun before do not count
	PasswordAt  time.Time `gorm:"-"`
	CreatedAt   time.Time `gorm:"-"`
	ConfirmedAt time.Time `gorm:"-"` // when the address was found to be theirs; zero if it never was
}

// Actor is the account as the audit log names it.
func (u User) Actor() recorded.Actor { return recorded.Actor{ID: u.ID, Name: u.Name, Role: u.Role} }

// Erased reports whether the person of the account was erased.
func (u User) Erased() bool { return u.Email == ErasedEmail(u.ID) }

// ErasedEmail is the email address of an erased account: one that nobody has (RFC 2606).
func ErasedEmail(id int64) string { return fmt.Sprintf("account-%d@%s", id, erasedDomain) }

const erasedDomain = "erased.invalid"

// UserRow is a row of the table users.
type UserRow struct {
	User
	PasswordHash string
	Password     int64  `gorm:"column:password_at"`
	Created      int64  `gorm:"column:created_at"`
	Confirmed    *int64 `gorm:"column:confirmed_at"`
}

func (UserRow) TableName() string { return "users" }

// Account is the account of a row.
func (r UserRow) Account() User {
	user := r.User
	user.HasPassword, user.PasswordAt, user.CreatedAt = r.PasswordHash != "", database.FromMicro(r.Password),
		database.FromMicro(r.Created)
	if r.Confirmed != nil {
		user.ConfirmedAt = database.FromMicro(*r.Confirmed)
	}
	return user
}

// User returns an account, or ErrNotFound.
func (s *Accounts) User(ctx context.Context, id int64) (User, error) {
	row, err := AccountByID(s.db.Query(ctx), id)
	return row.Account(), err
}

// AccountByID returns the row of an account, or ErrNotFound.
func AccountByID(tx *gorm.DB, id int64) (row UserRow, err error) {
	if err := tx.Where("id = ?", id).Take(&row).Error; err != nil {
		return row, fmt.Errorf("account %d: %w", id, err)
	}
	return row, nil
}

func (s *Accounts) userRowByEmail(ctx context.Context, email string) (UserRow, error) {
	return database.Take[UserRow](s.db.Query(ctx).Where("email = ?", NormalEmail(email)))
}

// NormalEmail is an email address as accounts are found by it.
func NormalEmail(email string) string { return strings.ToLower(database.Tidy(email)) }

type identityRow struct {
	Issuer  string `gorm:"primaryKey"`
	Subject string `gorm:"primaryKey"`
	UserID  int64
	Created int64 `gorm:"column:created_at"`
	Used    int64 `gorm:"column:used_at"`
}

func (identityRow) TableName() string { return "identities" }

type passkeyRow struct {
	Passkey
	Created int64  `gorm:"column:created_at"`
	Used    *int64 `gorm:"column:used_at"`
}

func (passkeyRow) TableName() string { return "passkeys" }

// SessionRow is a row of the table sessions.
type SessionRow struct {
	Key     string `gorm:"primaryKey"`
	Data    []byte
	Expires int64 `gorm:"column:expires_at"`
	Seen    int64 `gorm:"column:seen_at"`
}

func (SessionRow) TableName() string { return "sessions" }

// Passkey is a key that a device of a person holds. What its credential means is not for the store to know.
type Passkey struct {
	ID           int64
	UserID       int64
	CredentialID string
	Name         string
	Credential   []byte
	CreatedAt    time.Time  `gorm:"-"`
	UsedAt       *time.Time `gorm:"-"` // nil if nobody signed in with it yet
}
