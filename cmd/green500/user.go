package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"green500/store"
	"green500/validation/power"
	"green500/validation/review"
)

// user manages accounts on the machine of the server.
type user struct {
	Add  userAdd  `cmd:"" help:"Create an account; the password is read from standard input."`
	List userList `cmd:"" help:"List accounts."`
}

type userAdd struct {
	storageFlags
	Email string      `arg:"" help:"E-mail address."`
	Name  string      `required:"" help:"Name."`
	Role  review.Role `default:"submitter" enum:"submitter,reviewer,editor,admin" help:"submitter, reviewer, editor or admin."`
}

// Run creates the account.
func (u userAdd) Run(ctx context.Context, out io.Writer) error {
	password, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read password: %w", err)
	}
	password = strings.TrimRight(password, "\r\n")
	if password == "" {
		return &power.InputError{Field: "password", Problem: "standard input contains no password", Remedy: "write it on one line"}
	}
	return withStore(ctx, u.storageFlags, func(s *store.Store) error {
		made, err := s.CreateUser(byCommand(ctx, "user add"), store.NewUser{Email: u.Email, Name: u.Name, Role: u.Role, Password: password})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s may sign in as %s.\n", made.Email, made.Role)
		return err
	})
}

type userList struct{ storageFlags }

// Run lists the accounts.
func (u userList) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, u.storageFlags, func(s *store.Store) error {
		users, err := s.Users(ctx)
		if err != nil {
			return err
		}
		for _, user := range users {
			if _, err := fmt.Fprintf(out, "%-10s %-32s %s\n", user.Role, user.Email, user.Name); err != nil {
				return err
			}
		}
		return nil
	})
}
