// This file owns who belongs to a site, and in which role.

package sites

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/review"
)

// Member is somebody of a site.
type Member struct {
	UserID   int64
	Name     string
	Email    string
	Role     review.SiteRole
	JoinedAt time.Time
}

type memberView struct {
	Row   MemberRow `gorm:"embedded"`
	Name  string
	Email string
}

func (v memberView) member() Member {
	return Member{UserID: v.Row.UserID, Name: v.Name, Email: v.Email, Role: review.SiteRole(v.Row.Role),
		JoinedAt: database.FromMicro(v.Row.Joined)}
}

// Members returns who is of a site, the keepers first.
func (s *Sites) Members(ctx context.Context, siteID int64) ([]Member, error) {
	var views []memberView
	query := s.db.Query(ctx).Table("members").Select("members.*, users.name, users.email").
		Joins("JOIN users ON users.id = members.user_id").Where("members.site_id = ?", siteID)
	err := query.Order("members.role, members.joined_at, members.user_id").Find(&views).Error
	return database.Convert(views, memberView.member), err
}

func memberByID(tx *gorm.DB, siteID, userID int64) (MemberRow, error) {
	row, err := database.Take[MemberRow](tx.Where("site_id = ? AND user_id = ?", siteID, userID))
	if err != nil {
		return row, fmt.Errorf("account %d of site %d: %w", userID, siteID, err)
	}
	return row, nil
}

// IsMember reports whether an account belongs to a site.
func IsMember(tx *gorm.DB, siteID, userID int64) (bool, error) {
	_, err := memberByID(tx, siteID, userID)
	if database.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// SetRole makes somebody of a site its keeper, or takes that away. It returns a *power.InputError for what is no
// role, a *review.Refusal if the person may not or nobody would keep the site, and ErrNotFound.
func (s *Sites) SetRole(ctx context.Context, siteID int64, actor accounts.User, userID int64,
	role review.SiteRole) error {
	if !role.Valid() {
		return database.InputError("role", "this is not a role in a site",
			fmt.Sprintf("choose one of %v", review.SiteRoles()))
	}
	return s.inSite(ctx, siteID, actor, review.SetSiteRoles, recorded.AccountWord(userID)+" is "+
		string(role), func(tx *gorm.DB, site Site) error {
		member, err := memberByID(tx, siteID, userID)
		if err != nil {
			return err
		}
		if role != review.Keeper {
			if err := refuseLastKeeper(tx, site, member); err != nil {
				return err
			}
		}
		changed := tx.Model(&MemberRow{}).Where("site_id = ? AND user_id = ?", siteID, userID).
			Update("role", string(role))
		if changed.Error != nil {
			return changed.Error
		}
		return nil
	})
}

func refuseLastKeeper(tx *gorm.DB, site Site, member MemberRow) error {
	if member.Role != string(review.Keeper) {
		return nil
	}
	keepers := tx.Model(&MemberRow{}).Where("site_id = ? AND user_id <> ? AND role = ?", site.ID, member.UserID,
		string(review.Keeper))
	others, err := database.CountOf(keepers)
	if err != nil {
		return err
	}
	switch {
	case others > 0:
		return nil
	case site.Members > 1:
		return database.Refuse("You are the only keeper of %s. Make another member a keeper first.", site.Name)
	}
	return database.Refuse("You are the only member of %s. Delete the site instead.", site.Name)
}

// RemoveMember ends that somebody is of a site; people remove themselves to leave it. Their own entries stay theirs,
// and stay shared with the site until they unshare them; a person who decides goes on having a conflict of interest
// with it. It returns a *review.Refusal if the person may not or nobody would keep the site, and ErrNotFound.
func (s *Sites) RemoveMember(ctx context.Context, siteID int64, actor accounts.User, userID int64) error {
	action := review.RemoveFromSite
	if userID == actor.ID {
		action = review.LeaveSite
	}
	return s.inSite(ctx, siteID, actor, action, recorded.AccountWord(userID), func(tx *gorm.DB, site Site) error {
		member, err := memberByID(tx, siteID, userID)
		if err != nil {
			return err
		}
		if err := refuseLastKeeper(tx, site, member); err != nil {
			return err
		}
		if err := tx.Where("site_id = ? AND user_id = ?", siteID, userID).Delete(&MemberRow{}).Error; err != nil {
			return err
		}
		return s.keepSiteConflict(tx, userID, site.Name, "Was of it")
	})
}
