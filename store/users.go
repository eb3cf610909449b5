package store

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/power"
	"green500/validation/review"
)

// ErrTaken says that a name has to be unique and is in use. The error that carries it is also a
// *power.InputError, so that a form can say it beside the field.
var ErrTaken = errors.New("taken")

type takenError struct{ *power.InputError }

func (e takenError) Is(target error) bool { return target == ErrTaken }
func (e takenError) Unwrap() error        { return e.InputError }

// User is an account.
type User struct {
	ID          int64
	Email       string // in lower case
	Name        string
	Affiliation string
	Role        review.Role
	Disabled    bool
	PasswordAt  time.Time // when the password was last set: sessions begun before do not count
	CreatedAt   time.Time
}

// NewUser is what it takes to create an account.
type NewUser struct {
	Email       string
	Name        string
	Affiliation string
	Role        review.Role
	Password    string
}

type userRow struct {
	ID           int64
	Email        string
	Name         string
	Affiliation  string
	Role         string
	Disabled     bool
	PasswordHash string
	Password     int64 `gorm:"column:password_at"`
	Created      int64 `gorm:"column:created_at"`
}

// TableName is the table, for gorm.
func (userRow) TableName() string { return "users" }

func (r userRow) user() User {
	return User{
		ID:          r.ID,
		Email:       r.Email,
		Name:        r.Name,
		Affiliation: r.Affiliation,
		Role:        review.Role(r.Role),
		Disabled:    r.Disabled,
		PasswordAt:  fromMicro(r.Password),
		CreatedAt:   fromMicro(r.Created),
	}
}

// CreateUser creates an account. It returns power.InputErrors for fields that will not do and an
// error that is ErrTaken where the e-mail address has an account.
func (s *Store) CreateUser(ctx context.Context, n NewUser) (User, error) {
	n.Email, n.Name, n.Affiliation = normalEmail(n.Email), tidy(n.Name), tidy(n.Affiliation)
	if err := n.check(); err != nil {
		return User{}, err
	}
	hash, err := s.hashPassword(ctx, n.Password)
	if err != nil {
		return User{}, err
	}
	return s.insertUser(ctx, n, hash)
}

func (s *Store) insertUser(ctx context.Context, n NewUser, hash string) (User, error) {
	now := s.now().UnixMicro()
	row := userRow{
		Email:        n.Email,
		Name:         n.Name,
		Affiliation:  n.Affiliation,
		Role:         string(n.Role),
		PasswordHash: hash,
		Password:     now,
		Created:      now,
	}
	// Doing nothing on a conflict keeps an everyday event from being logged as a failure.
	created := s.query(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if created.Error != nil {
		return User{}, fmt.Errorf("create the account: %w", created.Error)
	}
	if created.RowsAffected == 0 {
		return User{}, takenError{&power.InputError{
			Field: "email", Problem: n.Email + " already has an account", Remedy: "sign in with it, or use another address",
		}}
	}
	return row.user(), nil
}

func (n NewUser) check() error {
	var errs power.InputErrors
	if address, err := mail.ParseAddress(n.Email); err != nil || address.Address != n.Email {
		errs = append(errs, &power.InputError{
			Field: "email", Problem: fmt.Sprintf("%q is not an e-mail address", n.Email), Remedy: "write it as name@example.org",
		})
	}
	if n.Name == "" {
		errs = append(errs, &power.InputError{Field: "name", Problem: "there is no name", Remedy: "write the name that others will see"})
	}
	if !n.Role.Valid() {
		errs = append(errs, badRole(n.Role))
	}
	if problem := checkPassword(n.Password); problem != nil {
		errs = append(errs, problem)
	}
	return errs.OrNil()
}

func badRole(role review.Role) *power.InputError {
	return &power.InputError{
		Field: "role", Problem: fmt.Sprintf("%q is not a role", role), Remedy: fmt.Sprintf("choose one of %v", review.Roles()),
	}
}

// User returns an account, or ErrNotFound.
func (s *Store) User(ctx context.Context, id int64) (User, error) {
	var row userRow
	if err := s.query(ctx).Where("id = ?", id).Take(&row).Error; err != nil {
		return User{}, fmt.Errorf("account %d: %w", id, found(err))
	}
	return row.user(), nil
}

// UserByEmail returns the account of an e-mail address, or ErrNotFound.
func (s *Store) UserByEmail(ctx context.Context, email string) (User, error) {
	row, err := s.userRowByEmail(ctx, email)
	if err != nil {
		return User{}, fmt.Errorf("account %s: %w", email, err)
	}
	return row.user(), nil
}

func (s *Store) userRowByEmail(ctx context.Context, email string) (userRow, error) {
	var row userRow
	err := s.query(ctx).Where("email = ?", normalEmail(email)).Take(&row).Error
	return row, found(err)
}

// Users returns all accounts by e-mail address. It fails only where the database does.
func (s *Store) Users(ctx context.Context) ([]User, error) {
	var rows []userRow
	if err := s.query(ctx).Order("email").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the accounts: %w", err)
	}
	return convert(rows, userRow.user), nil
}

// SetRole changes what an account may do. It returns a *power.InputError for a role that is none
// and ErrNotFound.
func (s *Store) SetRole(ctx context.Context, id int64, role review.Role) error {
	if !role.Valid() {
		return badRole(role)
	}
	return s.updateUser(ctx, id, map[string]any{"role": string(role)})
}

// SetDisabled locks an account out, or lets it in again. It returns ErrNotFound.
func (s *Store) SetDisabled(ctx context.Context, id int64, disabled bool) error {
	return s.updateUser(ctx, id, map[string]any{"disabled": disabled})
}

// SetPassword changes a password. It returns a *power.InputError for one that is too short and
// ErrNotFound.
func (s *Store) SetPassword(ctx context.Context, id int64, password string) error {
	if problem := checkPassword(password); problem != nil {
		return problem
	}
	hash, err := s.hashPassword(ctx, password)
	if err != nil {
		return err
	}
	return s.updateUser(ctx, id, map[string]any{"password_hash": hash, "password_at": s.now().UnixMicro()})
}

// updateUser takes a map because gorm would skip the zero values of a struct.
func (s *Store) updateUser(ctx context.Context, id int64, columns map[string]any) error {
	updated := s.query(ctx).Model(&userRow{}).Where("id = ?", id).Updates(columns)
	if err := updatedOne(updated); err != nil {
		return fmt.Errorf("account %d: %w", id, err)
	}
	return nil
}

// updatedOne is ErrNotFound where an update met no row.
func updatedOne(updated *gorm.DB) error {
	if updated.Error == nil && updated.RowsAffected == 0 {
		return ErrNotFound
	}
	return updated.Error
}

func normalEmail(email string) string { return strings.ToLower(tidy(email)) }

func tidy(s string) string { return strings.TrimSpace(text(s)) }
