// This file owns the passkeys of accounts.

package accounts

import (
	"context"
	"fmt"
	"unicode/utf8"

	"green500/store/database"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// Bounds on passkeys.
const (
	maxPasskeys     = 20 // of an account
	maxPasskeyName  = 80 // characters
	maxCredentialID = 2_048
)

func (r passkeyRow) passkey() Passkey {
	r.CreatedAt, r.UsedAt = database.FromMicro(r.Created), database.FromMicroOrNil(r.Used)
	return r.Passkey
}

// AddPasskey keeps a passkey of an account and tells its owner by the letter added. It returns a *power.InputError for
// a name that will not do, and a *review.Refusal if there are too many or somebody has this one.
func (s *SignIns) AddPasskey(ctx context.Context, p Passkey, added Letter) error {
	name, err := passkeyName(p.Name)
	if err != nil {
		return err
	}
	if len(p.CredentialID) > maxCredentialID {
		return database.Refuse("This passkey cannot be saved: its identifier is too long. Use another passkey.")
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "add a passkey",
		Subject: recorded.AccountWord(p.UserID)}, func(tx *gorm.DB) error {
		locked := database.Locking(tx) // so that two at once do not exceed the bound
		owner, err := AccountByID(locked, p.UserID)
		if err != nil {
			return err
		}
		count, err := database.CountOf(tx.Model(&passkeyRow{}).Where("user_id = ?", p.UserID))
		if err != nil {
			return err
		}
		if count >= maxPasskeys {
			return database.Refuse("An account holds %d passkeys at most; remove one that you no longer use.",
				maxPasskeys)
		}
		row := passkeyRow{Passkey: Passkey{UserID: p.UserID, CredentialID: database.Text(p.CredentialID), Name: name,
			Credential: database.NotNil(p.Credential)}, Created: s.db.Now().UnixMicro()}
		if err := database.MetOne(database.UnlessThere(tx).Create(&row),
			database.Refuse("This passkey is kept already.")); err != nil {
			return err
		}
		return s.outbox.Enqueue(tx, added.to(owner.Email, ""))
	})
}

func passkeyName(name string) (string, error) {
	name = database.OneLine(name)
	switch {
	case name == "":
		return "", database.InputError("name", "there is no name", "write one that you know the passkey by")
	case utf8.RuneCountInString(name) > maxPasskeyName:
		return "", database.InputError("name", "this is too long",
			fmt.Sprintf("use %d characters at most", maxPasskeyName))
	}
	return name, nil
}

// Passkeys returns the passkeys of an account, oldest first.
func (s *SignIns) Passkeys(ctx context.Context, user int64) ([]Passkey, error) {
	return database.Listed(s.db.Query(ctx).Where("user_id = ?", user).Order("id"), passkeyRow.passkey)
}

// PasskeyOwner returns whose passkey a credential is said to be, which nobody has proved yet. It returns ErrNotFound.
func (s *SignIns) PasskeyOwner(ctx context.Context, credentialID string) (User, error) {
	owner := s.db.Query(ctx).Model(&passkeyRow{}).Select("user_id").Where("credential_id = ?",
		database.Text(credentialID))
	row, err := database.Take[UserRow](s.db.Query(ctx).Where("id = (?)", owner))
	if err != nil {
		return User{}, fmt.Errorf("owner of a passkey: %w", err)
	}
	return row.Account(), nil
}

// UsePasskey keeps what a credential is after its owner proved to hold it, and returns the account. It
// returns ErrNotFound if the passkey was removed in between, ErrUnconfirmed if the address of the
// account was never confirmed, and a *review.Refusal if it was disabled.
func (s *SignIns) UsePasskey(ctx context.Context, user int64, credentialID string, credential []byte) (User, error) {
	row, err := AccountByID(s.db.Query(ctx), user)
	if err != nil {
		return User{}, err
	}
	admitted, err := row.admitted()
	if err != nil {
		return User{}, err
	}
	used := s.db.Query(recorded.WithRoutine(ctx, recorded.RoutineUse)).Model(&passkeyRow{}).
		Where("user_id = ? AND credential_id = ?", user, database.Text(credentialID)).
		Updates(map[string]any{"credential": database.NotNil(credential), "used_at": s.db.Now().UnixMicro()})
	if err := database.UpdatedOne(used); err != nil {
		return User{}, fmt.Errorf("use a passkey: %w", err)
	}
	return admitted, nil
}

// RenamePasskey gives a passkey of an account another name. It returns a *power.InputError for one that
// will not do and ErrNotFound.
func (s *SignIns) RenamePasskey(ctx context.Context, user, id int64, name string) error {
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	return s.db.Change(ctx, recorded.AuditEvent{Name: "rename a passkey", Subject: recorded.AccountWord(user),
		Detail: fmt.Sprintf("passkey %d", id)}, func(tx *gorm.DB) error {
		renamed := tx.Model(&passkeyRow{}).Where("user_id = ? AND id = ?", user, id).Update("name", name)
		if err := database.UpdatedOne(renamed); err != nil {
			return fmt.Errorf("rename passkey %d: %w", id, err)
		}
		return nil
	})
}

// RemovePasskey deletes a passkey of an account. It returns ErrNotFound, and a *review.Refusal if
// nobody could sign in to the account any more.
func (s *SignIns) RemovePasskey(ctx context.Context, user, id int64) error {
	return s.accounts.removeSignIn(ctx, user, "passkey", &passkeyRow{}, "id = ?", id)
}
