// This file owns sharing a submission with a site.

package store

import (
	"context"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Unshared stands for no site: the entry is its owner's alone.
const Unshared int64 = 0

// usualSite is the site that a new entry is shared with where nothing is said: the only one its owner is of.
func usualSite(tx *gorm.DB, owner User) (int64, error) {
	sites, err := sitesOf(tx, owner.ID)
	if err != nil || len(sites) != 1 {
		return Unshared, err
	}
	return sites[0].ID, nil
}

func shareNew(tx *gorm.DB, entryID int64, owner User, site int64) error {
	if err := refuseToShare(tx, owner, site); err != nil {
		return err
	}
	return tx.Model(&entryRow{}).Where("id = ?", entryID).Update("site_id", nilIfZero(site)).Error
}

func sharedWord(siteID int64) string {
	if siteID == Unshared {
		return "with nobody"
	}
	return "with " + siteWord(siteID)
}

func refuseToShare(tx *gorm.DB, owner User, siteID int64) error {
	if siteID == Unshared {
		return nil
	}
	site, err := siteOf(tx, siteID, owner.ID)
	if err != nil {
		return err
	}
	if !review.MayInSite(site.Role, review.ShareWithSite) {
		return refuse("A %s may not %s.", site.Role, review.ShareWithSite)
	}
	return nil
}

// ShareEntry shares an entry with the members of a site, who may change it from then on, or makes it
// its owner's alone again. It returns a *review.Refusal for people who do not own the entry and while
// others decide on it, and ErrNotFound, also for a site that the owner is not of.
func (s *Store) ShareEntry(ctx context.Context, entryID int64, actor User, siteID int64) error {
	return s.transact(withActor(ctx, actor), func(tx *gorm.DB) error {
		before, err := entryByID(tx, entryID)
		if err != nil {
			return err
		}
		switch {
		case before.Row.OwnerID != actor.ID:
			return refuse("Only %s, whose entry this is, may share it.", before.OwnerName)
		case before.siteID() == siteID:
			return nil
		case before.state().Decidable() || before.state() == review.Accepted:
			// Else a colleague who reviews could be made to look like a stranger in the middle of it.
			return refuse("While an entry is %s, whom it is shared with stays as it is.", before.state().Word())
		}
		if err := refuseToShare(tx, actor, siteID); err != nil {
			return err
		}
		after := before.Row
		after.SiteID, after.Updated = nilIfZero(siteID), s.now().UnixMicro()
		if err := replaceEntry(tx, before.Row, after, errConflict()); err != nil {
			return err
		}
		return s.record(tx, AuditEvent{Name: "share", EntryID: entryID, Detail: sharedWord(siteID)})
	})
}
