// This file owns the identities of OpenID providers that accounts sign in with.

package accounts

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/review"
)

// Identity is who somebody is with an OpenID Connect provider.
type Identity struct {
	Issuer  string
	Subject string
}

// KnownIdentity is an identity of an account.
type KnownIdentity struct {
	Identity
	CreatedAt time.Time
	UsedAt    time.Time
}

func (r identityRow) known() KnownIdentity {
	return KnownIdentity{Identity: Identity{r.Issuer, r.Subject}, CreatedAt: database.FromMicro(r.Created),
		UsedAt: database.FromMicro(r.Used)}
}

// UseIdentity returns the account of an identity that a provider proved, and notes that it was used. It
// returns ErrNotFound if there is none, ErrUnconfirmed if its address was never confirmed, and a
// *review.Refusal if it was disabled.
func (s *SignIns) UseIdentity(ctx context.Context, i Identity) (User, error) {
	row, err := identityOwner(s.db.Query(ctx), i)
	if err != nil {
		return User{}, err
	}
	user, err := row.admitted()
	if err != nil {
		return User{}, err
	}
	used := i.among(s.db.Query(recorded.WithRoutine(ctx, recorded.RoutineUse))).Model(&identityRow{}).
		Update("used_at", s.db.Now().UnixMicro())
	if err := database.UpdatedOne(used); err != nil {
		return User{}, fmt.Errorf("use an identity: %w", err)
	}
	return user, nil
}

func (i Identity) among(tx *gorm.DB) *gorm.DB {
	return tx.Where("issuer = ? AND subject = ?", database.Text(i.Issuer), i.Subject)
}

// subjectForm is what OpenID Connect says of a subject, without what somebody else's subject could be taken for.
var subjectForm = regexp.MustCompile(`^[!-~]([ -~]{0,253}[!-~])?$`)

// refuseSubject returns a *review.Refusal for a subject that is not kept byte for byte.
func (i Identity) refuseSubject() error {
	if subjectForm.MatchString(i.Subject) {
		return nil
	}
	return database.Refuse("The provider names you by a subject that is not accepted; tell an administrator. " +
		"A subject has 1 to 255 printable" + " ASCII characters and no space at its ends, such as 0000-0002-1825-0097.")
}

func identityOwner(tx *gorm.DB, i Identity) (UserRow, error) {
	if err := i.refuseSubject(); err != nil {
		return UserRow{}, err
	}
	tied, err := database.Take[identityRow](i.among(tx))
	if err != nil {
		return UserRow{}, fmt.Errorf("find an identity: %w", err)
	}
	row, err := database.Take[UserRow](tx.Where("id = ?", tied.UserID))
	if err != nil {
		return UserRow{}, fmt.Errorf("account of an identity: %w", err)
	}
	return row, nil
}

// LinkIdentity lets an account be signed in to by an identity, and tells its owner by the letter added. It
// returns a *review.Refusal if the identity is that of another account.
func (s *SignIns) LinkIdentity(ctx context.Context, user User, i Identity, added Letter) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "link an identity", Subject: recorded.AccountWord(user.ID),
		Detail: i.Issuer}, func(tx *gorm.DB) error {
		tied, err := s.linkIdentity(tx, user.ID, i)
		if err != nil || !tied {
			return err
		}
		return s.outbox.Enqueue(tx, added.to(user.Email, ""))
	})
}

func errOtherAccount() error {
	return database.Refuse(
		"This identity belongs to another account here; sign in with it to see which, and remove it there first.")
}

