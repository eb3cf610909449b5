// This file owns sites, the organisations that accounts belong to.

package sites

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/power"
	"green500/validation/review"
)

// OfUser returns the sites that a person is of, by name.
func (s *Sites) OfUser(ctx context.Context, userID int64) ([]Site, error) {
	return ForAccount(s.db.Query(ctx), userID)
}

// ByID returns a site as one of its members sees it. For everybody else it is ErrNotFound.
func (s *Sites) ByID(ctx context.Context, siteID int64, userID int64) (Site, error) {
	return SiteOf(s.db.Query(ctx), siteID, userID)
}

// inSite does something in a site that the person may do there, while nobody else changes who is of the site; detail is
// what the audit log records about it. It returns ErrNotFound for people who are not members of the site, and a
// *review.Refusal.
func (s *Sites) inSite(ctx context.Context, siteID int64, actor accounts.User, action review.SiteAction, detail string,
	work func(*gorm.DB, Site) error) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		if err := holdSite(tx, siteID); err != nil {
			return err
		}
		site, err := SiteOf(tx, siteID, actor.ID)
		if err != nil {
			return err
		}
		if !review.MayInSite(site.Role, action) {
			return database.Refuse("A %s may not %s; ask a keeper of %s.", site.Role, action, site.Name)
		}
		if err := work(tx, site); err != nil {
			return err
		}
		return s.db.Record(tx,
			recorded.AuditEvent{Name: string(action), Subject: recorded.SiteWord(siteID), Detail: detail})
	})
}

// holdSite keeps others from changing who is of a site before the transaction ends, so that no two
// keepers leave it at once. SQLite has one writer anyway.
func holdSite(tx *gorm.DB, siteID int64) error {
	if _, err := database.Take[SiteRow](database.Locking(tx).Where("id = ?", siteID)); err != nil {
		return fmt.Errorf("site %d: %w", siteID, err)
	}
	recorded.SealRows(tx, recorded.SealedSite, siteID)
	return nil
}

// Bounds on sites.
const (
	maxSiteName   = 200 // characters
	maxSiteURL    = 500 // bytes
	maxSitesOfOne = 50  // that one person is of
)

func (f SiteFacts) tidied() SiteFacts {
	return SiteFacts{Name: database.Tidy(f.Name), Country: strings.ToUpper(database.Tidy(f.Country)),
		URL: database.Tidy(f.URL)}
}

func (f SiteFacts) check() error {
	var errs power.InputErrors
	if f.Name == "" {
		errs = append(errs,
			database.InputError("name", "there is no name", "write the name by which the site is known"))
	}
	if utf8.RuneCountInString(f.Name) > maxSiteName {
		errs = append(errs,
			database.InputError("name", "the name is too long", fmt.Sprintf("use %d characters at most", maxSiteName)))
	}
	// The name stands in mails to people who know nothing of us: it may neither lead anywhere nor break their lines.
	if strings.ContainsFunc(f.Name, unicode.IsControl) || strings.Contains(f.Name, "://") {
		errs = append(errs, database.InputError("name", "a name is one line without an address",
			"put the address of the page into its own field"))
	}
	if !IsCountry(f.Country) {
		errs = append(errs, database.InputError("country", "this is not the code of a country",
			"write its two letters of ISO 3166, as DE"))
	}
	if !isPage(f.URL) {
		errs = append(errs, database.InputError("url", "this is not the address of a page",
			"write it whole, as https://www.example.org, or leave it empty"))
	}
	return errs.OrNil()
}

// IsCountry reports whether a text can be a country code of ISO 3166.
func IsCountry(code string) bool {
	const letters = 2
	return len(code) == letters && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func isPage(address string) bool {
	if address == "" {
		return true
	}
	parsed, err := url.Parse(address)
	return err == nil && len(address) <= maxSiteURL && (parsed.Scheme == "https" || parsed.Scheme == "http") &&
		parsed.Host != "" && parsed.User == nil
}

func errSiteTaken(name string) error {
	return database.Taken(database.InputError("name", "there is a site called "+name+" already",
		"ask one of its keepers to invite you, or choose another name"))
}

// Create founds a site, whose keeper is the founder. It returns power.InputErrors for what will not do, an error
// that is ErrTaken if the name is in use, and a *review.Refusal for members of too many sites.
func (s *Sites) Create(ctx context.Context, founder accounts.User, facts SiteFacts) (Site, error) {
	facts = facts.tidied()
	if err := facts.check(); err != nil {
		return Site{}, err
	}
	var site Site
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		row := SiteRow{Name: facts.Name, Country: facts.Country, URL: facts.URL, Created: s.db.Now().UnixMicro()}
		if err := database.MetOne(database.UnlessThere(tx).Create(&row), errSiteTaken(facts.Name)); err != nil {
			return err
		}
		if err := s.insertMember(tx, row.ID, founder.ID, review.Keeper); err != nil {
			return err
		}
		var err error
		if site, err = SiteOf(tx, row.ID, founder.ID); err != nil {
			return err
		}
		recorded.SealRows(tx, recorded.SealedSite, row.ID)
		return s.db.Record(tx,
			recorded.AuditEvent{Name: "create a site", Subject: recorded.SiteWord(row.ID), Detail: facts.Name})
	})
	return site, err
}

