// This file owns sharing a submission with a site.

package submissions

import (
	"context"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/sites"
	"green500/validation/review"
)

// Unshared stands for no site: the entry is its owner's alone.
const Unshared int64 = 0

// usualSite is the site that a new entry is shared with if nothing is said: the only one its owner is of.
func usualSite(tx *gorm.DB, owner accounts.User) (int64, error) {
	sites, err := sites.ForAccount(tx, owner.ID)
	if err != nil || len(sites) != 1 {
		return Unshared, err
	}
	return sites[0].ID, nil
}

func shareNew(tx *gorm.DB, entryID int64, owner accounts.User, site int64) error {
	if err := refuseToShare(tx, owner, site); err != nil {
		return err
	}
	return tx.Model(&EntryRow{}).Where("id = ?", entryID).Update("site_id", database.NilIfZero(site)).Error
}

func sharedWord(siteID int64) string {
	if siteID == Unshared {
		return "with nobody"
	}
	return "with " + recorded.SiteWord(siteID)
}

func refuseToShare(tx *gorm.DB, owner accounts.User, siteID int64) error {
	if siteID == Unshared {
		return nil
	}
	site, err := sites.SiteOf(tx, siteID, owner.ID)
	if err != nil {
		return err
	}
	if !review.MayInSite(site.Role, review.ShareWithSite) {
		return database.Refuse("A %s may not %s.", site.Role, review.ShareWithSite)
	}
	return nil
}

// ShareEntry shares an entry with the members of a site, who may change it from then on, or makes it
// its owner's alone again. It returns a *review.Refusal for people who do not own the entry and while
// others decide on it, and ErrNotFound, also for a site that the owner is not of.
func (s *Submissions) ShareEntry(ctx context.Context, entryID int64, actor accounts.User, siteID int64) error {
	return s.db.Transact(recorded.WithActor(ctx, actor.Actor()), func(tx *gorm.DB) error {
		before, err := EntryByID(tx, entryID)
		if err != nil {
			return err
		}
		switch {
		case before.Row.OwnerID != actor.ID:
			return database.Refuse("Only %s, whose submission this is, may share it.", before.OwnerName)
		case before.siteID() == siteID:
			return nil
		case before.State().Decidable() || before.State() == review.Accepted:
			// Else a colleague who reviews could be made to look like a stranger in the middle of it.
			return database.Refuse("You cannot change the sharing of a submission that is %s.", before.State().Word())
		}
		if err := refuseToShare(tx, actor, siteID); err != nil {
			return err
		}
		after := before.Row
		after.SiteID, after.Updated = database.NilIfZero(siteID), s.db.Now().UnixMicro()
		if err := ReplaceEntry(tx, before.Row, after, ErrConflict()); err != nil {
			return err
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "share", EntryID: entryID, Detail: sharedWord(siteID)})
	})
}
