// This file owns the accounts of people: creating, finding, changing roles, disabling.

package accounts

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/person"
	"green500/store/recorded"
	"green500/validation/power"
	"green500/validation/review"
)

// NewUser is what it takes to create an account.
type NewUser struct {
	Email       string
	Name        string
	Affiliation string
	Role        review.Role
	Password    string
}

// CreateUser creates an account that may sign in at once. It returns power.InputErrors for fields
// that will not do and an error that is ErrTaken if the e-mail address has an account.
func (s *Accounts) CreateUser(ctx context.Context, n NewUser) (User, error) {
	n = n.tidied()
	if err := n.check(); err != nil {
		return User{}, err
	}
	hash, err := s.hashPassword(ctx, n.Password)
	if err != nil {
		return User{}, err
	}
	return s.insertUser(ctx, n, hash, func(*gorm.DB) error { return nil })
}

// insertUser creates an account in a transaction that begins with allowed, unless that returns an error.
func (s *Accounts) insertUser(ctx context.Context, n NewUser, hash string, allowed func(tx *gorm.DB) error) (
	User, error) {
	row := n.row(hash, s.db.Now())
	row.Confirmed = &row.Created
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		if err := allowed(tx); err != nil {
			return err
		}
		row.ID = 0
		created, err := createUser(tx, &row)
		switch {
		case err != nil:
			return err
		case !created:
			return database.Taken(database.InputError("email", n.Email+" already has an account",
				"sign in with it, or use another address"))
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "create an account", Subject: recorded.AccountWord(row.ID),
			Detail: string(row.Role)})
	})
	return row.Account(), err
}

func (n NewUser) row(hash string, now time.Time) UserRow {
	user := User{Email: n.Email, Name: n.Name, Affiliation: n.Affiliation, Role: n.Role}
	return UserRow{User: user, PasswordHash: hash, Password: now.UnixMicro(), Created: now.UnixMicro()}
}

func createUser(tx *gorm.DB, row *UserRow) (created bool, err error) {
	inserted := database.UnlessThere(tx).Create(row)
	if inserted.Error != nil {
		return false, inserted.Error
	}
	return inserted.RowsAffected > 0, nil
}

// Bounds on what people say of themselves.
const (
	maxEmail = 254 // bytes, of RFC 5321
	maxName  = 200 // characters, of a name and of an affiliation
)

func (n NewUser) tidied() NewUser {
	n.Email, n.Name, n.Affiliation = NormalEmail(n.Email), database.OneLine(n.Name), database.OneLine(n.Affiliation)
	return n
}

func (n NewUser) check() error {
	errs := checkPerson(n.Name, n.Affiliation)
	if problem := checkEmail(n.Email); problem != nil {
		errs = append(errs, problem)
	}
	if !n.Role.Valid() {
		errs = append(errs, badRole(n.Role))
	}
	if problem := checkPassword(n.Password, n.Name, n.Email); problem != nil {
		errs = append(errs, problem)
	}
	return errs.OrNil()
}

func checkPerson(name, affiliation string) power.InputErrors {
	var errs power.InputErrors
	if name == "" {
		errs = append(errs, database.InputError("name", "there is no name", "write the name that others will see"))
	}
	if digits, is := strings.CutPrefix(strings.ToLower(name), "account "); is &&
		strings.Trim(digits, "0123456789") == "" {
		errs = append(errs,
			database.InputError("name", "accounts whose person was erased have such a name", "write another name"))
	}
	for _, said := range [][2]string{{"name", name}, {"affiliation", affiliation}} {
		if utf8.RuneCountInString(said[1]) > maxName {
			errs = append(errs,
				database.InputError(said[0], "this is too long", fmt.Sprintf("use %d characters at most", maxName)))
		}
	}
	return errs
}

func checkEmail(email string) *power.InputError {
	if strings.HasSuffix(strings.ToLower(email), "@"+erasedDomain) {
		return database.InputError("email", "addresses at "+erasedDomain+" are those of erased accounts",
			"use another address")
	}
	if address, err := mail.ParseAddress(email); err == nil && address.Address == email && len(email) <= maxEmail {
		return nil
	}
	return database.InputError("email", "this is not an email address", "write it as name@example.org")
}

func badRole(role review.Role) *power.InputError {
	return database.InputError("role", fmt.Sprintf("%q is not a role", role),
		fmt.Sprintf("choose one of %v", review.Roles()))
}

// UserByEmail returns the account of an e-mail address, or ErrNotFound.
func (s *Accounts) UserByEmail(ctx context.Context, email string) (User, error) {
	row, err := s.userRowByEmail(ctx, email)
	if err != nil {
		return User{}, fmt.Errorf("account %s: %w", email, err)
	}
	return row.Account(), nil
}

// Users returns all accounts by e-mail address.
func (s *Accounts) Users(ctx context.Context) ([]User, error) {
	return database.Listed(s.db.Query(ctx).Order("email"), UserRow.Account)
}

