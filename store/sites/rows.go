// This file owns the rows of sites and their members.

package sites

import (
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/validation/review"
)

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

// SiteRow is a row of the table sites.
type SiteRow struct {
	ID      int64
	Name    string
	Country string
	URL     string `gorm:"column:url"`
	Created int64  `gorm:"column:created_at"`
}

func (SiteRow) TableName() string { return "sites" }

// Facts is what a site says of itself.
func (r SiteRow) Facts() SiteFacts { return SiteFacts{Name: r.Name, Country: r.Country, URL: r.URL} }

type siteView struct {
	Row     SiteRow `gorm:"embedded"`
	Role    string
	Joined  int64 `gorm:"column:joined_at"`
	Members int
	Entries int
}

func (v siteView) site() Site {
	return Site{
		ID: v.Row.ID, SiteFacts: v.Row.Facts(), CreatedAt: database.FromMicro(v.Row.Created),
		Role: review.SiteRole(v.Role), JoinedAt: database.FromMicro(v.Joined), Members: v.Members, Entries: v.Entries,
	}
}

func viewSites(tx *gorm.DB, userID int64) *gorm.DB {
	return tx.Table("sites").
		Select("sites.*, members.role, members.joined_at,"+
			" (SELECT count(*) FROM members AS others WHERE others.site_id = sites.id) AS members,"+
			" (SELECT count(*) FROM entries WHERE entries.site_id = sites.id) AS entries").
		Joins("JOIN members ON members.site_id = sites.id AND members.user_id = ?", userID)
}

// ForAccount returns the sites of an account, by name.
func ForAccount(tx *gorm.DB, userID int64) ([]Site, error) {
	return database.Listed(viewSites(tx, userID).Order("sites.name"), siteView.site)
}

// SiteOf returns a site as one of its members sees it, or ErrNotFound.
func SiteOf(tx *gorm.DB, siteID, userID int64) (Site, error) {
	view, err := database.Take[siteView](viewSites(tx, userID).Where("sites.id = ?", siteID))
	if err != nil {
		return Site{}, fmt.Errorf("site %d of account %d: %w", siteID, userID, err)
	}
	return view.site(), nil
}

// MemberRow is a row of the table members.
type MemberRow struct {
	SiteID int64
	UserID int64
	Role   string
	Joined int64 `gorm:"column:joined_at"`
}

func (MemberRow) TableName() string { return "members" }
