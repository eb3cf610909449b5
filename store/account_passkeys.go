// This file owns the passkeys of accounts.

package store

import (
	"context"
	"fmt"
	"unicode/utf8"

	"gorm.io/gorm"
)

// Bounds on passkeys.
const (
	maxPasskeys     = 20 // of an account
	maxPasskeyName  = 80 // characters
	maxCredentialID = 2_048
)

func (r passkeyRow) passkey() Passkey {
	r.CreatedAt, r.UsedAt = fromMicro(r.Created), fromMicroOrNil(r.Used)
	return r.Passkey
}

// AddPasskey keeps a passkey of an account and tells its owner by the letter added. It returns a
// *power.InputError for a name that will not do, and a *review.Refusal where there are too many or
// somebody has this one.
func (s *Store) AddPasskey(ctx context.Context, p Passkey, added Letter) error {
	name, err := passkeyName(p.Name)
	if err != nil {
		return err
	}
	if len(p.CredentialID) > maxCredentialID {
		return refuse("This passkey is not one that can be kept: its name for itself is too long.")
	}
	return s.recorded(ctx, AuditEvent{Name: "add a passkey", Subject: accountWord(p.UserID)}, func(tx *gorm.DB) error {
		locked := locking(tx) // so that two at once do not exceed the bound
		owner, err := accountByID(locked, p.UserID)
		if err != nil {
			return err
		}
		count, err := countOf(tx.Model(&passkeyRow{}).Where("user_id = ?", p.UserID))
		if err != nil {
			return err
		}
		if count >= maxPasskeys {
			return refuse("An account holds %d passkeys at most; remove one that you no longer use.", maxPasskeys)
		}
		row := passkeyRow{Passkey: Passkey{UserID: p.UserID, CredentialID: text(p.CredentialID), Name: name, Credential: notNil(p.Credential)}, Created: s.now().UnixMicro()}
		if err := metOne(unlessThere(tx).Create(&row), refuse("This passkey is kept already.")); err != nil {
			return err
		}
		return s.post(tx, added.to(owner.Email, ""))
	})
}

func passkeyName(name string) (string, error) {
	name = oneLine(name)
	switch {
	case name == "":
		return "", fault("name", "there is no name", "write one that you know the passkey by")
	case utf8.RuneCountInString(name) > maxPasskeyName:
		return "", fault("name", "this is too long", fmt.Sprintf("use %d characters at most", maxPasskeyName))
	}
	return name, nil
}

// Passkeys returns the passkeys of an account, oldest first.
func (s *Store) Passkeys(ctx context.Context, user int64) ([]Passkey, error) {
	return listed(s.query(ctx).Where("user_id = ?", user).Order("id"), passkeyRow.passkey)
}

// PasskeyOwner returns whose passkey a credential is said to be, which nobody has proved yet. It returns ErrNotFound.
func (s *Store) PasskeyOwner(ctx context.Context, credentialID string) (User, error) {
	owner := s.query(ctx).Model(&passkeyRow{}).Select("user_id").Where("credential_id = ?", text(credentialID))
	row, err := take[userRow](s.query(ctx).Where("id = (?)", owner))
	if err != nil {
		return User{}, fmt.Errorf("owner of a passkey: %w", err)
	}
	return row.user(), nil
}

// UsePasskey keeps what a credential is after its owner proved to hold it, and returns the account. It
// returns ErrNotFound if the passkey was removed in between, ErrUnconfirmed where the address of the
// account was never confirmed, and a *review.Refusal where it was disabled.
func (s *Store) UsePasskey(ctx context.Context, user int64, credentialID string, credential []byte) (User, error) {
	row, err := accountByID(s.query(ctx), user)
	if err != nil {
		return User{}, err
	}
	admitted, err := row.admitted()
	if err != nil {
		return User{}, err
	}
	used := s.query(withRoutine(ctx, routineUse)).Model(&passkeyRow{}).Where("user_id = ? AND credential_id = ?", user, text(credentialID)).
		Updates(map[string]any{"credential": notNil(credential), "used_at": s.now().UnixMicro()})
	if err := updatedOne(used); err != nil {
		return User{}, fmt.Errorf("use a passkey: %w", err)
	}
	return admitted, nil
}

// RenamePasskey gives a passkey of an account another name. It returns a *power.InputError for one that
// will not do and ErrNotFound.
func (s *Store) RenamePasskey(ctx context.Context, user, id int64, name string) error {
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	return s.recorded(ctx, AuditEvent{Name: "rename a passkey", Subject: accountWord(user), Detail: fmt.Sprintf("passkey %d", id)}, func(tx *gorm.DB) error {
		renamed := tx.Model(&passkeyRow{}).Where("user_id = ? AND id = ?", user, id).Update("name", name)
		if err := updatedOne(renamed); err != nil {
			return fmt.Errorf("rename passkey %d: %w", id, err)
		}
		return nil
	})
}

// RemovePasskey deletes a passkey of an account. It returns ErrNotFound, and a *review.Refusal where
// nobody could sign in to the account any more.
func (s *Store) RemovePasskey(ctx context.Context, user, id int64) error {
	return s.removeSignIn(ctx, user, "passkey", &passkeyRow{}, "id = ?", id)
}
