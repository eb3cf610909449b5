// This file owns registering, confirming an address and resetting a password.

package accounts

import (
	"context"
	"fmt"
	"time"

	"green500/store/database"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// How long links can be followed.
const (
	ConfirmationValid = 48 * time.Hour
	ResetValid        = time.Hour
)

// Register makes an account that can be used once its address is confirmed, by the link that the letter confirm holds.
// It has no password yet: the holder of the link sets it. If the address has an account already, it gets the letter
// taken instead; nothing tells the caller which it was. It returns power.InputErrors for fields that are not accepted.
func (s *Accounts) Register(ctx context.Context, n NewUser, confirm, taken Letter) error {
	n = n.tidied()
	if err := n.checkWithoutPassword(); err != nil {
		return err
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "register"}, func(tx *gorm.DB) error {
		row := n.row("", s.db.Now())
		created, err := createUser(tx, &row)
		if err != nil {
			return err
		}
		if !created {
			row, err = s.replaceUnconfirmed(tx, row)
		}
		if database.IsNotFound(err) {
			return s.outbox.Enqueue(tx, taken.to(n.Email, ""))
		}
		if err != nil {
			return err
		}
		return s.postLink(tx, ConfirmAccount, row.ID, row.Email, ConfirmationValid, confirm)
	})
}

// replaceUnconfirmed puts what was typed now in the place of what was typed before by somebody who never
// confirmed the address. It returns ErrNotFound if the account is confirmed or disabled.
func (s *Accounts) replaceUnconfirmed(tx *gorm.DB, row UserRow) (UserRow, error) {
	updated := tx.Model(&UserRow{}).Where("email = ? AND confirmed_at IS NULL AND disabled = ?", row.Email, false).
		Updates(map[string]any{
			"name": row.Name, "affiliation": row.Affiliation,
		})
	if err := database.UpdatedOne(updated); err != nil {
		return UserRow{}, fmt.Errorf("account %s: %w", row.Email, err)
	}
	if err := tx.Where("email = ?", row.Email).Take(&row).Error; err != nil {
		return UserRow{}, err
	}
	return row, deleteSignIns(tx, row.ID)
}

// AskConfirmation posts the link of a registration again. An address that needs none gets the letter
// taken, one without an account the letter none; nothing tells the caller which it was. It returns a
// *power.InputError for what is no address.
func (s *Accounts) AskConfirmation(ctx context.Context, email string, confirm, taken, none Letter) error {
	return s.answerByMail(ctx, "ask for a confirmation", email, none, func(tx *gorm.DB, row UserRow) error {
		if row.Confirmed != nil {
			return s.outbox.Enqueue(tx, taken.to(row.Email, ""))
		}
		return s.postLink(tx, ConfirmAccount, row.ID, row.Email, ConfirmationValid, confirm)
	})
}

// AskReset posts a link by which a new password can be set. An address without an account that may sign in gets the
// letter none; nothing tells the caller which it was. It returns a *power.InputError for what is no address.
func (s *Accounts) AskReset(ctx context.Context, email string, reset, none Letter) error {
	return s.answerByMail(ctx, "ask for a new password", email, none, func(tx *gorm.DB, row UserRow) error {
		return s.postLink(tx, ResetPassword, row.ID, row.Email, ResetValid, reset)
	})
}

// answerByMail changes the account of an address, or tells the address by mail that it has none. In
// either case it is one transaction that posts one mail.
func (s *Accounts) answerByMail(ctx context.Context, event, email string, none Letter,
	known func(*gorm.DB, UserRow) error) error {
	email = NormalEmail(email)
	if problem := checkEmail(email); problem != nil {
		return problem
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: event}, func(tx *gorm.DB) error {
		var row UserRow
		err := tx.Where("email = ? AND disabled = ?", email, false).Take(&row).Error
		switch {
		case database.IsNotFound(err):
			return s.outbox.Enqueue(tx, none.to(email, ""))
		case err != nil:
			return fmt.Errorf("look up an account: %w", err)
		}
		return known(tx, row)
	})
}

// LinkOf returns the account that a link is about and the address that it was sent to, without
// following it. It returns a *review.Refusal if it cannot be followed.
func (s *Accounts) LinkOf(ctx context.Context, purpose Purpose, secret string) (user User, email string, err error) {
	l, err := s.FindLink(s.db.Query(ctx), purpose, secret)
	if err != nil {
		return User{}, "", err
	}
	user, err = s.accountOfLink(s.db.Query(ctx), l)
	return user, l.Email, err
}

