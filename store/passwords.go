package store

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"green500/validation/power"
)

// ErrCredentials says that e-mail address and password do not open an account; it never says which
// of the two was wrong.
var ErrCredentials = errors.New("e-mail address or password is wrong")

const minPassword = 10 // characters

// passwordParams are set here because the library's defaults depend on the number of processors.
func passwordParams() *argon2id.Params {
	return &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// nobodysHash is compared with where there is no account, so that the time an answer takes does
// not tell who has one. It was made with passwordParams from random bytes that were thrown away.
const nobodysHash = "$argon2id$v=19$m=19456,t=2,p=1$haztdG3SGmtLvAO6wD3VSA$TWxt+zcMApzUCwUPy3MnEmBzYQHO004z9pH8FCJAzjY"

// Authenticate returns the account that an e-mail address and a password open, or ErrCredentials.
// It waits its turn where many sign in at once, and fails where ctx ends first.
func (s *Store) Authenticate(ctx context.Context, email, password string) (User, error) {
	row, err := s.userRowByEmail(ctx, email)
	unknown := errors.Is(err, ErrNotFound)
	if err != nil && !unknown {
		return User{}, fmt.Errorf("look up an account: %w", err)
	}
	if unknown {
		row.PasswordHash = nobodysHash
	}
	match, err := s.comparePassword(ctx, password, row.PasswordHash)
	if err != nil {
		return User{}, err
	}
	if !match || unknown || row.Disabled {
		return User{}, ErrCredentials
	}
	return row.user(), nil
}

func (s *Store) hashPassword(ctx context.Context, password string) (hash string, err error) {
	err = s.whileHashing(ctx, func() (err error) {
		hash, err = argon2id.CreateHash(password, passwordParams())
		return err
	})
	return hash, err
}

func (s *Store) comparePassword(ctx context.Context, password, hash string) (match bool, err error) {
	err = s.whileHashing(ctx, func() (err error) {
		match, err = argon2id.ComparePasswordAndHash(password, hash)
		return err
	})
	return match, err
}

// whileHashing takes a slot: each hash needs 19 MiB, which a flood of sign-ins would multiply.
func (s *Store) whileHashing(ctx context.Context, work func() error) error {
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

func checkPassword(password string) *power.InputError {
	if utf8.RuneCountInString(password) >= minPassword {
		return nil
	}
	return &power.InputError{
		Field:   "password",
		Problem: "the password is too short",
		Remedy:  fmt.Sprintf("choose one of at least %d characters", minPassword),
	}
}
