package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"green500/store"
	"green500/validation/power"
)

// Erasure erases a person.
type Erasure struct {
	Account string `arg:"" help:"Email address or number of the account."`
	Yes     bool   `help:"Erase. Without this flag, only what would be done is printed."`
}

// Erase erases the person if Yes is set, and states what stays. It returns a *power.InputError for an account that is not there, and
// without Yes; a *review.Refusal if something has to be settled first.
func (e Erasure) Erase(ctx context.Context, s *store.Store, out io.Writer) error {
	user, err := e.account(ctx, s)
	if err != nil {
		return err
	}
	if !e.Yes {
		asked := &power.InputError{Field: "--yes", Problem: "nothing was erased", Remedy: "add --yes to erase this person"}
		_, err := fmt.Fprintf(out, "%s, %s, becomes account %d.\n"+
			"Deleted: email address, affiliation, password, ways to sign in, tokens, webhooks, notices and own equipment.\n"+
			"Kept: texts that this person wrote, documents and evidence.\n"+
			"Backups and older exports still contain the name.\n", user.Name, user.Email, user.ID)
		return cmp.Or(err, s.MayErase(ctx, user.ID), error(asked))
	}
	if err := s.EraseAccount(ctx, user.ID); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The person is account %d from now on. Backups and exports of the audit log from before still contain the name.\n", user.ID)
	return err
}

func (e Erasure) account(ctx context.Context, s *store.Store) (store.User, error) {
	number, err := strconv.ParseInt(e.Account, 10, 64)
	if err != nil {
		return accountOf(ctx, s, e.Account)
	}
	user, err := s.User(ctx, number)
	if errors.Is(err, store.ErrNotFound) {
		return store.User{}, &power.InputError{Field: "ACCOUNT", Problem: fmt.Sprintf("there is no account %d", number), Remedy: "list the accounts with green500 user list --json"}
	}
	return user, err
}
