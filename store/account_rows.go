// This file owns the rows of accounts, sites and ways to sign in, and finding one.

package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

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
	HasPassword bool      `gorm:"-"` // false where somebody signs in by other means alone
	PasswordAt  time.Time `gorm:"-"` // when the password was last set or all sessions were ended: those begun before do not count
	CreatedAt   time.Time `gorm:"-"`
	ConfirmedAt time.Time `gorm:"-"` // when the address was found to be theirs; zero where it never was
}

// Erased reports whether the person of the account was erased.
func (u User) Erased() bool { return u.Email == erasedEmail(u.ID) }

// erasedEmail is the email address of an erased account: one that nobody has (RFC 2606).
func erasedEmail(id int64) string { return fmt.Sprintf("account-%d@%s", id, erasedDomain) }

const erasedDomain = "erased.invalid"

type userRow struct {
	User
	PasswordHash string
	Password     int64  `gorm:"column:password_at"`
	Created      int64  `gorm:"column:created_at"`
	Confirmed    *int64 `gorm:"column:confirmed_at"`
}

func (userRow) TableName() string { return "users" }

func (r userRow) user() User {
	user := r.User
	user.HasPassword, user.PasswordAt, user.CreatedAt = r.PasswordHash != "", fromMicro(r.Password), fromMicro(r.Created)
	if r.Confirmed != nil {
		user.ConfirmedAt = fromMicro(*r.Confirmed)
	}
	return user
}

// User returns an account, or ErrNotFound.
func (s *Store) User(ctx context.Context, id int64) (User, error) {
	row, err := accountByID(s.query(ctx), id)
	return row.user(), err
}

func accountByID(tx *gorm.DB, id int64) (row userRow, err error) {
	if err := tx.Where("id = ?", id).Take(&row).Error; err != nil {
		return row, fmt.Errorf("account %d: %w", id, err)
	}
	return row, nil
}

func (s *Store) userRowByEmail(ctx context.Context, email string) (userRow, error) {
	return take[userRow](s.query(ctx).Where("email = ?", normalEmail(email)))
}

func normalEmail(email string) string { return strings.ToLower(tidy(email)) }

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

type sessionRow struct {
	Key     string `gorm:"primaryKey"`
	Data    []byte
	Expires int64 `gorm:"column:expires_at"`
	Seen    int64 `gorm:"column:seen_at"`
}

func (sessionRow) TableName() string { return "sessions" }

// SiteFacts is what a site says of itself.
type SiteFacts struct {
	Name    string
	Country string // ISO 3166 code of two letters
	URL     string // of its page; may be empty
}

// Site is where systems stand, as one of its members sees it.
type Site struct {
	ID int64
	SiteFacts
	CreatedAt time.Time
	Role      review.SiteRole // of the member
	JoinedAt  time.Time       // the member
	Members   int
	Entries   int
}

type siteRow struct {
	ID      int64
	Name    string
	Country string
	URL     string `gorm:"column:url"`
	Created int64  `gorm:"column:created_at"`
}

func (siteRow) TableName() string  { return "sites" }
func (r siteRow) facts() SiteFacts { return SiteFacts{Name: r.Name, Country: r.Country, URL: r.URL} }

type siteView struct {
	Row     siteRow `gorm:"embedded"`
	Role    string
	Joined  int64 `gorm:"column:joined_at"`
	Members int
	Entries int
}

func (v siteView) site() Site {
	return Site{
		ID: v.Row.ID, SiteFacts: v.Row.facts(), CreatedAt: fromMicro(v.Row.Created),
		Role: review.SiteRole(v.Role), JoinedAt: fromMicro(v.Joined), Members: v.Members, Entries: v.Entries,
	}
}

func viewSites(tx *gorm.DB, userID int64) *gorm.DB {
	return tx.Table("sites").
		Select("sites.*, members.role, members.joined_at,"+
			" (SELECT count(*) FROM members AS others WHERE others.site_id = sites.id) AS members,"+
			" (SELECT count(*) FROM entries WHERE entries.site_id = sites.id) AS entries").
		Joins("JOIN members ON members.site_id = sites.id AND members.user_id = ?", userID)
}

func sitesOf(tx *gorm.DB, userID int64) ([]Site, error) {
	return listed(viewSites(tx, userID).Order("sites.name"), siteView.site)
}

func siteOf(tx *gorm.DB, siteID, userID int64) (Site, error) {
	view, err := take[siteView](viewSites(tx, userID).Where("sites.id = ?", siteID))
	if err != nil {
		return Site{}, fmt.Errorf("site %d of account %d: %w", siteID, userID, err)
	}
	return view.site(), nil
}

type memberRow struct {
	SiteID int64
	UserID int64
	Role   string
	Joined int64 `gorm:"column:joined_at"`
}

func (memberRow) TableName() string { return "members" }

// Passkey is a key that a device of a person holds. What its credential means is not for the store to know.
type Passkey struct {
	ID           int64
	UserID       int64
	CredentialID string
	Name         string
	Credential   []byte
	CreatedAt    time.Time  `gorm:"-"`
	UsedAt       *time.Time `gorm:"-"` // nil where nobody signed in with it yet
}
