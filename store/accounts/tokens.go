// This file owns the tokens with which programs act for an account.

package accounts

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/power"
	"green500/validation/review"
)

// Token lets a program act for a person.
type Token struct {
	ID        int64
	Name      string
	Hint      string // its first letters
	Scopes    []review.Scope
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time // last time, to the hour
}

// NewToken is what it takes to make a token.
type NewToken struct {
	Name     string
	Scopes   []review.Scope
	Lifetime time.Duration // one of TokenLifetimes
	Made     Letter        // posted to the owner; nil posts nothing
}

// TokenLifetimes lists how long a token may be good for.
func TokenLifetimes() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{30 * day, 90 * day, 365 * day}
}

type tokenRow struct {
	ID      int64
	UserID  int64
	Key     string
	Hint    string
	Name    string
	Scopes  string
	Created int64  `gorm:"column:created_at"`
	Expires int64  `gorm:"column:expires_at"`
	Used    *int64 `gorm:"column:used_at"`
	Revoked *int64 `gorm:"column:revoked_at"`
}

func (tokenRow) TableName() string { return "tokens" }

func (r tokenRow) token() Token {
	return Token{
		ID: r.ID, Name: r.Name, Hint: r.Hint, Scopes: r.scopes(),
		CreatedAt: database.FromMicro(r.Created), ExpiresAt: database.FromMicro(r.Expires),
		UsedAt: database.FromMicroOrNil(r.Used),
	}
}

func (r tokenRow) scopes() []review.Scope {
	var scopes []review.Scope
	for _, word := range strings.Fields(r.Scopes) {
		scopes = append(scopes, review.Scope(word))
	}
	return scopes
}

// Bounds on tokens.
const (
	maxTokenName   = 100 // characters
	maxTokensOfOne = 50  // that one person may use at a time
	tokenPrefix    = "g5_"
	tokenHint      = len(tokenPrefix) + 4
)

func (n NewToken) check() error {
	var errs power.InputErrors
	if n.Name == "" || utf8.RuneCountInString(n.Name) > maxTokenName {
		errs = append(errs, database.InputError("name", fmt.Sprintf("a token needs a name of up to %d characters",
			maxTokenName), "call it by the program or the machine that will use it"))
	}
	unknown := func(s review.Scope) bool { return !s.Valid() }
	if len(n.Scopes) == 0 || slices.ContainsFunc(n.Scopes, unknown) {
		errs = append(errs,
			database.InputError("scopes", "nothing is chosen that the token may do", "choose one thing at least"))
	}
	if !slices.Contains(TokenLifetimes(), n.Lifetime) {
		errs = append(errs,
			database.InputError("lifetime", "a token cannot be good for so long", "choose a time of the list"))
	}
	return errs.OrNil()
}

// CreateToken makes a token of a person and returns its secret, which is kept nowhere. It returns
// power.InputErrors for what will not do, such as a name that another token of theirs has, and a
// *review.Refusal for people who have too many.
func (s *SignIns) CreateToken(ctx context.Context, owner User, n NewToken) (secret string, made Token, err error) {
	n.Name = database.Tidy(n.Name)
	if err := n.check(); err != nil {
		return "", Token{}, err
	}
	secret = tokenPrefix + rand.Text() + rand.Text()
	err = s.db.Transact(ctx, func(tx *gorm.DB) error {
		row := s.tokenRow(owner, n, secret)
		if err := s.refuseToken(tx, owner, n.Name); err != nil {
			return err
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		made = row.token()
		if n.Made != nil {
			if err := s.outbox.Enqueue(tx, n.Made.to(owner.Email, "")); err != nil {
				return err
			}
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "create a token", Subject: recorded.AccountWord(owner.ID),
			Detail: fmt.Sprintf("token %d: %s", row.ID, row.Scopes)})
	})
	if err != nil {
		return "", Token{}, err
	}
	return secret, made, nil
}