// linkIdentity links an identity to an account; one linked to an unconfirmed account is free. Tied is
// false if it was linked to this account already.
func (s *SignIns) linkIdentity(tx *gorm.DB, user int64, i Identity) (tied bool, err error) {
	owner, err := identityOwner(tx, i)
	switch {
	case database.IsNotFound(err):
	case err != nil:
		return false, err
	case owner.ID == user:
		return false, nil
	case owner.Confirmed != nil || owner.Disabled:
		return false, errOtherAccount()
	}
	if err := i.among(tx).Where("user_id = ?", owner.ID).Delete(&identityRow{}).Error; err != nil {
		return false, err
	}
	now := s.db.Now().UnixMicro()
	row := identityRow{Issuer: database.Text(i.Issuer), Subject: i.Subject, UserID: user, Created: now, Used: now}
	if err := database.MetOne(database.UnlessThere(tx).Create(&row), errOtherAccount()); err != nil {
		return false, err
	}
	return true, nil
}

// RemoveIdentity unties an identity from an account. It returns ErrNotFound, and a *review.Refusal if
// nobody could sign in to the account any more.
func (s *SignIns) RemoveIdentity(ctx context.Context, user int64, i Identity) error {
	if i.refuseSubject() != nil {
		return database.ErrNotFound
	}
	return s.accounts.removeSignIn(ctx, user, "identity", &identityRow{}, "issuer = ? AND subject = ?",
		database.Text(i.Issuer), i.Subject)
}

// RegisterProven makes an account without a password for an identity whose provider vouches for the e-mail address, so
// that it can be used at once. It returns power.InputErrors for fields that will not do, and an error that is ErrTaken
// if the address has an account: that one has to be signed in to before the identity is tied to it.
func (s *SignIns) RegisterProven(ctx context.Context, n NewUser, i Identity) (User, error) {
	n = n.tidied()
	if err := n.checkWithoutPassword(); err != nil {
		return User{}, err
	}
	var row UserRow
	err := s.db.Transact(ctx, func(tx *gorm.DB) (err error) {
		row, err = s.insertWithIdentity(tx, n, i)
		if database.IsNotFound(err) {
			return database.Taken(database.InputError("email", n.Email+" has an account already", "sign in with it"))
		}
		if err != nil {
			return err
		}
		if err := s.accounts.confirm(tx, row.Account()); err != nil {
			return err
		}
		if err := s.db.Record(tx, recorded.AuditEvent{Name: "register", Subject: recorded.AccountWord(row.ID),
			Detail: i.Issuer}); err != nil {
			return err
		}
		return tx.Where("id = ?", row.ID).Take(&row).Error
	})
	return row.Account(), err
}

// RegisterClaimed is Register for somebody who has an identity and no password: the address, for which
// no provider vouches, has to be confirmed before the identity opens the account.
func (s *SignIns) RegisterClaimed(ctx context.Context, n NewUser, i Identity, confirm, taken Letter) error {
	n = n.tidied()
	if err := n.checkWithoutPassword(); err != nil {
		return err
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "register", Detail: i.Issuer}, func(tx *gorm.DB) error {
		row, err := s.insertWithIdentity(tx, n, i)
		switch {
		case database.IsNotFound(err):
			return s.outbox.Enqueue(tx, taken.to(n.Email, ""))
		case err != nil:
			return err
		}
		return s.accounts.postLink(tx, ConfirmAccount, row.ID, row.Email, ConfirmationValid, confirm)
	})
}

// insertWithIdentity makes an account without a password, or takes over one that nobody confirmed, and
// ties the identity to it. It returns ErrNotFound if the address has an account that counts.
func (s *SignIns) insertWithIdentity(tx *gorm.DB, n NewUser, i Identity) (UserRow, error) {
	row := n.row("", s.db.Now())
	created, err := createUser(tx, &row)
	if err == nil && !created {
		row, err = s.accounts.replaceUnconfirmed(tx, row)
	}
	if err != nil {
		return UserRow{}, err
	}
	_, err = s.linkIdentity(tx, row.ID, i)
	return row, err
}

func (n NewUser) checkWithoutPassword() error {
	errs := checkPerson(n.Name, n.Affiliation)
	if problem := checkEmail(n.Email); problem != nil {
		errs = append(errs, problem)
	}
	if n.Role != review.Submitter {
		errs = append(errs, badRole(n.Role))
	}
	return errs.OrNil()
}
