package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"green500/store"
	"green500/validation/power"
	"green500/validation/review"
)

// Administrator is who looks after a new installation.
type Administrator struct {
	Email string `required:"" help:"Email address of the first administrator."`
	Name  string `required:"" help:"Name of the first administrator, as others will see it."`
}

// Create creates the account of the first administrator. It returns a *power.InputError if there is an administrator already.
func (a Administrator) Create(ctx context.Context, s *store.Store, password string) error {
	_, err := s.CreateAdministratorOnce(ctx, store.NewUser{Email: a.Email, Name: a.Name, Password: password})
	if errors.Is(err, store.ErrHasAdministrator) {
		return &power.InputError{Problem: "this installation has an administrator already", Remedy: "create other accounts with green500 user add, or set a password with green500 user password"}
	}
	return err
}

// Role gives an account another role.
type Role struct {
	Email string      `arg:"" help:"Email address of the account."`
	Role  review.Role `arg:"" enum:"submitter,reviewer,editor,admin" help:"submitter, reviewer, editor or admin."`
}

// Set sets the role.
func (r Role) Set(ctx context.Context, s *store.Store, out io.Writer) error {
	user, err := accountOf(ctx, s, r.Email)
	if err != nil {
		return err
	}
	if err := s.SetRole(ctx, user.ID, r.Role); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is %s from now on.\n", user.Email, r.Role)
	return err
}

// Password gives an account another password.
type Password struct {
	Email string `arg:"" help:"Email address of the account."`
}

// Set reads the password from standard input and sets it, which signs the account out everywhere.
func (p Password) Set(ctx context.Context, s *store.Store, out io.Writer) error {
	user, err := accountOf(ctx, s, p.Email)
	if err != nil {
		return err
	}
	password, err := ReadPassword(ctx, os.Stdin, os.Stderr)
	if err != nil {
		return err
	}
	if err := s.SetPassword(ctx, user.ID, password); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s has the new password, and is signed out everywhere.\n", user.Email)
	return err
}

func accountOf(ctx context.Context, s *store.Store, email string) (store.User, error) {
	user, err := s.UserByEmail(ctx, store.NormalEmail(email))
	if errors.Is(err, store.ErrNotFound) {
		return store.User{}, &power.InputError{Field: "EMAIL", Problem: "there is no account of " + email, Remedy: "list the accounts with green500 user list, or create this one with green500 user add"}
	}
	return user, err
}
