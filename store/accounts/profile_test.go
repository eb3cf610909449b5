package accounts_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
)

func TestUpdateProfile(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.UpdateProfile(t.Context(), r.Other.ID, " Ada\tL. ", ""); err != nil {
			t.Fatal(err)
		}
		user, err := r.Accounts.User(t.Context(), r.Other.ID)
		if err != nil || user.Name != "Ada L." || user.Affiliation != "" {
			t.Errorf("got %+v, %v", user, err)
		}
		roomtest.WantField(t, r.Accounts.UpdateProfile(t.Context(), r.Other.ID, "\r\n", "x"), "name")
		roomtest.WantField(t, r.Accounts.UpdateProfile(t.Context(), r.Other.ID, "Ada", strings.Repeat("x", 201)),
			"affiliation")
		roomtest.WantNotFound(t, r.Accounts.UpdateProfile(t.Context(), 4711, "Ada", ""))
	})
}

func TestChangePassword(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.AskReset(t.Context(), r.Submitter.Email, roomtest.Letter("reset"),
			roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		secret := r.LastMail(t, r.Submitter.Email, "reset", 1)
		err := r.Accounts.ChangePassword(t.Context(), r.Submitter.ID, "wrong horse", "battery staple", false,
			roomtest.Letter("changed"))
		roomtest.WantField(t, err, "old")
		if !errors.Is(err, accounts.ErrCredentials) {
			t.Errorf("got %v, want %v", err, accounts.ErrCredentials)
		}
		roomtest.WantField(t, r.Accounts.ChangePassword(t.Context(), r.Submitter.ID, roomtest.Password, "short", false,
			roomtest.Letter("changed")), "password")
		r.Clock.Advance(time.Hour / 2)
		if err := r.Accounts.ChangePassword(t.Context(), r.Submitter.ID, roomtest.Password, "battery staple", false,
			roomtest.Letter("changed")); err != nil {
			t.Fatal(err)
		}
		r.LastMail(t, r.Submitter.Email, "changed", 2)
		user, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, "battery staple")
		if err != nil || !user.PasswordAt.After(r.Submitter.PasswordAt) {
			t.Errorf("got %+v, %v", user, err)
		}
		_, err = r.Accounts.Reset(t.Context(), secret, "a third password", roomtest.Letter("changed"))
		roomtest.WantRefusal(t, err, "used before")
	})
}

// An account without a password is opened by none, the empty one included.
func TestAnAccountWithoutAPassword(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Meddle("UPDATE users SET password_hash = ''")
		for _, guess := range []string{"", roomtest.Password} {
			if _, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, guess); !errors.Is(err,
				accounts.ErrCredentials) {
				t.Errorf("%q: %v", guess, err)
			}
			roomtest.WantField(t, r.Accounts.ChangePassword(t.Context(), r.Submitter.ID, guess, "battery staple", false,
				roomtest.Letter("changed")), "old")
		}
		if user, err := r.Accounts.User(t.Context(), r.Submitter.ID); err != nil || user.HasPassword {
			t.Errorf("got %+v, %v", user, err)
		}
	})
}

func TestEndSessions(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Clock.Advance(time.Minute)
		if err := r.Accounts.EndSessions(t.Context(), r.Submitter.ID, false); err != nil {
			t.Fatal(err)
		}
		user, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, roomtest.Password)
		if err != nil || !user.PasswordAt.After(r.Submitter.PasswordAt) {
			t.Errorf("got %+v, %v", user, err)
		}
	})
}

func TestMoveAddress(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ask := func(password, email string) error {
			return r.Accounts.AskAddress(t.Context(), r.Submitter.ID, password, email, roomtest.Letter("confirm"),
				roomtest.Letter("taken"))
		}
		roomtest.WantField(t, ask("wrong horse", newcomer), "current")
		roomtest.WantField(t, ask(roomtest.Password, "nowhere"), "email")
		roomtest.WantField(t, ask(roomtest.Password, r.Submitter.Email), "email")
		if err := errors.Join(ask(roomtest.Password, r.Other.Email),
			ask(roomtest.Password, " NEW@example.org")); err != nil {
			t.Fatal(err)
		}
		r.LastMail(t, r.Other.Email, "taken", 1)
		secret := r.LastMail(t, newcomer, "confirm", 1)
		if user, err := r.Accounts.User(t.Context(), r.Submitter.ID); err != nil || user.Email != r.Submitter.Email {
			t.Errorf("the address changed before it was confirmed: %+v, %v", user, err)
		}
		r.register(t)
		user, err := r.Accounts.MoveAddress(t.Context(), secret, roomtest.Letter("moved"))
		if err != nil || user.Email != newcomer || user.ID != r.Submitter.ID {
			t.Fatalf("got %+v, %v", user, err)
		}
		r.LastMail(t, r.Submitter.Email, "moved", 1)
		_, err = r.Accounts.MoveAddress(t.Context(), secret, roomtest.Letter("moved"))
		roomtest.WantRefusal(t, err, "used before")
		done(t, ask(roomtest.Password, "third@example.org")) // a new password voids the link
		done(t, r.Accounts.SetPassword(t.Context(), r.Submitter.ID, "another password"))
		secret = r.LastMail(t, "third@example.org", "confirm", 1)
		_, err = r.Accounts.MoveAddress(t.Context(), secret, roomtest.Letter("moved"))
		roomtest.WantRefusal(t, err, "used before")
	})
}

func TestAnAddressThatGotAnAccountSince(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.AskAddress(t.Context(), r.Submitter.ID, roomtest.Password, newcomer,
			roomtest.Letter("move"), roomtest.Letter("taken")); err != nil {
			t.Fatal(err)
		}
		secret := r.LastMail(t, newcomer, "move", 1)
		r.register(t)
		if _, err := r.Accounts.Confirm(t.Context(), r.LastMail(t, newcomer, "confirm", 2),
			"first password"); err != nil {
			t.Fatal(err)
		}
		_, err := r.Accounts.MoveAddress(t.Context(), secret, roomtest.Letter("moved"))
		roomtest.WantRefusal(t, err, "account of its own")
		if _, _, err := r.Accounts.LinkOf(t.Context(), accounts.ChangeAddress, secret); err != nil {
			t.Errorf("the link was used up for nothing: %v", err)
		}
	})
}
