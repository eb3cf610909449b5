// This file owns invitations to a site.

package store

import (
	"context"
	"fmt"
	"net/mail"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Invitation is one that nobody has followed yet.
type Invitation struct {
	SiteID    int64
	Email     string // whom it is for, in lower case
	SentAt    time.Time
	ExpiresAt time.Time
}

func (l link) invitation() Invitation {
	invitation := Invitation{Email: l.Email, SentAt: fromMicro(l.Created), ExpiresAt: fromMicro(l.Expires)}
	if l.SiteID != nil {
		invitation.SiteID = *l.SiteID
	}
	return invitation
}

func (s *Store) openInvitations(tx *gorm.DB, siteID int64) *gorm.DB {
	return tx.Model(&link{}).Where("site_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?", siteID, string(JoinSite), s.now().UnixMicro())
}

// Invitations returns the open invitations to a site, the latest first.
func (s *Store) Invitations(ctx context.Context, siteID int64) ([]Invitation, error) {
	return listed(s.openInvitations(s.query(ctx), siteID).Order("created_at DESC, email"), link.invitation)
}

// invitationsADay is how many mails a site may make us send to strangers in a day.
const invitationsADay = 50

// Invite sends an invitation to an address, whether or not it has an account; those that it was sent
// before are void. write makes the mail from the secret of its link. It returns a *power.InputError
// for an address that will not do, a *review.Refusal where the person may not, and ErrNotFound.
func (s *Store) Invite(ctx context.Context, siteID int64, actor User, email string, write func(site Site, secret string) (subject, text string)) error {
	email = normalEmail(email)
	return s.inSite(ctx, siteID, actor, review.InviteToSite, "invite somebody", func(tx *gorm.DB, site Site) error {
		if err := s.refuseInvitation(tx, site, email); err != nil {
			return err
		}
		if _, err := s.voidInvitations(tx, siteID, email); err != nil {
			return err
		}
		secret, err := s.insertLink(tx, link{Purpose: string(JoinSite), SiteID: &siteID, Email: email}, InvitationValid)
		if err != nil {
			return err
		}
		subject, text := write(site, secret)
		return s.post(tx, Mail{To: email, Subject: subject, Text: text})
	})
}

func (s *Store) refuseInvitation(tx *gorm.DB, site Site, email string) error {
	const longest = 254 // bytes of an address, by RFC 5321
	if address, err := mail.ParseAddress(email); err != nil || address.Address != email || len(email) > longest {
		return fault("email", "this is not an e-mail address", "write it as name@example.org")
	}
	var members, sent int64
	people := tx.Table("members").Joins("JOIN users ON users.id = members.user_id").Where("members.site_id = ? AND users.email = ?", site.ID, email)
	if err := people.Count(&members).Error; err != nil {
		return err
	}
	if members > 0 {
		return fault("email", email+" is of the site already", "write the address of somebody else")
	}
	since := s.now().Add(-24 * time.Hour).UnixMicro()
	if err := tx.Model(&link{}).Where("site_id = ? AND purpose = ? AND created_at > ?", site.ID, string(JoinSite), since).Count(&sent).Error; err != nil {
		return err
	}
	if sent >= invitationsADay {
		return refuse("%s has sent %d invitations since yesterday, which is as many as a day may have; go on tomorrow.", site.Name, sent)
	}
	return nil
}

func (s *Store) voidInvitations(tx *gorm.DB, siteID int64, email string) (int64, error) {
	ended := s.openInvitations(tx, siteID).Where("email = ?", email).Update("used_at", s.now().UnixMicro())
	if ended.Error != nil {
		return 0, ended.Error
	}
	return ended.RowsAffected, nil
}

// RevokeInvitation ends an invitation that nobody has followed. It returns a *review.Refusal where the
// person may not, and ErrNotFound.
func (s *Store) RevokeInvitation(ctx context.Context, siteID int64, actor User, email string) error {
	return s.inSite(ctx, siteID, actor, review.InviteToSite, "end an invitation", func(tx *gorm.DB, _ Site) error {
		ended, err := s.voidInvitations(tx, siteID, normalEmail(email))
		if err == nil && ended == 0 {
			err = ErrNotFound
		}
		return err
	})
}

// Invitation returns an invitation and the site that it is to, without following it. It returns a
// *review.Refusal where it cannot be followed.
func (s *Store) Invitation(ctx context.Context, secret string) (Invitation, SiteFacts, error) {
	l, err := s.findLink(s.query(ctx), JoinSite, secret)
	if err != nil {
		return Invitation{}, SiteFacts{}, err
	}
	invitation := l.invitation()
	row, err := take[siteRow](s.query(ctx).Where("id = ?", invitation.SiteID))
	if err != nil {
		return Invitation{}, SiteFacts{}, fmt.Errorf("site of an invitation: %w", err)
	}
	return invitation, row.facts(), nil
}

// Join follows an invitation: the person is a member of the site from then on. It returns a
// *review.Refusal where the invitation cannot be followed, or is for another address.
func (s *Store) Join(ctx context.Context, secret string, user User) (Site, error) {
	var site Site
	err := s.transact(ctx, func(tx *gorm.DB) error {
		l, err := s.useLink(tx, JoinSite, secret)
		if err != nil {
			return err
		}
		if l.Email != user.Email {
			return refuse("This invitation is for %s; you are signed in as %s.", l.Email, user.Email)
		}
		siteID := l.invitation().SiteID
		if err := holdSite(tx, siteID); err != nil {
			return err
		}
		member, err := isMember(tx, siteID, user.ID)
		if err != nil {
			return err
		}
		if !member {
			err = s.insertMember(tx, siteID, user.ID, review.Member)
		}
		if err == nil {
			site, err = siteOf(tx, siteID, user.ID)
		}
		if err != nil {
			return err
		}
		return s.record(tx, AuditEvent{Name: "join a site", Subject: siteWord(siteID), Detail: accountWord(user.ID)})
	})
	return site, err
}
