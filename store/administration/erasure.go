// This file owns erasing a person, and forgetting network addresses.

package administration

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/auditlog"
	"green500/store/database"
	"green500/store/person"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/review"
	"green500/validation/review/audit"
)

// EraseAccount erases a person: what is deleted, what becomes a pseudonym and what stays is the table of the package
// person. Drafts that nobody else holds are withdrawn, and reviews are given up. It can be done again, for what a
// request wrote that was on its way. It returns a *review.Refusal, which states what has to be settled first,
// ErrNotFound, and an error that is ErrNotScrubbed.
func (s *Administration) EraseAccount(ctx context.Context, id int64) error {
	row, err := accounts.AccountByID(s.db.Query(ctx), id)
	if err != nil {
		return err
	}
	erased := person.Account{ID: id, Email: row.Email, Pseudonym: recorded.AccountWord(id),
		NewEmail: accounts.ErasedEmail(id), Now: s.db.Now().UnixMicro()}
	if err := s.refuseAltered(ctx, erased); err != nil {
		return err
	}
	err = s.db.Change(ctx, recorded.AuditEvent{Name: audit.EventErase, Subject: erased.Pseudonym, Signed: true},
		func(tx *gorm.DB) error {
			return s.erase(tx, erased)
		})
	if err != nil {
		return err
	}
	if err := s.db.Connection.Scrub(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("account %d was erased, but %w: %w; "+
			"erase it again by its number when nothing reads from the database for long", id, ErrNotScrubbed, err)
	}
	return nil
}

// ErrNotScrubbed is of an erasure after which the file of an SQLite database still holds what was deleted.
var ErrNotScrubbed = errors.New("the database file still holds what was deleted")

// MayErase returns what EraseAccount would refuse, as a *review.Refusal.
func (s *Administration) MayErase(ctx context.Context, id int64) error {
	return person.Unsettled(s.db.Query(ctx), id)
}

func (s *Administration) erase(tx *gorm.DB, erased person.Account) error {
	if err := recorded.HoldLog(tx); err != nil {
		return err
	}
	row, err := accounts.AccountByID(tx, erased.ID)
	if err != nil {
		return err
	}
	if row.Email != erased.Email {
		return database.Refuse("This account was erased or changed in the meantime; reload the page to see it.")
	}
	if err := person.Unsettled(tx, erased.ID); err != nil {
		return err
	}
	if err := s.settleErased(tx, row.Account()); err != nil {
		return err
	}
	if row.Email != erased.NewEmail {
		if err := accounts.ForgetUnconfirmed(tx, erased.NewEmail); err != nil {
			return err
		}
	}
	rows, err := person.SealedRows(tx, erased)
	if err != nil {
		return err
	}
	for _, one := range rows {
		recorded.SealRows(tx, one.Kind, one.ID)
	}
	return person.Erase(tx, erased)
}

// refuseAltered keeps what was altered behind the audit log from being sealed again.
func (s *Administration) refuseAltered(ctx context.Context, erased person.Account) error {
	rows, err := person.SealedRows(s.db.Query(ctx), erased)
	if err != nil {
		return err
	}
	seals, i := map[string]auditlog.SealedRow{}, &auditlog.Inspector{Store: s.auditLog}
	if _, err := i.ReadSeals(ctx, 0, seals); err != nil {
		return err
	}
	for _, one := range rows {
		name := fmt.Sprintf("%s-%d", one.Kind, one.ID)
		if _, sealed := seals[name]; !sealed {
			continue
		}
		if same, err := i.HoldsSeal(ctx, name, seals); err != nil || !same {
			return errors.Join(err, database.Refuse("The rows %s are not as the audit log has them: "+
				"run green500 verify first, and restore them from a backup.", name))
		}
	}
	return nil
}

func (s *Administration) settleErased(tx *gorm.DB, user accounts.User) error {
	var reviewed, owned []submissions.EntryView
	if err := submissions.ViewEntries(tx).Where("entries.reviewer_id = ? AND entries.state IN ?", user.ID,
		append(submissions.Decidable(), review.Returned)).Order("entries.id").Find(&reviewed).Error; err != nil {
		return err
	}
	for _, view := range reviewed {
		event := recorded.AuditEvent{Name: string(review.GiveUp), EntryID: view.Row.ID, Revision: view.Row.Revision,
			Subject: recorded.AccountWord(user.ID), Detail: "the account is erased"}
		if err := s.reviews.AssignTx(tx, view, user, reviews.Nobody, event); err != nil {
			return err
		}
	}
	others := "entries.site_id IS NULL OR entries.site_id NOT IN (SELECT site_id FROM members WHERE user_id <> ?)"
	drafts := submissions.ViewEntries(tx).Where("entries.owner_id = ? AND entries.state IN ?", user.ID,
		[]review.State{review.Draft, review.Returned}).Where(others, user.ID)
	if err := drafts.Order("entries.id").Find(&owned).Error; err != nil {
		return err
	}
	for _, view := range owned {
		if _, err := s.reviews.MoveTx(tx, view, reviews.Seen{Vouched: true}, review.Withdraw, user,
			"An administrator erased the account of the owner."); err != nil {
			return err
		}
	}
	return nil
}

// ForgetAddresses removes network addresses from the audit log whose time is over, and records up to which record.
func (s *Administration) ForgetAddresses(ctx context.Context) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		if err := recorded.HoldLog(tx); err != nil {
			return err
		}
		upTo, err := person.ForgetAddresses(tx, s.db.Now().Add(-keepAddresses).UnixMicro())
		if err != nil || upTo == 0 {
			return err
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: audit.EventForget, Subject: audit.ForgottenUpTo(upTo)})
	})
}
