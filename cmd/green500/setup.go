package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"green500/cmd/green500/mailing"
	"green500/cmd/green500/setup"
	"green500/handlers/account"
	"green500/store"
	"green500/store/accounts"
	"green500/validation/power"
	"green500/validation/review"
)

func (p storageFlags) AfterApply() error { return setup.WorkAsOwner(p.Data, os.Stderr) }

type initCommand struct {
	storageFlags
	Administrator setup.Administrator `embed:""`
}

func (i initCommand) Run(ctx context.Context, out io.Writer, now clock) error {
	password, err := setup.ReadPassword(ctx, os.Stdin, os.Stderr)
	if err != nil {
		return err
	}
	_, missing := os.Stat(i.Data)
	opened, err := i.openToWork(ctx, store.Config{Now: now, Log: discardLog()})
	if err != nil {
		return err
	}
	err = i.Administrator.Create(byCommand(ctx, "init"), opened, password)
	if err := errors.Join(err, opened.Close()); err != nil {
		return err
	}
	words := fmt.Sprintf("%s may sign in as admin. Start the server with: green500 serve --data %s%s\n",
		i.Administrator.Email, i.Data, databaseFlag(i.Database))
	if os.Geteuid() == 0 && errors.Is(missing, fs.ErrNotExist) {
		words += "The data folder belongs to root. " +
			"If the server runs as another user, give it the folder: chown -R USER: " + i.Data + "\n"
	}
	_, err = io.WriteString(out, words)
	return err
}

type userRole struct {
	storageFlags
	To setup.Role `embed:""`
}

func (u userRole) Run(ctx context.Context, out io.Writer) error {
	return u.onExisting(ctx, func(s *store.Store) error { return u.To.Set(byCommand(ctx, "user role"), s, out) })
}

type userPassword struct {
	storageFlags
	Of setup.Password `embed:""`
}

func (u userPassword) Run(ctx context.Context, out io.Writer) error {
	return u.onExisting(ctx, func(s *store.Store) error { return u.Of.Set(byCommand(ctx, "user password"), s, out) })
}

type userErase struct {
	storageFlags
	Of setup.Erasure `embed:""`
}

func (u userErase) Run(ctx context.Context, out io.Writer) error {
	return u.onExisting(ctx, func(s *store.Store) error { return u.Of.Erase(byCommand(ctx, "user erase"), s, out) })
}

type mailCommand struct {
	Test    mailing.Test `cmd:"" help:"Send a test mail now, and show what the mail server answers."`
	Release mailRelease  `cmd:"" help:"Have a restored copy send its mail, if it replaces the installation that the backup was made of."`
}

type mailRelease struct {
	storageFlags
	Drop bool `help:"Delete the messages that waited when the backup was made: the installation that it is of has probably sent them."`
}

func (m mailRelease) Run(ctx context.Context, out io.Writer) error {
	return m.onExisting(ctx, func(s *store.Store) error {
		waiting, err := s.Administration.ReleaseMail(byCommand(ctx, "mail release"), m.Drop)
		if err != nil {
			return err
		}
		what := "are sent"
		if m.Drop {
			what = "were deleted"
		}
		_, err = fmt.Fprintf(out, "Mail is sent from now on. Messages from before the restore: %d, which %s.\n",
			waiting, what)
		return err
	})
}

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
		made, err := s.Accounts.CreateUser(byCommand(ctx, "user add"),
			accounts.NewUser{Email: u.Email, Name: u.Name, Role: u.Role, Password: password})
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
		users, err := s.Accounts.Users(ctx)
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

func printAccounts(out io.Writer, users []accounts.User) error {
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

type signingIn struct {
	OpenID []provider `name:"openid" sep:";" env:"GREEN500_OPENID" placeholder:"NAME|ISSUER|CLIENT ID|SECRET" help:"OpenID Connect provider, such as 'ORCID|https://orcid.org|APP-1|@/etc/green500/orcid': name, issuer, client id, and the secret or @ and a file that contains the secret. May be repeated; in the environment, separate with ;. Enter the server's address and /login/openid/NAME/callback at the provider, the name in lower case with - for blanks."`
}

type provider struct{ name, issuer, client, secret string }

func (p *provider) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), "|")
	const count = 4
	if len(parts) != count {
		return badProvider(fmt.Sprintf("%d parts, not %d", len(parts), count))
	}
	for i, part := range parts {
		if parts[i] = strings.TrimSpace(part); parts[i] == "" {
			return badProvider("an empty part")
		}
	}
	*p = provider{name: parts[0], issuer: parts[1], client: parts[2], secret: parts[3]}
	if p.server().Slug() == "" {
		return badProvider("a name without letters or digits")
	}
	issuer, err := url.Parse(p.issuer)
	local := err == nil && (issuer.Hostname() == "localhost" || issuer.Hostname() == "127.0.0.1")
	if err != nil || issuer.Host == "" || (issuer.Scheme != "https" && !local) {
		return badProvider("an issuer that is not an https:// address")
	}
	if file, ok := strings.CutPrefix(p.secret, "@"); ok {
		held, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read the secret of %s: %w", p.name, err)
		}
		p.secret = strings.TrimSpace(string(held))
	}
	return nil
}

// badProvider never holds what was written: the secret is in it.
func badProvider(problem string) error {
	return &power.InputError{Problem: "the OpenID provider has " + problem,
		Remedy: "write it as NAME|ISSUER|CLIENT ID|SECRET"}
}

func (p *provider) server() *account.Provider {
	return account.NewProvider(p.name, p.issuer, p.client, p.secret)
}

func (s signingIn) providers() ([]*account.Provider, error) {
	var all []*account.Provider
	for _, p := range s.OpenID {
		one := p.server()
		if slices.ContainsFunc(all, func(other *account.Provider) bool { return other.Slug() == one.Slug() }) {
			return nil, badProvider("the name of another")
		}
		all = append(all, one)
	}
	return all, nil
}
