// Package installation keeps the state of an installation: its identifier, its backups, and whether outgoing mail is on
// hold.
package installation

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Database is what is needed of the store.
type Database struct {
	Query func(context.Context) *gorm.DB
	// in one transaction, noted in the audit log
	Record func(ctx context.Context, event, subject, detail string, work func(*gorm.DB) error) error
}

// Kept is what is kept of an installation.
type Kept struct{ in Database }

// Of returns what is kept in a database.
func Of(in Database) Kept { return Kept{in} }

// State is what an installation knows of itself.
type State struct {
	Identifier       string     // 32 hexadecimal digits
	MailHeldAt       *time.Time // when it was restored from a backup; nil unless its mail is held since then
	BackupAt         time.Time  // of the last backup; zero if there is none
	BackupVerifiedAt time.Time  // when the files of a backup were last read again and compared; zero if never
	BackupFailure    string     // what the last backup or its verification found; empty if all is well
}

type row struct {
	ID            int64
	Identifier    string
	MailHeld      *int64 `gorm:"column:mail_held_at"`
	Backup        *int64 `gorm:"column:backup_at"`
	Verified      *int64 `gorm:"column:backup_verified_at"`
	BackupFailure string
}

func (row) TableName() string { return "installation" }

const only = 1 // the id of the only row

// State returns the state.
func (k Kept) State(ctx context.Context) (State, error) {
	kept, err := read(k.in.Query(ctx))
	if err != nil {
		return State{}, err
	}
	known := State{Identifier: kept.Identifier, BackupAt: timeOf(kept.Backup), BackupVerifiedAt: timeOf(kept.Verified),
		BackupFailure: kept.BackupFailure}
	if kept.MailHeld != nil {
		held := timeOf(kept.MailHeld)
		known.MailHeldAt = &held
	}
	return known, nil
}

func read(tx *gorm.DB) (kept row, err error) {
	if err := tx.Where("id = ?", only).Take(&kept).Error; err != nil {
		return row{}, fmt.Errorf("read the installation: %w", err)
	}
	return kept, nil
}

func timeOf(micro *int64) time.Time {
	if micro == nil {
		return time.Time{}
	}
	return time.UnixMicro(*micro).UTC()
}

type mail struct{ ID int64 }

func (mail) TableName() string { return "outbox" }

type call struct{ ID int64 }

func (call) TableName() string { return "webhook_messages" }

// Sending is the condition of SQL under which an installation sends mail and calls webhooks: a restored copy does not
// until Release.
const Sending = "NOT EXISTS (SELECT 1 FROM installation WHERE mail_held_at IS NOT NULL)"

// Release has a restored copy send mail and call webhooks, and returns how many mails from before it was restored wait
// to be sent. drop removes these and messages to webhooks that were due before: the installation that the backup was
// made of has probably sent them. It returns a *review.Refusal if mail is not held.
func (k Kept) Release(ctx context.Context, drop bool) (waiting int64, err error) {
	const earlier = "sent_at IS NULL AND NOT given_up AND created_at <= ?"
	detail := "with earlier messages"
	if drop {
		detail = "without earlier messages"
	}
	err = k.in.Record(ctx, "release mail", "the outbox", detail, func(tx *gorm.DB) error {
		kept, err := read(tx)
		if err != nil {
			return err
		}
		if kept.MailHeld == nil {
			return &review.Refusal{Sentence: "Mail is not held."}
		}
		if err := tx.Model(&mail{}).Where(earlier, *kept.MailHeld).Count(&waiting).Error; err != nil {
			return err
		}
		if drop {
			err := tx.Where(earlier, *kept.MailHeld).Delete(&mail{}).Error
			if err == nil {
				err = tx.Where(earlier, *kept.MailHeld).Where("due_at <= ?", *kept.MailHeld).Delete(&call{}).Error
			}
			if err != nil {
				return fmt.Errorf("drop the messages: %w", err)
			}
		}
		return tx.Model(&row{}).Where("id = ?", only).Update("mail_held_at", nil).Error
	})
	return waiting, err
}