func (s *Sites) insertMember(tx *gorm.DB, siteID, userID int64, role review.SiteRole) error {
	count, err := database.CountOf(tx.Model(&MemberRow{}).Where("user_id = ?", userID))
	if err != nil {
		return err
	}
	if count >= maxSitesOfOne {
		return database.Refuse("You can be a member of at most %d sites. Leave one first.", maxSitesOfOne)
	}
	row := MemberRow{SiteID: siteID, UserID: userID, Role: string(role), Joined: s.db.Now().UnixMicro()}
	return tx.Create(&row).Error
}

// Update changes what a site says of itself. It returns power.InputErrors for what will not do, an error that is
// ErrTaken if the name is in use, a *review.Refusal for people who may not, and ErrNotFound.
func (s *Sites) Update(ctx context.Context, siteID int64, actor accounts.User, facts SiteFacts) error {
	facts = facts.tidied()
	return s.inSite(ctx, siteID, actor, review.ChangeSite, facts.Name, func(tx *gorm.DB, before Site) error {
		if err := facts.check(); err != nil {
			return err
		}
		others := tx.Model(&SiteRow{}).Where("lower(name) = lower(?) AND id <> ?", facts.Name, siteID)
		same, err := database.CountOf(others)
		if err != nil {
			return err
		}
		if same > 0 {
			return errSiteTaken(facts.Name)
		}
		changed := tx.Model(&SiteRow{}).Where("id = ?", siteID).
			Updates(map[string]any{"name": facts.Name, "country": facts.Country, "url": facts.URL})
		if changed.Error != nil {
			return changed.Error
		}
		if err := s.keepNameConflict(tx, siteID, before.Name, facts.Name); err != nil {
			return err
		}
		return renamePresets(tx, before.Name, facts.Name)
	})
}

// Delete deletes a site that nothing hangs on any more, with its presets and open invitations. It returns a
// *review.Refusal if somebody or something is left in it, or the person may not, and ErrNotFound.
func (s *Sites) Delete(ctx context.Context, siteID int64, actor accounts.User) error {
	return s.inSite(ctx, siteID, actor, review.DeleteSiteForAll, "", func(tx *gorm.DB, site Site) error {
		kept, err := database.CountOf(tx.Table("equipment").Where("site_id = ?", siteID))
		if err != nil {
			return err
		}
		switch {
		case site.Members > 1:
			return database.Refuse("%s has other members; only the last member can delete a site.", site.Name)
		case site.Entries > 0:
			return database.Refuse("Submissions are shared with %s; unshare them first.", site.Name)
		case kept > 0:
			return database.Refuse("The equipment library of %s is not empty; remove its parts first.", site.Name)
		}
		if err := presetsOf(tx, site.Name).Delete(&presetRow{}).Error; err != nil {
			return err
		}
		for _, rows := range []any{&accounts.Link{}, &MemberRow{}} {
			if err := tx.Where("site_id = ?", siteID).Delete(rows).Error; err != nil {
				return err
			}
		}
		if err := tx.Where("id = ?", siteID).Delete(&SiteRow{}).Error; err != nil {
			return err
		}
		return s.keepSiteConflict(tx, actor.ID, site.Name, "Was of it")
	})
}

func (s *Sites) keepSiteConflict(tx *gorm.DB, userID int64, site, why string) error {
	row, err := database.Take[accounts.UserRow](tx.Where("id = ?", userID))
	if err != nil {
		return fmt.Errorf("account %d that is of %s: %w", userID, site, err)
	}
	return s.accounts.KeepConflict(tx, row.Account(), accounts.ConflictRow{Site: site, Reason: why})
}

func (s *Sites) keepNameConflict(tx *gorm.DB, siteID int64, before, now string) error {
	if review.SameSiteName(before, now) {
		return nil
	}
	members, err := database.Pluck[int64](tx.Model(&MemberRow{}).Where("site_id = ?", siteID).Order("user_id"),
		"user_id")
	if err != nil {
		return err
	}
	for _, one := range members {
		if err := s.keepSiteConflict(tx, one, before, "Was of a site of this name"); err != nil {
			return err
		}
	}
	return nil
}
