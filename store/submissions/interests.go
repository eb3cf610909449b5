// This file owns interests of people, and what they are to a submission because of them.

package submissions

import (
	"slices"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/validation/review"
)

type membership struct {
	UserID int64
	SiteID int64
	Name   string
}

// ConflictApplies reports whether a declared conflict of interest is one with a submission.
func ConflictApplies(r accounts.ConflictRow, entry EntryView) bool {
	switch {
	case r.EntryID != nil:
		return *r.EntryID == entry.Row.ID
	case r.Site != "":
		return review.SameSiteName(r.Site, entry.Row.Site) || review.SameSiteName(r.Site, entry.SharedWith)
	}
	return review.SameMailDomain(r.Domain, entry.OwnerMail)
}

// Interests are what makes somebody a party to submissions.
type Interests struct {
	of       accounts.User
	sites    []membership
	Declared []accounts.ConflictRow
}

// InterestsOf reads the interests of several people in two statements. What somebody declared is left out if it does
// not count, because they may not decide.
func InterestsOf(tx *gorm.DB, people ...accounts.User) (map[int64]Interests, error) {
	all, ids := map[int64]Interests{}, make([]int64, 0, len(people))
	var decide []int64
	for _, user := range people {
		ids = append(ids, user.ID)
		if review.May(user.Role, review.ReadQueue) {
			decide = append(decide, user.ID)
		}
	}
	var sites []membership
	const ofSites = "SELECT members.user_id, members.site_id, sites.name FROM members " +
		"JOIN sites ON sites.id = members.site_id WHERE members.user_id IN ?"
	if err := tx.Raw(ofSites, ids).Scan(&sites).Error; err != nil {
		return nil, err
	}
	var declared []accounts.ConflictRow
	if len(decide) > 0 {
		if err := tx.Where("user_id IN ? AND withdrawn_at IS NULL", decide).Find(&declared).Error; err != nil {
			return nil, err
		}
	}
	for _, user := range people {
		one := Interests{of: user}
		for _, site := range sites {
			if site.UserID == user.ID {
				one.sites = append(one.sites, site)
			}
		}
		for _, row := range declared {
			if row.UserID == user.ID {
				one.Declared = append(one.Declared, row)
			}
		}
		all[user.ID] = one
	}
	return all, nil
}

// Conflict is the conflict of interest with an entry. Only people who could decide have one.
func (i Interests) Conflict(entry EntryView) review.Conflict {
	if !review.May(i.of.Role, review.ReadQueue) {
		return review.NoConflict
	}
	interest := review.Interest{
		Mail: i.of.Email, Owner: entry.OwnerMail, Entry: []string{entry.Row.Site, entry.SharedWith},
		Declared: slices.ContainsFunc(i.Declared,
			func(r accounts.ConflictRow) bool { return ConflictApplies(r, entry) }),
	}
	for _, site := range i.sites {
		interest.Sites = append(interest.Sites, site.Name)
	}
	return interest.Conflict()
}

// Party is what the person is to a submission.
func (i Interests) Party(entry EntryView) review.Party {
	if i.of.ID == 0 {
		return review.Party{Role: review.Public}
	}
	shared := func(m membership) bool { return entry.Row.SiteID != nil && m.SiteID == *entry.Row.SiteID }
	owner := entry.Row.OwnerID == i.of.ID || slices.ContainsFunc(i.sites, shared)
	return review.Party{Role: i.of.Role, Owner: owner, Conflict: i.Conflict(entry)}
}

// PartyTo returns what somebody is to a submission.
func PartyTo(tx *gorm.DB, entry EntryView, by accounts.User) (review.Party, error) {
	if by.ID == 0 {
		return review.Party{Role: review.Public}, nil
	}
	if !review.May(by.Role, review.ReadQueue) && entry.Row.SiteID == nil {
		// whose own it is says all: sites count if one shares it, the rest for those who decide
		return Interests{of: by}.Party(entry), nil
	}
	of, err := InterestsOf(tx, by)
	return of[by.ID].Party(entry), err
}
