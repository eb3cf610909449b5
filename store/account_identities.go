// This file owns the identities of OpenID providers that accounts sign in with.

package store

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"gorm.io/gorm"

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
	return KnownIdentity{Identity: Identity{r.Issuer, r.Subject}, CreatedAt: fromMicro(r.Created), UsedAt: fromMicro(r.Used)}
}

// Identities returns who a person is with providers, oldest first.
func (s *Store) Identities(ctx context.Context, user int64) ([]KnownIdentity, error) {
	return listed(s.query(ctx).Where("user_id = ?", user).Order("created_at, issuer, subject"), identityRow.known)
}

// UseIdentity returns the account of an identity that a provider proved, and notes that it was used. It
// returns ErrNotFound where there is none, ErrUnconfirmed where its address was never confirmed, and a
// *review.Refusal where it was disabled.
func (s *Store) UseIdentity(ctx context.Context, i Identity) (User, error) {
	row, err := identityOwner(s.query(ctx), i)
	if err != nil {
		return User{}, err
	}
	user, err := row.admitted()
	if err != nil {
		return User{}, err
	}
	used := i.among(s.query(withRoutine(ctx, routineUse))).Model(&identityRow{}).Update("used_at", s.now().UnixMicro())
	if err := updatedOne(used); err != nil {
		return User{}, fmt.Errorf("use an identity: %w", err)
	}
	return user, nil
}

func (i Identity) among(tx *gorm.DB) *gorm.DB {
	return tx.Where("issuer = ? AND subject = ?", text(i.Issuer), i.Subject)
}

// subjectForm is what OpenID Connect says of a subject, without what somebody else's subject could be taken for.
var subjectForm = regexp.MustCompile(`^[!-~]([ -~]{0,253}[!-~])?$`)

// refuseSubject returns a *review.Refusal for a subject that is not kept byte for byte.
func (i Identity) refuseSubject() error {
	if subjectForm.MatchString(i.Subject) {
		return nil
	}
	return refuse("The provider names you by a subject that is not accepted; tell an administrator. A subject has 1 to 255 printable" +
		" ASCII characters and no space at its ends, such as 0000-0002-1825-0097.")
}

func identityOwner(tx *gorm.DB, i Identity) (userRow, error) {
	if err := i.refuseSubject(); err != nil {
		return userRow{}, err
	}
	tied, err := take[identityRow](i.among(tx))
	if err != nil {
		return userRow{}, fmt.Errorf("find an identity: %w", err)
	}
	row, err := take[userRow](tx.Where("id = ?", tied.UserID))
	if err != nil {
		return userRow{}, fmt.Errorf("account of an identity: %w", err)
	}
	return row, nil
}

// LinkIdentity lets an account be signed in to by an identity, and tells its owner by the letter added. It
// returns a *review.Refusal where the identity is that of another account.
func (s *Store) LinkIdentity(ctx context.Context, user User, i Identity, added Letter) error {
	return s.recorded(ctx, AuditEvent{Name: "link an identity", Subject: accountWord(user.ID), Detail: i.Issuer}, func(tx *gorm.DB) error {
		tied, err := s.linkIdentity(tx, user.ID, i)
		if err != nil || !tied {
			return err
		}
		return s.post(tx, added.to(user.Email, ""))
	})
}

func errOtherAccount() error {
	return refuse("This identity belongs to another account here; sign in with it to see which, and remove it there first.")
}

// linkIdentity links an identity to an account; one linked to an unconfirmed account is free. Tied is
// false if it was linked to this account already.
func (s *Store) linkIdentity(tx *gorm.DB, user int64, i Identity) (tied bool, err error) {
	owner, err := identityOwner(tx, i)
	switch {
	case isNotFound(err):
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
	now := s.now().UnixMicro()
	row := identityRow{Issuer: text(i.Issuer), Subject: i.Subject, UserID: user, Created: now, Used: now}
	if err := metOne(unlessThere(tx).Create(&row), errOtherAccount()); err != nil {
		return false, err
	}
	return true, nil
}

// RemoveIdentity unties an identity from an account. It returns ErrNotFound, and a *review.Refusal where
// nobody could sign in to the account any more.
func (s *Store) RemoveIdentity(ctx context.Context, user int64, i Identity) error {
	if i.refuseSubject() != nil {
		return ErrNotFound
	}
	return s.removeSignIn(ctx, user, "identity", &identityRow{}, "issuer = ? AND subject = ?", text(i.Issuer), i.Subject)
}

// RegisterProven makes an account without a password for an identity whose provider vouches for the e-mail address, so
// that it can be used at once. It returns power.InputErrors for fields that will not do, and an error that is ErrTaken
// where the address has an account: that one has to be signed in to before the identity is tied to it.
func (s *Store) RegisterProven(ctx context.Context, n NewUser, i Identity) (User, error) {
	n = n.tidied()
	if err := n.checkWithoutPassword(); err != nil {
		return User{}, err
	}
	var row userRow
	err := s.transact(ctx, func(tx *gorm.DB) (err error) {
		row, err = s.insertWithIdentity(tx, n, i)
		if isNotFound(err) {
			return takenError{fault("email", n.Email+" has an account already", "sign in with it")}
		}
		if err != nil {
			return err
		}
		if err := s.confirm(tx, row.user()); err != nil {
			return err
		}
		if err := s.record(tx, AuditEvent{Name: "register", Subject: accountWord(row.ID), Detail: i.Issuer}); err != nil {
			return err
		}
		return tx.Where("id = ?", row.ID).Take(&row).Error
	})
	return row.user(), err
}

// RegisterClaimed is Register for somebody who has an identity and no password: the address, for which
// no provider vouches, has to be confirmed before the identity opens the account.
func (s *Store) RegisterClaimed(ctx context.Context, n NewUser, i Identity, confirm, taken Letter) error {
	n = n.tidied()
	if err := n.checkWithoutPassword(); err != nil {
		return err
	}
	return s.recorded(ctx, AuditEvent{Name: "register", Detail: i.Issuer}, func(tx *gorm.DB) error {
		row, err := s.insertWithIdentity(tx, n, i)
		switch {
		case isNotFound(err):
			return s.post(tx, taken.to(n.Email, ""))
		case err != nil:
			return err
		}
		return s.postLink(tx, ConfirmAccount, row.ID, row.Email, ConfirmationValid, confirm)
	})
}

// insertWithIdentity makes an account without a password, or takes over one that nobody confirmed, and
// ties the identity to it. It returns ErrNotFound where the address has an account that counts.
func (s *Store) insertWithIdentity(tx *gorm.DB, n NewUser, i Identity) (userRow, error) {
	row := n.row("", s.now())
	created, err := createUser(tx, &row)
	if err == nil && !created {
		row, err = s.replaceUnconfirmed(tx, row)
	}
	if err != nil {
		return userRow{}, err
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