func (s *Accounts) accountOfLink(tx *gorm.DB, l Link) (User, error) {
	if l.UserID == nil {
		return User{}, errUsedLink()
	}
	row, err := database.Take[UserRow](tx.Where("id = ?", *l.UserID))
	if err != nil {
		return User{}, fmt.Errorf("account of a link: %w", err)
	}
	if row.Disabled {
		return User{}, database.Refuse("This account was disabled; ask an administrator.")
	}
	return row.Account(), nil
}

// Confirm follows the link of a registration, and sets the password: from then on the account can be used. Who
// registered is unknown, but who holds the link owns the address, so no other way to sign in remains. Without a
// password the identities remain that the account was registered with, which the caller has shown. It returns a
// *power.InputError for a password that is not accepted, which leaves the link as it is, and a *review.Refusal if the
// link cannot be followed.
func (s *Accounts) Confirm(ctx context.Context, secret, password string) (User, error) {
	before, _, err := s.LinkOf(ctx, ConfirmAccount, secret)
	if err != nil {
		return User{}, err
	}
	if password == "" {
		known, err := s.Identities(ctx, before.ID)
		if err != nil {
			return User{}, err
		}
		if len(known) > 0 {
			return s.followLink(ctx, ConfirmAccount, secret,
				func(tx *gorm.DB, _ Link, user User) error { return s.confirm(tx, user) })
		}
	}
	set, err := s.newPassword(ctx, before, password)
	if err != nil {
		return User{}, err
	}
	return s.followLink(ctx, ConfirmAccount, secret, func(tx *gorm.DB, _ Link, user User) error {
		if err := deleteSignIns(tx, user.ID); err != nil {
			return err
		}
		if err := set(tx); err != nil {
			return err
		}
		return s.confirm(tx, user)
	})
}

func (s *Accounts) confirm(tx *gorm.DB, user User) error {
	unconfirmed := tx.Model(&UserRow{}).Where("id = ? AND confirmed_at IS NULL", user.ID)
	if err := unconfirmed.Update("confirmed_at", s.db.Now().UnixMicro()).Error; err != nil {
		return err
	}
	return s.voidLinks(tx, user.ID, ConfirmAccount)
}

// Reset follows a link to set a new password, which proves the address as well, ends the sessions of
// the account and its tokens, and is told by mail. It returns a *power.InputError for a password that will not do,
// which leaves the link as it is, and a *review.Refusal if the link cannot be followed.
func (s *Accounts) Reset(ctx context.Context, secret, password string, changed Letter) (User, error) {
	before, _, err := s.LinkOf(ctx, ResetPassword, secret)
	if err != nil {
		return User{}, err
	}
	set, err := s.newPassword(ctx, before, password)
	if err != nil {
		return User{}, err
	}
	return s.followLink(ctx, ResetPassword, secret, func(tx *gorm.DB, _ Link, user User) error {
		if user.ConfirmedAt.IsZero() {
			if err := deleteSignIns(tx, user.ID); err != nil {
				return err
			}
		}
		if err := set(tx); err != nil {
			return err
		}
		if err := s.confirm(tx, user); err != nil {
			return err
		}
		// Someone who knew the old password may have made tokens with it.
		if err := s.revokeTokens(tx, user.ID); err != nil {
			return err
		}
		return s.outbox.Enqueue(tx, changed.to(user.Email, ""))
	})
}

// followLink uses up a link and runs work in the same transaction. It returns the account as work left it.
func (s *Accounts) followLink(ctx context.Context, purpose Purpose, secret string,
	work func(*gorm.DB, Link, User) error) (User, error) {
	var user User
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		l, err := s.UseLink(tx, purpose, secret)
		if err != nil {
			return err
		}
		if user, err = s.accountOfLink(tx, l); err != nil {
			return err
		}
		if err := work(tx, l, user); err != nil {
			return err
		}
		if user, err = s.accountOfLink(tx, l); err != nil {
			return err
		}
		return s.db.Record(tx,
			recorded.AuditEvent{Name: "follow a link", Subject: recorded.AccountWord(user.ID), Detail: string(purpose)})
	})
	return user, err
}
