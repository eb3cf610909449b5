package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
)

func TestUpdateProfile(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.UpdateProfile(t.Context(), r.other.ID, " Ada\tL. ", ""); err != nil {
			t.Fatal(err)
		}
		user, err := r.Accounts.User(t.Context(), r.other.ID)
		if err != nil || user.Name != "Ada L." || user.Affiliation != "" {
			t.Errorf("got %+v, %v", user, err)
		}
		wantField(t, r.Accounts.UpdateProfile(t.Context(), r.other.ID, "\r\n", "x"), "name")
		wantField(t, r.Accounts.UpdateProfile(t.Context(), r.other.ID, "Ada", strings.Repeat("x", 201)), "affiliation")
		wantNotFound(t, r.Accounts.UpdateProfile(t.Context(), 4711, "Ada", ""))
	})
}

func TestChangePassword(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.AskReset(t.Context(), r.submitter.Email, letter("reset"), letter("none")); err != nil {
			t.Fatal(err)
		}
		secret := r.lastMail(t, r.submitter.Email, "reset", 1)
		err := r.Accounts.ChangePassword(t.Context(), r.submitter.ID, "wrong horse", "battery staple", false, letter("changed"))
		wantField(t, err, "old")
		if !errors.Is(err, accounts.ErrCredentials) {
			t.Errorf("got %v, want %v", err, accounts.ErrCredentials)
		}
		wantField(t, r.Accounts.ChangePassword(t.Context(), r.submitter.ID, password, "short", false, letter("changed")), "password")
		r.clock.advance(time.Hour / 2)
		if err := r.Accounts.ChangePassword(t.Context(), r.submitter.ID, password, "battery staple", false, letter("changed")); err != nil {
			t.Fatal(err)
		}
		r.lastMail(t, r.submitter.Email, "changed", 2)
		user, err := r.Accounts.Authenticate(t.Context(), r.submitter.Email, "battery staple")
		if err != nil || !user.PasswordAt.After(r.submitter.PasswordAt) {
			t.Errorf("got %+v, %v", user, err)
		}
		_, err = r.Accounts.Reset(t.Context(), secret, "a third password", letter("changed"))
		wantRefusal(t, err, "used before")
	})
}

// An account without a password is opened by none, the empty one included.
func TestAnAccountWithoutAPassword(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := store.Execute(t.Context(), r.Store, "UPDATE users SET password_hash = ''"); err != nil {
			t.Fatal(err)
		}
		for _, guess := range []string{"", password} {
			if _, err := r.Accounts.Authenticate(t.Context(), r.submitter.Email, guess); !errors.Is(err, accounts.ErrCredentials) {
				t.Errorf("%q: %v", guess, err)
			}
			wantField(t, r.Accounts.ChangePassword(t.Context(), r.submitter.ID, guess, "battery staple", false, letter("changed")), "old")
		}
		if user, err := r.Accounts.User(t.Context(), r.submitter.ID); err != nil || user.HasPassword {
			t.Errorf("got %+v, %v", user, err)
		}
	})
}

func TestEndSessions(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.clock.advance(time.Minute)
		if err := r.Accounts.EndSessions(t.Context(), r.submitter.ID, false); err != nil {
			t.Fatal(err)
		}
		user, err := r.Accounts.Authenticate(t.Context(), r.submitter.Email, password)
		if err != nil || !user.PasswordAt.After(r.submitter.PasswordAt) {
			t.Errorf("got %+v, %v", user, err)
		}
	})
}

func TestMoveAddress(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ask := func(password, email string) error {
			return r.Accounts.AskAddress(t.Context(), r.submitter.ID, password, email, letter("confirm"), letter("taken"))
		}
		wantField(t, ask("wrong horse", newcomer), "current")
		wantField(t, ask(password, "nowhere"), "email")
		wantField(t, ask(password, r.submitter.Email), "email")
		if err := errors.Join(ask(password, r.other.Email), ask(password, " NEW@example.org")); err != nil {
			t.Fatal(err)
		}
		r.lastMail(t, r.other.Email, "taken", 1)
		secret := r.lastMail(t, newcomer, "confirm", 1)
		if user, err := r.Accounts.User(t.Context(), r.submitter.ID); err != nil || user.Email != r.submitter.Email {
			t.Errorf("the address changed before it was confirmed: %+v, %v", user, err)
		}
		r.register(t)
		user, err := r.Accounts.MoveAddress(t.Context(), secret, letter("moved"))
		if err != nil || user.Email != newcomer || user.ID != r.submitter.ID {
			t.Fatalf("got %+v, %v", user, err)
		}
		r.lastMail(t, r.submitter.Email, "moved", 1)
		_, err = r.Accounts.MoveAddress(t.Context(), secret, letter("moved"))
		wantRefusal(t, err, "used before")
	})
}

func TestAnAddressThatGotAnAccountSince(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.AskAddress(t.Context(), r.submitter.ID, password, newcomer, letter("move"), letter("taken")); err != nil {
			t.Fatal(err)
		}
		secret := r.lastMail(t, newcomer, "move", 1)
		r.register(t)
		if _, err := r.Accounts.Confirm(t.Context(), r.lastMail(t, newcomer, "confirm", 2), "first password"); err != nil {
			t.Fatal(err)
		}
		_, err := r.Accounts.MoveAddress(t.Context(), secret, letter("moved"))
		wantRefusal(t, err, "account of its own")
		if _, _, err := r.Accounts.LinkOf(t.Context(), accounts.ChangeAddress, secret); err != nil {
			t.Errorf("the link was used up for nothing: %v", err)
		}
	})
}
