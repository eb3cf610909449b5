// This file owns what people change of their own account: profile, address, sessions.

package accounts

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/person"
	"green500/store/recorded"
)

// UpdateProfile changes what others see of a person. It returns power.InputErrors for what will not do and ErrNotFound.
func (s *Accounts) UpdateProfile(ctx context.Context, id int64, name, affiliation string) error {
	name, affiliation = database.OneLine(name), database.OneLine(affiliation)
	if err := checkPerson(name, affiliation).OrNil(); err != nil {
		return err
	}
	return s.updateUser(ctx, id, recorded.AuditEvent{Name: "change a profile"},
		map[string]any{"name": name, "affiliation": affiliation})
}

// EndSessions signs an account out wherever it is signed in, and revokes its tokens if tokens says so. It returns
// ErrNotFound.
func (s *Accounts) EndSessions(ctx context.Context, id int64, tokens bool) error {
	if err := s.updateUser(ctx, id, recorded.AuditEvent{Name: "end all sessions"},
		map[string]any{"password_at": s.db.Now().UnixMicro()}); err != nil || !tokens {
		return err
	}
	return s.RevokeTokens(ctx, id)
}

// AskAddress posts a link by which an account moves to another e-mail address, to that address; one
// that has an account gets the letter taken instead, and nothing tells the caller. It returns
// power.InputErrors with the fields "current", of the password, and "email".
func (s *Accounts) AskAddress(ctx context.Context, id int64, password, email string, confirm, taken Letter) error {
	email = NormalEmail(email)
	row, err := AccountByID(s.db.Query(ctx), id)
	if err != nil {
		return err
	}
	if err := s.requirePassword(ctx, row, "current", password); err != nil {
		return err
	}
	if problem := checkEmail(email); problem != nil {
		return problem
	}
	if email == row.Email {
		return database.InputError("email", "this is the address of your account already", "write another")
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "ask to move to another address",
		Subject: recorded.AccountWord(id)}, func(tx *gorm.DB) error {
		held, err := addressHeld(tx, email)
		switch {
		case err != nil:
			return err
		case held:
			return s.outbox.Enqueue(tx, taken.to(email, ""))
		}
		return s.postLink(tx, ChangeAddress, id, email, ConfirmationValid, confirm)
	})
}

// addressHeld reports whether an address belongs to somebody: a person who never confirmed it does not count,
// unless they were locked out.
func addressHeld(tx *gorm.DB, email string) (bool, error) {
	held := tx.Model(&UserRow{}).Where("email = ? AND (confirmed_at IS NOT NULL OR disabled = ?)", email, true)
	count, err := database.CountOf(held)
	return count > 0, err
}

// MoveAddress follows the link of AskAddress; the address before is told by the letter changed. It returns a
// *review.Refusal if the link cannot be followed, or the address has got an account of its own since.
func (s *Accounts) MoveAddress(ctx context.Context, secret string, changed Letter) (User, error) {
	return s.followLink(ctx, ChangeAddress, secret, func(tx *gorm.DB, l Link, user User) error {
		if err := ForgetUnconfirmed(tx, l.Email); err != nil {
			return err
		}
		err := tx.Model(&UserRow{}).Where("id = ?", user.ID).Update("email", l.Email).Error
		switch {
		case errors.Is(err, gorm.ErrDuplicatedKey):
			return database.Refuse(
				"This address has got an account of its own since; sign in with that, or choose another address.")
		case err != nil:
			return fmt.Errorf("move an account to another address: %w", err)
		}
		if err := s.voidLinks(tx, user.ID, ResetPassword, ChangeAddress); err != nil {
			return err
		}
		if err := s.keepDomainConflict(tx, user, l.Email); err != nil {
			return err
		}
		return s.outbox.Enqueue(tx, changed.to(user.Email, ""))
	})
}

// ForgetUnconfirmed deletes an account that nobody could ever use, so that it keeps no address from whom it belongs to.
func ForgetUnconfirmed(tx *gorm.DB, email string) error {
	const unused = "email = ? AND confirmed_at IS NULL AND disabled = ?"
	accounts := tx.Model(&UserRow{}).Select("id").Where(unused, email, false)
	if err := deleteSignIns(tx, accounts); err != nil {
		return err
	}
	links := tx.Where("user_id IN (?)", accounts)
	if err := links.Delete(&Link{}).Error; err != nil {
		return err
	}
	return tx.Where(unused, email, false).Delete(&UserRow{}).Error
}

// WritePerson writes all that is kept on an account as JSON. It fails if the database or the writer does.
func (s *Accounts) WritePerson(ctx context.Context, id int64, to io.Writer) error {
	return person.Write(s.db.Query(ctx), id, to)
}