func (s *SignIns) tokenRow(owner User, n NewToken, secret string) tokenRow {
	now := s.db.Now()
	var words []string
	for _, scope := range review.Scopes() {
		if slices.Contains(n.Scopes, scope) {
			words = append(words, string(scope))
		}
	}
	return tokenRow{
		UserID: owner.ID, Key: secretHash(secret), Hint: secret[:tokenHint], Name: n.Name,
		Scopes:  strings.Join(words, " "),
		Created: now.UnixMicro(), Expires: now.Add(n.Lifetime).UnixMicro(),
	}
}

func (s *SignIns) usableTokens(tx *gorm.DB) *gorm.DB {
	return tx.Model(&tokenRow{}).Where("tokens.revoked_at IS NULL AND tokens.expires_at > ?", s.db.Now().UnixMicro())
}

func (s *SignIns) refuseToken(tx *gorm.DB, owner User, name string) error {
	names, err := database.Pluck[string](s.usableTokens(tx).Where("user_id = ?", owner.ID), "name")
	if err != nil {
		return err
	}
	switch {
	case slices.Contains(names, name):
		return power.InputErrors{{Field: "name", Problem: "you have a token called " + name + " already",
			Remedy: "choose another name, or revoke that one"}}
	case len(names) >= maxTokensOfOne:
		return database.Refuse("You can have at most %d tokens. Revoke one first.", maxTokensOfOne)
	}
	return nil
}

// Tokens returns the tokens of a person that were not revoked, also those that have expired, the latest first.
func (s *SignIns) Tokens(ctx context.Context, userID int64) ([]Token, error) {
	return database.Listed(s.db.Query(ctx).Where("user_id = ? AND revoked_at IS NULL", userID).
		Order("created_at DESC, id DESC"), tokenRow.token)
}

// RevokeToken ends a token of a person. It returns ErrNotFound if they have none of that number.
func (s *SignIns) RevokeToken(ctx context.Context, userID, id int64) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "revoke a token", Subject: recorded.AccountWord(userID),
		Detail: fmt.Sprintf("token %d", id)}, func(tx *gorm.DB) error {
		revoked := tx.Model(&tokenRow{}).Where("id = ? AND user_id = ? AND revoked_at IS NULL", id, userID).
			Update("revoked_at", s.db.Now().UnixMicro())
		if err := database.UpdatedOne(revoked); err != nil {
			return fmt.Errorf("revoke token %d: %w", id, err)
		}
		return nil
	})
}

// useSteps is how exactly the last use of a token is kept: a program that asks often writes rarely.
const useSteps = time.Hour

// Bearer returns whose token a secret is, with review.TokenRole for their role, and what the token lets its bearer do.
// It returns ErrNotFound for one that is unknown, has expired or was revoked, and of an account that is disabled.
func (s *SignIns) Bearer(ctx context.Context, secret string) (User, []review.Scope, error) {
	// Found by its hash: how long the search takes tells nothing about a secret.
	row, err := database.Take[tokenRow](s.usableTokens(s.db.Query(ctx)).Where("key = ?", secretHash(secret)))
	if err != nil {
		return User{}, nil, bearerError(err)
	}
	user, err := s.accounts.User(ctx, row.UserID)
	if err != nil {
		return User{}, nil, bearerError(err)
	}
	if user.Disabled {
		return User{}, nil, database.ErrNotFound
	}
	if err := s.noteUse(ctx, row); err != nil {
		return User{}, nil, err
	}
	user.Role = review.TokenRole
	return user, row.scopes(), nil
}

func bearerError(err error) error {
	if database.IsNotFound(err) {
		return database.ErrNotFound
	}
	return fmt.Errorf("find a token: %w", err)
}

func (s *SignIns) noteUse(ctx context.Context, row tokenRow) error {
	now := s.db.Now()
	if row.Used != nil && now.Sub(database.FromMicro(*row.Used)) < useSteps {
		return nil
	}
	return s.db.Query(recorded.WithRoutine(ctx, recorded.RoutineUse)).Model(&tokenRow{}).Where("id = ?", row.ID).
		Update("used_at", now.UnixMicro()).Error
}
