package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	account "os/user"
	"path/filepath"
	"strconv"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/problems"
	"green500/validation/power"
	"green500/validation/review"
)

// Administrator is who looks after a new installation.
type Administrator struct {
	Email string `required:"" help:"Email address of the first administrator."`
	Name  string `required:"" help:"Name of the first administrator, as others will see it."`
}

// Create creates the account of the first administrator. It returns a *power.InputError if there is an administrator
// already.
func (a Administrator) Create(ctx context.Context, s *store.Store, password string) error {
	_, err := s.Accounts.CreateAdministratorOnce(ctx,
		accounts.NewUser{Email: a.Email, Name: a.Name, Password: password})
	if errors.Is(err, accounts.ErrHasAdministrator) {
		return &power.InputError{Problem: "this installation has an administrator already",
			Remedy: "create other accounts with green500 user add, or set a password with green500 user password"}
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
	if err := s.Accounts.SetRole(ctx, user.ID, r.Role); err != nil {
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
	if err := s.Accounts.SetPassword(ctx, user.ID, password); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s has the new password, and is signed out everywhere.\n", user.Email)
	return err
}

func accountOf(ctx context.Context, s *store.Store, email string) (accounts.User, error) {
	user, err := s.Accounts.UserByEmail(ctx, accounts.NormalEmail(email))
	if errors.Is(err, database.ErrNotFound) {
		return accounts.User{}, &power.InputError{Field: "EMAIL", Problem: "there is no account of " + email,
			Remedy: "list the accounts with green500 user list, or create this one with green500 user add"}
	}
	return user, err
}

// DeniedFolder names user and folder if err denies it: commands of root work as the folder's owner.
func DeniedFolder(err error, folder string) error {
	wrong, is := errors.AsType[*fs.PathError](err)
	if !is || !errors.Is(err, fs.ErrPermission) || !within(wrong.Path, folder) && !within(folder, wrong.Path) {
		return err
	}
	user := nameOf(os.Geteuid())
	return &power.InputError{
		File: folder, Problem: fmt.Sprintf("this command works as the user %s, who may not use this folder", user),
		Remedy: fmt.Sprintf("make the folder if it is missing, and give it to this user: chown -R %s %s; "+
			"or name a folder of this user", user, folder),
	}
}

func within(path, folder string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// DeniedAddress returns the error of listening at an address; if the user of the process may not, a *power.InputError
// that names both.
func DeniedAddress(err error, address string) error {
	listening, is := errors.AsType[*net.OpError](err)
	if !is || listening.Op != "listen" || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return &power.InputError{
		Field: "--addr", Problem: fmt.Sprintf("the server works as the user %s, who may not listen at %s",
			nameOf(os.Geteuid()), address),
		Remedy: "use a port from 1024 on behind a proxy, " +
			"or have systemd start the server with AmbientCapabilities=CAP_NET_BIND_SERVICE",
	}
}

func nameOf(id int) string {
	number := strconv.Itoa(id)
	if user, err := account.LookupId(number); err == nil {
		return user.Username
	}
	return number
}

// Erasure erases a person.
type Erasure struct {
	Account string `arg:"" help:"Email address or number of the account."`
	Yes     bool   `help:"Erase. Without this flag, only what would be done is printed."`
}

// Erase erases the person if Yes is set, and states what stays. It returns a *power.InputError for an account that is
// not there, and without Yes; a *review.Refusal if something has to be settled first.
func (e Erasure) Erase(ctx context.Context, s *store.Store, out io.Writer) error {
	user, err := e.account(ctx, s)
	if err != nil {
		return err
	}
	if !e.Yes {
		asked := &power.InputError{Field: "--yes", Problem: "nothing was erased",
			Remedy: "add --yes to erase this person"}
		_, err := fmt.Fprintf(out, "%s, %s, becomes account %d.\n"+
			"Deleted: email address, affiliation, password, ways to sign in, tokens, webhooks, "+
			"notices and own equipment.\n"+
			"Kept: texts that this person wrote, documents and evidence.\n"+
			"Backups and older exports still contain the name.\n", user.Name, user.Email, user.ID)
		return cmp.Or(err, s.Administration.MayErase(ctx, user.ID), error(asked))
	}
	if err := s.Administration.EraseAccount(ctx, user.ID); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The person is account %d from now on. "+
		"Backups and exports of the audit log from before still contain the name.\n", user.ID)
	return err
}

func (e Erasure) account(ctx context.Context, s *store.Store) (accounts.User, error) {
	number, err := strconv.ParseInt(e.Account, 10, 64)
	if err != nil {
		return accountOf(ctx, s, e.Account)
	}
	user, err := s.Accounts.User(ctx, number)
	if errors.Is(err, database.ErrNotFound) {
		return accounts.User{}, &power.InputError{Field: "ACCOUNT", Problem: fmt.Sprintf("there is no account %d",
			number), Remedy: "list the accounts with green500 user list --json"}
	}
	return user, err
}

// Missing logs what a starting installation lacks: administrator (with a link), backup, mail of a copy.
func Missing(ctx context.Context, s *store.Store, address *url.URL, now time.Time, log *slog.Logger) error {
	lacks, err := s.Accounts.LacksAdministrator(ctx)
	if err != nil {
		return err
	}
	if lacks {
		secret, err := s.Accounts.FirstLink()
		if err != nil {
			return err
		}
		log.WarnContext(ctx, "there is no administrator yet: open this link within a day, or run green500 init", "link",
			address.JoinPath("first", secret).String())
	}
	known, err := s.Administration.Installation(ctx)
	if err != nil {
		return err
	}
	if known.MailHeldAt != nil {
		log.WarnContext(ctx, problems.MailHeld+". "+problems.MailHeldRemedy, "restored", *known.MailHeldAt)
	}
	if !lacks && now.Sub(known.BackupAt) > problems.BackupLate {
		last := "never"
		if !known.BackupAt.IsZero() {
			last = known.BackupAt.Format(time.RFC3339)
		}
		log.WarnContext(ctx, "there is no recent backup: run green500 backup every day", "last", last)
	}
	if known.BackupFailure != "" {
		log.WarnContext(ctx, "the last backup found an error", "error", known.BackupFailure)
	}
	return nil
}
