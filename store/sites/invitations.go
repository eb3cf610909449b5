// This file owns invitations to a site.

package sites

import (
	"context"
	"fmt"
	"net/mail"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/validation/review"
)

// Invitation is one that nobody has followed yet.
type Invitation struct {
	SiteID    int64
	Email     string // whom it is for, in lower case
	SentAt    time.Time
	ExpiresAt time.Time
}

func invitationOf(l accounts.Link) Invitation {
	invitation := Invitation{Email: l.Email, SentAt: database.FromMicro(l.Created),
		ExpiresAt: database.FromMicro(l.Expires)}
	if l.SiteID != nil {
		invitation.SiteID = *l.SiteID
	}
	return invitation
}

func (s *Sites) openInvitations(tx *gorm.DB, siteID int64) *gorm.DB {
	return tx.Model(&accounts.Link{}).Where("site_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?",
		siteID, string(accounts.JoinSite), s.db.Now().UnixMicro())
}

// Invitations returns the open invitations to a site, the latest first.
func (s *Sites) Invitations(ctx context.Context, siteID int64) ([]Invitation, error) {
	return database.Listed(s.openInvitations(s.db.Query(ctx), siteID).Order("created_at DESC, email"), invitationOf)
}

// invitationsADay is how many mails a site may make us send to strangers in a day.
const invitationsADay = 50

// Invite sends an invitation to an address, whether or not it has an account; those that it was sent
// before are void. write makes the mail from the secret of its link. It returns a *power.InputError
// for an address that will not do, a *review.Refusal if the person may not, and ErrNotFound.
func (s *Sites) Invite(ctx context.Context, siteID int64, actor accounts.User, email string,
	write func(site Site, secret string) (subject, text string)) error {
	email = accounts.NormalEmail(email)
	return s.inSite(ctx, siteID, actor, review.InviteToSite, "invite somebody", func(tx *gorm.DB, site Site) error {
		if err := s.refuseInvitation(tx, site, email); err != nil {
			return err
		}
		if _, err := s.voidInvitations(tx, siteID, email); err != nil {
			return err
		}
		secret, err := s.accounts.InsertLink(tx,
			accounts.Link{Purpose: string(accounts.JoinSite), SiteID: &siteID, Email: email}, accounts.InvitationValid)
		if err != nil {
			return err
		}
		subject, text := write(site, secret)
		return s.outbox.Enqueue(tx, outbox.Mail{To: email, Subject: subject, Text: text})
	})
}

func (s *Sites) refuseInvitation(tx *gorm.DB, site Site, email string) error {
	const longest = 254 // bytes of an address, by RFC 5321
	if address, err := mail.ParseAddress(email); err != nil || address.Address != email || len(email) > longest {
		return database.InputError("email", "this is not an email address", "write it as name@example.org")
	}
	var members, sent int64
	people := tx.Table("members").Joins("JOIN users ON users.id = members.user_id").
		Where("members.site_id = ? AND users.email = ?", site.ID, email)
	if err := people.Count(&members).Error; err != nil {
		return err
	}
	if members > 0 {
		return database.InputError("email", email+" is of the site already", "write the address of somebody else")
	}
	since := s.db.Now().Add(-24 * time.Hour).UnixMicro()
	if err := tx.Model(&accounts.Link{}).Where("site_id = ? AND purpose = ? AND created_at > ?", site.ID,
		string(accounts.JoinSite), since).Count(&sent).Error; err != nil {
		return err
	}
	if sent >= invitationsADay {
		return database.Refuse("%s sent %d invitations in the last day, which is the limit. Try again tomorrow.",
			site.Name, sent)
	}
	return nil
}

func (s *Sites) voidInvitations(tx *gorm.DB, siteID int64, email string) (int64, error) {
	ended := s.openInvitations(tx, siteID).Where("email = ?", email).Update("used_at", s.db.Now().UnixMicro())
	if ended.Error != nil {
		return 0, ended.Error
	}
	return ended.RowsAffected, nil
}

// RevokeInvitation ends an invitation that nobody has followed. It returns a *review.Refusal if the
// person may not, and ErrNotFound.
func (s *Sites) RevokeInvitation(ctx context.Context, siteID int64, actor accounts.User, email string) error {
	return s.inSite(ctx, siteID, actor, review.InviteToSite, "end an invitation", func(tx *gorm.DB, _ Site) error {
		ended, err := s.voidInvitations(tx, siteID, accounts.NormalEmail(email))
		if err == nil && ended == 0 {
			err = database.ErrNotFound
		}
		return err
	})
}

// Invitation returns an invitation and the site that it is to, without following it. It returns a
// *review.Refusal if it cannot be followed.
func (s *Sites) Invitation(ctx context.Context, secret string) (Invitation, SiteFacts, error) {
	l, err := s.accounts.FindLink(s.db.Query(ctx), accounts.JoinSite, secret)
	if err != nil {
		return Invitation{}, SiteFacts{}, err
	}
	invitation := invitationOf(l)
	row, err := database.Take[SiteRow](s.db.Query(ctx).Where("id = ?", invitation.SiteID))
	if err != nil {
		return Invitation{}, SiteFacts{}, fmt.Errorf("site of an invitation: %w", err)
	}
	return invitation, row.Facts(), nil
}

// Join follows an invitation: the person is a member of the site from then on. It returns a
// *review.Refusal if the invitation cannot be followed, or is for another address.
func (s *Sites) Join(ctx context.Context, secret string, user accounts.User) (Site, error) {
	var site Site
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		l, err := s.accounts.UseLink(tx, accounts.JoinSite, secret)
		if err != nil {
			return err
		}
		if l.Email != user.Email {
			return database.Refuse("This invitation is for %s; you are signed in as %s.", l.Email, user.Email)
		}
		siteID := invitationOf(l).SiteID
		if err := holdSite(tx, siteID); err != nil {
			return err
		}
		member, err := IsMember(tx, siteID, user.ID)
		if err != nil {
			return err
		}
		if !member {
			err = s.insertMember(tx, siteID, user.ID, review.Member)
		}
		if err == nil {
			site, err = SiteOf(tx, siteID, user.ID)
		}
		if err != nil {
			return err
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "join a site", Subject: recorded.SiteWord(siteID),
			Detail: recorded.AccountWord(user.ID)})
	})
	return site, err
}
