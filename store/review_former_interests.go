// This file owns conflicts of interest that rest on what somebody was before.

package store

import (
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// A conflict of interest that the program finds by itself rests on what somebody is of now. A person who may decide and leaves
// that goes on with it as one that is declared, until they withdraw it, which stands in the audit log.

func (s *Store) keepSiteConflict(tx *gorm.DB, userID int64, site, why string) error {
	row, err := take[userRow](tx.Where("id = ?", userID))
	if err != nil {
		return fmt.Errorf("account %d that is of %s: %w", userID, site, err)
	}
	return s.keepConflict(tx, row.user(), conflictRow{Site: site, Reason: why})
}

func (s *Store) keepNameConflict(tx *gorm.DB, siteID int64, before, now string) error {
	if review.SameSiteName(before, now) {
		return nil
	}
	members, err := pluck[int64](tx.Model(&memberRow{}).Where("site_id = ?", siteID).Order("user_id"), "user_id")
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

func (s *Store) keepDomainConflict(tx *gorm.DB, user User, now string) error {
	domain := review.MailDomain(user.Email)
	if domain == "" || domain == review.MailDomain(now) {
		return nil
	}
	return s.keepConflict(tx, user, conflictRow{Domain: domain, Reason: "Had mail there"})
}

func (s *Store) keepConflict(tx *gorm.DB, of User, was conflictRow) error {
	if !review.May(of.Role, review.KeepConflicts) {
		return nil
	}
	same := tx.Model(&conflictRow{}).Where("user_id = ? AND withdrawn_at IS NULL AND entry_id IS NULL AND site = ? AND domain = ?", of.ID, was.Site, was.Domain)
	declared, err := countOf(same)
	if err != nil {
		return err
	}
	if declared > 0 {
		return nil
	}
	was.UserID, was.Declared = of.ID, s.now().UnixMicro()
	was.Reason += " until " + s.now().UTC().Format(time.DateOnly) + "."
	if err := tx.Create(&was).Error; err != nil {
		return err
	}
	sealRows(tx, sealedConflict, was.ID)
	return s.record(tx, AuditEvent{Name: "keep conflict", Subject: was.about(), Detail: accountWord(of.ID) + ": " + was.Reason})
}
