// This file owns passwords: their rules, hashing, and signing in with one.

package accounts

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/power"
)

// ErrCredentials says that e-mail address and password do not open an account; it never says which
// of the two was wrong.
var ErrCredentials = errors.New("e-mail address or password is wrong")

// ErrUnconfirmed says that an account cannot be used until its address is confirmed.
var ErrUnconfirmed = errors.New("the e-mail address was not confirmed")

// Bounds on passwords.
const (
	minPassword = 10    // characters
	maxPassword = 1_000 // bytes
)

// commonPasswords are long ones that are guessed first, one a line, in lower case.
//
//go:embed common_passwords.txt
var commonPasswords string

// passwordParams are set here because the library's defaults depend on the number of processors.
func passwordParams() *argon2id.Params {
	return &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// hashForUnknownUser is compared with if there is no account, so that the time an answer takes does
// not tell who has one. It was made with passwordParams from random bytes that were thrown away.
const hashForUnknownUser = "$argon2id$v=19$m=19456,t=2,p=1$haztdG3SGmtLvAO6wD3VSA$TWxt+zcMApzUCwUPy3MnEmBzYQHO004z9pH8FCJAzjY"

// Authenticate returns the account that an e-mail address and a password open, or ErrCredentials, or
// ErrUnconfirmed if they are right and the address was never confirmed.
// It waits its turn if many sign in at once, and fails if ctx ends first.
func (s *Accounts) Authenticate(ctx context.Context, email, password string) (User, error) {
	row, err := s.userRowByEmail(ctx, email)
	unknown := database.IsNotFound(err)
	if err != nil && !unknown {
		return User{}, fmt.Errorf("look up an account: %w", err)
	}
	match, err := s.matchesPassword(ctx, row, password)
	switch {
	case err != nil:
		return User{}, err
	case !match || row.Disabled:
		return User{}, ErrCredentials
	case row.Confirmed == nil:
		return User{}, ErrUnconfirmed
	}
	return row.Account(), nil
}

// matchesPassword reports whether a password is that of an account. It takes the same time if there is no
// account, or one without a password.
func (s *Accounts) matchesPassword(ctx context.Context, row UserRow, password string) (bool, error) {
	hash := cmp.Or(row.PasswordHash, hashForUnknownUser)
	match, err := s.comparePassword(ctx, password, hash)
	return match && row.PasswordHash != "", err
}

func (s *Accounts) hashPassword(ctx context.Context, password string) (hash string, err error) {
	err = s.whileHashing(ctx, func() (err error) {
		hash, err = argon2id.CreateHash(password, passwordParams())
		return err
	})
	return hash, err
}

func (s *Accounts) comparePassword(ctx context.Context, password, hash string) (match bool, err error) {
	err = s.whileHashing(ctx, func() (err error) {
		match, err = argon2id.ComparePasswordAndHash(password, hash)
		return err
	})
	return match, err
}

// whileHashing takes a slot: each hash needs 19 MiB, which a flood of sign-ins would multiply.
func (s *Accounts) whileHashing(ctx context.Context, work func() error) error {
	select {
	case s.hashing <- struct{}{}:
		defer func() { <-s.hashing }()
	case <-ctx.Done():
		return fmt.Errorf("wait for a slot to hash a password: %w", ctx.Err())
	}
	if err := work(); err != nil {
		return fmt.Errorf("hash a password: %w", err)
	}
	return nil
}

// checkPassword says what is wrong with a password of somebody of that name and address. What it is
// made of is theirs to choose.
func checkPassword(password, name, email string) *power.InputError {
	plain := strings.ToLower(strings.TrimSpace(password))
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return badPassword("the password is too short",
			fmt.Sprintf("choose one of at least %d characters", minPassword))
	case len(password) > maxPassword:
		return badPassword("the password is too long", fmt.Sprintf("choose one of at most %d bytes", maxPassword))
	case plain == strings.ToLower(name) || plain == email:
		return badPassword("the password is your name or your address", "choose one that nobody knows from elsewhere")
	case slices.Contains(strings.Fields(commonPasswords), plain):
		return badPassword("the password is among those that are guessed first",
			"choose another, such as a few unrelated words")
	}
	return nil
}

func badPassword(problem, remedy string) *power.InputError {
	return database.InputError("password", problem, remedy)
}

// SetPassword gives an account another password, which ends its sessions and the links that were
// mailed for another. It returns a *power.InputError for one that will not do and ErrNotFound.
func (s *Accounts) SetPassword(ctx context.Context, id int64, password string) error {
	user, err := s.User(ctx, id)
	if err != nil {
		return err
	}
	set, err := s.newPassword(ctx, user, password)
	if err != nil {
		return err
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "set a password", Subject: recorded.AccountWord(id)}, set)
}

// ConfirmPassword returns a *power.InputError at a field unless the password is that of an account, and ErrNotFound.
func (s *Accounts) ConfirmPassword(ctx context.Context, id int64, field, password string) error {
	row, err := AccountByID(s.db.Query(ctx), id)
	if err != nil {
		return err
	}
	return s.requirePassword(ctx, row, field, password)
}

// ChangePassword is SetPassword by somebody who knows the one before, which they are told by mail. It revokes the
// tokens of the account if tokens says so. It returns a *power.InputError with the field "old" or "password".
func (s *Accounts) ChangePassword(ctx context.Context, id int64, old, password string, tokens bool,
	changed Letter) error {
	row, err := AccountByID(s.db.Query(ctx), id)
	if err != nil {
		return err
	}
	if err := s.requirePassword(ctx, row, "old", old); err != nil {
		return err
	}
	set, err := s.newPassword(ctx, row.Account(), password)
	if err != nil {
		return err
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "change a password", Subject: recorded.AccountWord(id)},
		func(tx *gorm.DB) error {
			if err := set(tx); err != nil {
				return err
			}
			if tokens {
				if err := s.revokeTokens(tx, id); err != nil {
					return err
				}
			}
			return s.outbox.Enqueue(tx, changed.to(row.Email, ""))
		})
}

func (s *Accounts) requirePassword(ctx context.Context, row UserRow, field, password string) error {
	match, err := s.matchesPassword(ctx, row, password)
	if err == nil && !match {
		return wrongPassword{database.InputError(field, "this is not your password", "write the one you sign in with")}
	}
	return err
}

type wrongPassword struct{ *power.InputError }

func (e wrongPassword) Is(target error) bool { return target == ErrCredentials }
func (e wrongPassword) Unwrap() error        { return e.InputError }

// newPassword hashes a password before a transaction that sets it: hashing takes long.
func (s *Accounts) newPassword(ctx context.Context, user User, password string) (set func(*gorm.DB) error, err error) {
	if problem := checkPassword(password, user.Name, user.Email); problem != nil {
		return nil, problem
	}
	hash, err := s.hashPassword(ctx, password)
	if err != nil {
		return nil, err
	}
	return func(tx *gorm.DB) error {
		updated := tx.Model(&UserRow{}).Where("id = ?", user.ID).
			Updates(map[string]any{"password_hash": hash, "password_at": s.db.Now().UnixMicro()})
		if err := database.UpdatedOne(updated); err != nil {
			return fmt.Errorf("account %d: %w", user.ID, err)
		}
		return s.voidLinks(tx, user.ID, ResetPassword, ChangeAddress)
	}, nil
}
