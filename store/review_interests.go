// This file owns interests of people, and what they are to a submission because of them.

package store

import (
	"cmp"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"green500/validation/review"
)

type membership struct {
	UserID int64
	SiteID int64
	Name   string
}

type conflictRow struct {
	ID        int64
	UserID    int64
	EntryID   *int64
	Site      string
	Domain    string
	Reason    string
	Declared  int64  `gorm:"column:declared_at"`
	Withdrawn *int64 `gorm:"column:withdrawn_at"`
}

func (conflictRow) TableName() string { return "conflicts" }

func (r conflictRow) with(entry entryView) bool {
	switch {
	case r.EntryID != nil:
		return *r.EntryID == entry.Row.ID
	case r.Site != "":
		return review.SameSiteName(r.Site, entry.Row.Site) || review.SameSiteName(r.Site, entry.SharedWith)
	}
	return review.SameMailDomain(r.Domain, entry.OwnerMail)
}

func (r conflictRow) about() string {
	if r.EntryID != nil {
		return fmt.Sprintf("entry %d", *r.EntryID)
	}
	return cmp.Or(r.Site, r.Domain)
}

type interests struct {
	of       User
	sites    []membership
	declared []conflictRow
}

// interestsOf reads the interests of several people in two statements. What somebody declared is left out where it does not
// count, because they may not decide.
func interestsOf(tx *gorm.DB, people ...User) (map[int64]interests, error) {
	all, ids := map[int64]interests{}, make([]int64, 0, len(people))
	var decide []int64
	for _, user := range people {
		ids = append(ids, user.ID)
		if review.May(user.Role, review.ReadQueue) {
			decide = append(decide, user.ID)
		}
	}
	var sites []membership
	const ofSites = "SELECT members.user_id, members.site_id, sites.name FROM members JOIN sites ON sites.id = members.site_id WHERE members.user_id IN ?"
	if err := tx.Raw(ofSites, ids).Scan(&sites).Error; err != nil {
		return nil, err
	}
	var declared []conflictRow
	if len(decide) > 0 {
		if err := tx.Where("user_id IN ? AND withdrawn_at IS NULL", decide).Find(&declared).Error; err != nil {
			return nil, err
		}
	}
	for _, user := range people {
		one := interests{of: user}
		for _, site := range sites {
			if site.UserID == user.ID {
				one.sites = append(one.sites, site)
			}
		}
		for _, row := range declared {
			if row.UserID == user.ID {
				one.declared = append(one.declared, row)
			}
		}
		all[user.ID] = one
	}
	return all, nil
}

// conflict is the conflict of interest with an entry. Only people who could decide have one.
func (i interests) conflict(entry entryView) review.Conflict {
	if !review.May(i.of.Role, review.ReadQueue) {
		return review.NoConflict
	}
	interest := review.Interest{
		Mail: i.of.Email, Owner: entry.OwnerMail, Entry: []string{entry.Row.Site, entry.SharedWith},
		Declared: slices.ContainsFunc(i.declared, func(r conflictRow) bool { return r.with(entry) }),
	}
	for _, site := range i.sites {
		interest.Sites = append(interest.Sites, site.Name)
	}
	return interest.Conflict()
}

func (i interests) party(entry entryView) review.Party {
	if i.of.ID == 0 {
		return review.Party{Role: review.Public}
	}
	shared := func(m membership) bool { return entry.Row.SiteID != nil && m.SiteID == *entry.Row.SiteID }
	owner := entry.Row.OwnerID == i.of.ID || slices.ContainsFunc(i.sites, shared)
	return review.Party{Role: i.of.Role, Owner: owner, Conflict: i.conflict(entry)}
}

func partyTo(tx *gorm.DB, entry entryView, by User) (review.Party, error) {
	if by.ID == 0 {
		return review.Party{Role: review.Public}, nil
	}
	if !review.May(by.Role, review.ReadQueue) && entry.Row.SiteID == nil {
		return interests{of: by}.party(entry), nil // whose own it is says all: sites count where one shares it, the rest for those who decide
	}
	of, err := interestsOf(tx, by)
	return of[by.ID].party(entry), err
}