// SetRole changes what an account may do. It returns a *power.InputError for an unknown role and ErrNotFound.
func (s *Accounts) SetRole(ctx context.Context, id int64, role review.Role) error {
	if !role.Valid() {
		return badRole(role)
	}
	return s.updateUser(ctx, id, recorded.AuditEvent{Name: "set a role", Detail: string(role)},
		map[string]any{"role": string(role)})
}

// SetDisabled locks an account out, or lets it in again. It returns ErrNotFound.
func (s *Accounts) SetDisabled(ctx context.Context, id int64, disabled bool) error {
	event := "let an account in again"
	if disabled {
		event = "lock an account out"
	}
	return s.updateUser(ctx, id, recorded.AuditEvent{Name: event}, map[string]any{"disabled": disabled})
}

// updateUser changes an account that was not erased. It takes a map because gorm would skip the zero values of a
// struct.
func (s *Accounts) updateUser(ctx context.Context, id int64, d recorded.AuditEvent, columns map[string]any) error {
	d.Subject = recorded.AccountWord(id)
	return s.db.Change(ctx, d, func(tx *gorm.DB) error {
		if err := recorded.HoldLog(tx); err != nil { // nobody is erased until this ends: see Store.erase
			return err
		}
		if by, _ := recorded.OriginOf(tx.Statement.Context); by.Actor.Role == review.Admin && by.Actor.ID != 0 {
			if err := person.RefuseFormer(tx, by.Actor.ID); err != nil {
				return err
			}
		}
		if err := database.UpdatedOne(tx.Model(&UserRow{}).Where("id = ? AND email <> ?", id, ErasedEmail(id)).
			Updates(columns)); err != nil {
			return fmt.Errorf("account %d: %w", id, err)
		}
		return nil
	})
}

// LacksAdministrator reports whether nobody has the role of an administrator.
func (s *Accounts) LacksAdministrator(ctx context.Context) (bool, error) {
	return lacksAdministrator(s.db.Query(ctx))
}

func lacksAdministrator(tx *gorm.DB) (bool, error) {
	count, err := database.CountOf(tx.Model(&UserRow{}).Where("role = ?", string(review.Admin)))
	return count == 0, err
}

const (
	firstValid = 24 * time.Hour // of the link by which the first administrator is made
	firstAbout = "the first administrator"
)

// FirstLink returns the secret of the link by which the first administrator of an installation is made. It is good for
// a day, on every server of the installation, and until there is an administrator. It fails only without a secret key.
func (s *Accounts) FirstLink() (secret string, err error) {
	if s.db.Secret == nil {
		return "", fmt.Errorf("make a link for the first administrator: %w", s.db.Locked)
	}
	expires := s.db.Now().Add(firstValid).Format(time.RFC3339)
	return base64.RawURLEncoding.EncodeToString(s.db.Secret.Seal([]byte(expires), firstAbout)), nil
}

// CheckFirstLink returns a *review.Refusal for a link that is not FirstLink's, is too old, or comes after an
// administrator was made.
func (s *Accounts) CheckFirstLink(ctx context.Context, secret string) error {
	sealed, err := base64.RawURLEncoding.DecodeString(secret)
	if err != nil || s.db.Secret == nil {
		return errUsedLink()
	}
	text, err := s.db.Secret.Open(sealed, firstAbout)
	if err != nil {
		return errUsedLink()
	}
	expires, err := time.Parse(time.RFC3339, string(text))
	if err != nil || s.db.Now().After(expires) {
		return errUsedLink()
	}
	lacks, err := s.LacksAdministrator(ctx)
	if err == nil && !lacks {
		return errUsedLink()
	}
	return err
}

// CreateFirstAdministrator creates the account of the first administrator by a link. It returns a *review.Refusal as
// CheckFirstLink does, and what CreateUser returns.
func (s *Accounts) CreateFirstAdministrator(ctx context.Context, secret string, n NewUser) (User, error) {
	if err := s.CheckFirstLink(ctx, secret); err != nil {
		return User{}, err
	}
	user, err := s.CreateAdministratorOnce(ctx, n)
	if errors.Is(err, ErrHasAdministrator) {
		return User{}, errUsedLink()
	}
	return user, err
}

// ErrHasAdministrator is of a second account that should have been of the first administrator.
var ErrHasAdministrator = errors.New("this installation has an administrator already")

// CreateAdministratorOnce creates the account of the first administrator: of several that are made at once, one. It
// returns ErrHasAdministrator if there is one, and what CreateUser returns.
func (s *Accounts) CreateAdministratorOnce(ctx context.Context, n NewUser) (User, error) {
	n.Role = review.Admin
	n = n.tidied()
	if err := n.check(); err != nil {
		return User{}, err
	}
	hash, err := s.hashPassword(ctx, n.Password)
	if err != nil {
		return User{}, err
	}
	return s.insertUser(ctx, n, hash, func(tx *gorm.DB) error {
		if err := recorded.HoldLog(tx); err != nil {
			return err
		}
		lacks, err := lacksAdministrator(tx)
		if err == nil && !lacks {
			return ErrHasAdministrator
		}
		return err
	})
}
