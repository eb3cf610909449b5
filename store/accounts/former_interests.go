// This file owns conflicts of interest that rest on what somebody was before.

package accounts

import (
	"cmp"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/review"
)

// A conflict of interest that the program finds by itself rests on what somebody is of now. A person who may decide and
// leaves that goes on with it as one that is declared, until they withdraw it, which stands in the audit log.

func (s *Accounts) keepDomainConflict(tx *gorm.DB, user User, now string) error {
	domain := review.MailDomain(user.Email)
	if domain == "" || domain == review.MailDomain(now) {
		return nil
	}
	return s.KeepConflict(tx, user, ConflictRow{Domain: domain, Reason: "Had mail there"})
}

// KeepConflict keeps an interest that somebody gives up as a declared conflict, if they may decide.
func (s *Accounts) KeepConflict(tx *gorm.DB, of User, was ConflictRow) error {
	if !review.May(of.Role, review.KeepConflicts) {
		return nil
	}
	same := tx.Model(&ConflictRow{}).Where("user_id = ? AND withdrawn_at IS NULL AND entry_id IS NULL AND site = ? "+
		"AND domain = ?", of.ID, was.Site, was.Domain)
	declared, err := database.CountOf(same)
	if err != nil {
		return err
	}
	if declared > 0 {
		return nil
	}
	was.UserID, was.Declared = of.ID, s.db.Now().UnixMicro()
	was.Reason += " until " + s.db.Now().UTC().Format(time.DateOnly) + "."
	if err := tx.Create(&was).Error; err != nil {
		return err
	}
	recorded.SealRows(tx, recorded.SealedConflict, was.ID)
	return s.db.Record(tx, recorded.AuditEvent{Name: "keep conflict", Subject: was.About(),
		Detail: recorded.AccountWord(of.ID) + ": " + was.Reason})
}

// ConflictRow is a row of the table conflicts.
type ConflictRow struct {
	ID        int64
	UserID    int64
	EntryID   *int64
	Site      string
	Domain    string
	Reason    string
	Declared  int64  `gorm:"column:declared_at"`
	Withdrawn *int64 `gorm:"column:withdrawn_at"`
}

func (ConflictRow) TableName() string { return "conflicts" }

// About is what the conflict is with: a submission, a site or a mail domain.
func (r ConflictRow) About() string {
	if r.EntryID != nil {
		return fmt.Sprintf("submission %d", *r.EntryID)
	}
	return cmp.Or(r.Site, r.Domain)
}
