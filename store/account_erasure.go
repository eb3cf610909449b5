// This file owns erasing a person, and forgetting network addresses.

package store

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/person"
	"green500/validation/review"
	"green500/validation/review/audit"
)

// EraseAccount erases a person: what is deleted, what becomes a pseudonym and what stays is the table of the package person. Drafts
// that nobody else holds are withdrawn, and reviews are given up. It can be done again, for what a request wrote that was on its way.
// It returns a *review.Refusal, which states what has to be settled first, ErrNotFound, and an error that is ErrNotScrubbed.
func (s *Store) EraseAccount(ctx context.Context, id int64) error {
	row, err := accountByID(s.query(ctx), id)
	if err != nil {
		return err
	}
	erased := person.Account{ID: id, Email: row.Email, Pseudonym: accountWord(id), NewEmail: erasedEmail(id), Now: s.now().UnixMicro()}
	if err := s.refuseAltered(ctx, erased); err != nil {
		return err
	}
	err = s.recorded(ctx, AuditEvent{Name: audit.EventErase, Subject: erased.Pseudonym, Signed: true}, func(tx *gorm.DB) error {
		return s.erase(tx, erased)
	})
	if err != nil {
		return err
	}
	if err := s.db.Scrub(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("account %d was erased, but %w: %w; erase it again by its number when nothing reads from the database for long", id, ErrNotScrubbed, err)
	}
	return nil
}

// ErrNotScrubbed is of an erasure after which the file of an SQLite database still holds what was deleted.
var ErrNotScrubbed = errors.New("the database file still holds what was deleted")

// MayErase returns what EraseAccount would refuse, as a *review.Refusal.
func (s *Store) MayErase(ctx context.Context, id int64) error {
	return person.Unsettled(s.query(ctx), id)
}

func (s *Store) erase(tx *gorm.DB, erased person.Account) error {
	if err := holdLog(tx); err != nil {
		return err
	}
	row, err := accountByID(tx, erased.ID)
	if err != nil {
		return err
	}
	if row.Email != erased.Email {
		return refuse("This account was erased or changed in the meantime; reload the page to see it.")
	}
	if err := person.Unsettled(tx, erased.ID); err != nil {
		return err
	}
	if err := s.settleErased(tx, row.user()); err != nil {
		return err
	}
	if row.Email != erased.NewEmail {
		if err := forgetUnconfirmed(tx, erased.NewEmail); err != nil {
			return err
		}
	}
	rows, err := person.SealedRows(tx, erased)
	if err != nil {
		return err
	}
	for _, one := range rows {
		sealRows(tx, one.Kind, one.ID)
	}
	return person.Erase(tx, erased)
}

// refuseAltered keeps what was altered behind the audit log from being sealed again.
func (s *Store) refuseAltered(ctx context.Context, erased person.Account) error {
	rows, err := person.SealedRows(s.query(ctx), erased)
	if err != nil {
		return err
	}
	seals, i := map[string]sealedRow{}, &inspection{store: s}
	if _, err := i.readSeals(ctx, 0, seals); err != nil {
		return err
	}
	for _, one := range rows {
		name := fmt.Sprintf("%s-%d", one.Kind, one.ID)
		if _, sealed := seals[name]; !sealed {
			continue
		}
		if same, err := i.holdsSeal(ctx, name, seals); err != nil || !same {
			return errors.Join(err, refuse("The rows %s are not as the audit log has them: run green500 verify first, and restore them from a backup.", name))
		}
	}
	return nil
}

func (s *Store) settleErased(tx *gorm.DB, user User) error {
	var reviewed, owned []entryView
	if err := viewEntries(tx).Where("entries.reviewer_id = ? AND entries.state IN ?", user.ID, append(decidable(), review.Returned)).Order("entries.id").Find(&reviewed).Error; err != nil {
		return err
	}
	for _, view := range reviewed {
		event := AuditEvent{Name: string(review.GiveUp), EntryID: view.Row.ID, Revision: view.Row.Revision, Subject: accountWord(user.ID), Detail: "the account is erased"}
		if err := s.assign(tx, view, user, Nobody, event); err != nil {
			return err
		}
	}
	others := "entries.site_id IS NULL OR entries.site_id NOT IN (SELECT site_id FROM members WHERE user_id <> ?)"
	drafts := viewEntries(tx).Where("entries.owner_id = ? AND entries.state IN ?", user.ID, []review.State{review.Draft, review.Returned}).Where(others, user.ID)
	if err := drafts.Order("entries.id").Find(&owned).Error; err != nil {
		return err
	}
	for _, view := range owned {
		if _, err := s.move(tx, view, Seen{vouched: true}, review.Withdraw, user, "An administrator erased the account of the owner."); err != nil {
			return err
		}
	}
	return nil
}

// forgetAddresses removes network addresses from the audit log whose time is over, and records up to which record.
func (s *Store) forgetAddresses(ctx context.Context) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		if err := holdLog(tx); err != nil {
			return err
		}
		upTo, err := person.ForgetAddresses(tx, s.now().Add(-keepAddresses).UnixMicro())
		if err != nil || upTo == 0 {
			return err
		}
		return s.record(tx, AuditEvent{Name: audit.EventForget, Subject: audit.ForgottenUpTo(upTo)})
	})
}
