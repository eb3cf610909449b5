// This file owns the rule that every account keeps a way to sign in.

package accounts

import (
	"context"
	"errors"
	"fmt"

	"green500/store/database"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// Ways of signing in without a password: passkeys, and identities with providers.

// admitted returns the account that somebody proved to be theirs, if it may be used. It returns a
// *review.Refusal if it was disabled and ErrUnconfirmed if its address was never confirmed.
func (r UserRow) admitted() (User, error) {
	switch {
	case r.Disabled:
		return User{}, database.Refuse("This account was disabled; ask an administrator.")
	case r.Confirmed == nil:
		return User{}, ErrUnconfirmed
	}
	return r.Account(), nil
}

func (s *Accounts) removeSignIn(ctx context.Context, user int64, what string, of any, condition string,
	values ...any) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "remove a way to sign in", Subject: recorded.AccountWord(user),
		Detail: what}, func(tx *gorm.DB) error {
		locked := database.Locking(tx) // against somebody who removes the other one at the same time
		row, err := AccountByID(locked, user)
		if err != nil {
			return err
		}
		removed := tx.Where("user_id = ?", user).Where(condition, values...).Delete(of)
		if err := database.UpdatedOne(removed); err != nil {
			return fmt.Errorf("remove a %s of account %d: %w", what, user, err)
		}
		left, err := countSignIns(tx, user)
		if err == nil && left == 0 && row.PasswordHash == "" {
			return database.Refuse(
				"This %s is the only way to sign in to your account; set a password or add another way first.", what)
		}
		return err
	})
}

func countSignIns(tx *gorm.DB, user int64) (int64, error) {
	var passkeys, identities int64
	err := errors.Join(
		tx.Model(&passkeyRow{}).Where("user_id = ?", user).Count(&passkeys).Error,
		tx.Model(&identityRow{}).Where("user_id = ?", user).Count(&identities).Error,
	)
	if err != nil {
		return 0, fmt.Errorf("count the ways to sign in to account %d: %w", user, err)
	}
	return passkeys + identities, nil
}

// deleteSignIns deletes all ways but the password of accounts that nobody confirmed: they may be those of
// somebody who wrote the address of another. Accounts is a number or a query for numbers.
func deleteSignIns(tx *gorm.DB, accounts any) error {
	err := errors.Join(
		tx.Where("user_id IN (?)", accounts).Delete(&passkeyRow{}).Error,
		tx.Where("user_id IN (?)", accounts).Delete(&identityRow{}).Error,
	)
	if err != nil {
		return fmt.Errorf("forget the ways to sign in to an account: %w", err)
	}
	return nil
}

// Identities returns who a person is with providers, oldest first.
func (s *Accounts) Identities(ctx context.Context, user int64) ([]KnownIdentity, error) {
	return database.Listed(s.db.Query(ctx).Where("user_id = ?", user).Order("created_at, issuer, subject"),
		identityRow.known)
}

// RevokeTokens ends every token of a person.
func (s *Accounts) RevokeTokens(ctx context.Context, userID int64) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "revoke all tokens", Subject: recorded.AccountWord(userID)},
		func(tx *gorm.DB) error { return s.revokeTokens(tx, userID) })
}

func (s *Accounts) revokeTokens(tx *gorm.DB, userID int64) error {
	revoked := tx.Model(&tokenRow{}).Where("user_id = ? AND revoked_at IS NULL", userID).
		Update("revoked_at", s.db.Now().UnixMicro())
	if revoked.Error != nil {
		return revoked.Error
	}
	return nil
}
