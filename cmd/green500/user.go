package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"green500/cmd/green500/setup"
	"green500/store"
	"green500/validation/review"
)

type user struct {
	Add  userAdd  `cmd:"" help:"Create an account; the password is read from standard input."`
	List userList `cmd:"" help:"List accounts."`

	Role     userRole     `cmd:"" help:"Give an account another role."`
	Password userPassword `cmd:"" help:"Give an account another password, which is read from standard input; it is signed out everywhere."`
	Erase    userErase    `cmd:"" help:"Erase a person: name and addresses become the number of the account; lists, decisions and the audit log stay proven."`
}

type userAdd struct {
	storageFlags
	Email string      `arg:"" help:"Email address."`
	Name  string      `required:"" help:"Name."`
	Role  review.Role `default:"submitter" enum:"submitter,reviewer,editor,admin" help:"submitter, reviewer, editor or admin."`
}

func (u userAdd) Run(ctx context.Context, out io.Writer) error {
	password, err := setup.ReadPassword(ctx, os.Stdin, os.Stderr)
	if err != nil {
		return err
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

type userList struct {
	storageFlags
	JSON bool `help:"Print a JSON array with an object for each account."`
}

type listedUser struct {
	ID          int64       `json:"id"`
	Email       string      `json:"email"`
	Name        string      `json:"name"`
	Affiliation string      `json:"affiliation"`
	Role        review.Role `json:"role"`
	Disabled    bool        `json:"disabled"`
	CreatedAt   time.Time   `json:"created_at"`
}

func (u userList) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, u.storageFlags, func(s *store.Store) error {
		users, err := s.Users(ctx)
		if err != nil {
			return err
		}
		if u.JSON {
			return printAccounts(out, users)
		}
		for _, user := range users {
			if _, err := fmt.Fprintf(out, "%-10s %-32s %s\n", user.Role, user.Email, user.Name); err != nil {
				return err
			}
		}
		return nil
	})
}

func printAccounts(out io.Writer, users []store.User) error {
	listed := []listedUser{}
	for _, u := range users {
		listed = append(listed, listedUser{u.ID, u.Email, u.Name, u.Affiliation, u.Role, u.Disabled, u.CreatedAt})
	}
	return printJSON(out, listed)
}

func printJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
