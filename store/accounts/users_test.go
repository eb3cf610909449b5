package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

func TestUsers(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		got, err := r.Accounts.User(t.Context(), r.Reviewer.ID)
		if err != nil || got != r.Reviewer {
			t.Errorf("got %+v, %v; want %+v", got, err, r.Reviewer)
		}
		if want := roomtest.During.UTC().Truncate(time.Microsecond); got.CreatedAt != want {
			t.Errorf("created at %v, want %v", got.CreatedAt, want)
		}
		users, err := r.Accounts.Users(t.Context())
		if err != nil || len(users) != 6 || users[0].Email != "adm@example.org" {
			t.Errorf("got %+v, %v", users, err)
		}
		_, err = r.Accounts.User(t.Context(), 4711)
		roomtest.WantNotFound(t, err)
		byEmail, err := r.Accounts.UserByEmail(t.Context(), " REV@example.org")
		if err != nil || byEmail != r.Reviewer {
			t.Errorf("got %+v, %v", byEmail, err)
		}
		_, err = r.Accounts.UserByEmail(t.Context(), "nobody@example.org")
		roomtest.WantNotFound(t, err)
	})
}

// TestOfThoseWhoMakeTheFirstAdministratorAtOnceOneIsMade, by the link and by the command.
func TestOfThoseWhoMakeTheFirstAdministratorAtOnceOneIsMade(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		opened := storetest.Open(t, store.Config{Database: database})
		secret, err := opened.Accounts.FirstLink()
		if err != nil {
			t.Fatal(err)
		}
		won, errs := storetest.AtOnce(4, func(i int) error {
			n := accounts.NewUser{Email: fmt.Sprintf("admin%d@example.org", i), Name: "Admin",
				Password: roomtest.Password}
			if i%2 == 0 {
				_, err := opened.Accounts.CreateFirstAdministrator(t.Context(), secret, n)
				return err
			}
			_, err := opened.Accounts.CreateAdministratorOnce(t.Context(), n)
			return err
		})
		for _, err := range errs {
			if _, refused := errors.AsType[*review.Refusal](err); !refused &&
				!errors.Is(err, accounts.ErrHasAdministrator) {
				t.Errorf("got %v", err)
			}
		}
		users, err := opened.Accounts.Users(t.Context())
		if err != nil || won != 1 || len(users) != 1 || users[0].Role != review.Admin {
			t.Errorf("%d were made: %+v, %v", won, users, err)
		}
	})
}

func TestCreateUserNamesTheField(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		good := accounts.NewUser{Email: "new@example.org", Name: "A New Person", Role: review.Submitter,
			Password: roomtest.Password}
		for field, spoil := range map[string]func(*accounts.NewUser){
			"email":       func(n *accounts.NewUser) { n.Email = "New <new@example.org>" },
			"name":        func(n *accounts.NewUser) { n.Name = " \x00" },
			"role":        func(n *accounts.NewUser) { n.Role = review.Public },
			"affiliation": func(n *accounts.NewUser) { n.Affiliation = strings.Repeat("ä", 201) },
		} {
			bad := good
			spoil(&bad)
			_, err := r.Accounts.CreateUser(t.Context(), bad)
			roomtest.WantField(t, err, field)
		}
		for _, refused := range []string{"ninechars", "", strings.Repeat("a", 1001), "New@Example.org", "1234567890",
			"QwertyUiop ", "a new PERSON"} {
			bad := good
			bad.Password = refused
			_, err := r.Accounts.CreateUser(t.Context(), bad)
			roomtest.WantField(t, err, "password")
		}
		good.Password = "zehnzeichä" // ten characters, eleven bytes
		if _, err := r.Accounts.CreateUser(t.Context(), good); err != nil {
			t.Error(err)
		}
	})
}

func TestEmailIsUniqueWhateverItsCase(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.Accounts.CreateUser(t.Context(), accounts.NewUser{
			Email: " SUB@Example.org ", Name: "Again", Role: review.Submitter, Password: roomtest.Password,
		})
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v, want %v", err, database.ErrTaken)
		}
		roomtest.WantField(t, err, "email")
	})
}

func TestAuthenticate(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		user, err := r.Accounts.Authenticate(t.Context(), "Sub@Example.ORG", roomtest.Password)
		if err != nil || user != r.Submitter {
			t.Errorf("got %+v, %v", user, err)
		}
		for _, wrong := range [][2]string{
			{"sub@example.org", "correct horsf"}, {"sub@example.org", ""},
			{"nobody@example.org", roomtest.Password}, {"", ""},
			{"sub@example.org' OR '1'='1", roomtest.Password}, {"sub@example.org\x00", "x"},
		} {
			if _, err := r.Accounts.Authenticate(t.Context(), wrong[0], wrong[1]); !errors.Is(err,
				accounts.ErrCredentials) {
				t.Errorf("%q: got %v, want %v", wrong, err, accounts.ErrCredentials)
			}
		}
	})
}

func TestDisabledAccountsAreLockedOut(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for _, disabled := range []bool{true, false} { // false is the value that gorm likes to lose
			if err := r.Accounts.SetDisabled(t.Context(), r.Submitter.ID, disabled); err != nil {
				t.Fatal(err)
			}
			_, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, roomtest.Password)
			if got := errors.Is(err, accounts.ErrCredentials); got != disabled {
				t.Errorf("disabled %v: %v", disabled, err)
			}
		}
	})
}

func TestSetPassword(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Clock.Advance(time.Hour)
		roomtest.WantField(t, r.Accounts.SetPassword(t.Context(), r.Submitter.ID, "short"), "password")
		if err := r.Accounts.SetPassword(t.Context(), r.Submitter.ID, "battery staple"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, roomtest.Password); !errors.Is(err,
			accounts.ErrCredentials) {
			t.Errorf("the old password: %v", err)
		}
		user, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, "battery staple")
		if err != nil || !user.PasswordAt.After(r.Submitter.PasswordAt) {
			t.Errorf("got %+v, %v", user, err)
		}
		roomtest.WantNotFound(t, r.Accounts.SetPassword(t.Context(), 4711, roomtest.Password))
	})
}

func TestSetRole(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.SetRole(t.Context(), r.Submitter.ID, review.Editor); err != nil {
			t.Fatal(err)
		}
		user, err := r.Accounts.User(t.Context(), r.Submitter.ID)
		if err != nil || user.Role != review.Editor {
			t.Errorf("got %+v, %v", user, err)
		}
		roomtest.WantField(t, r.Accounts.SetRole(t.Context(), r.Submitter.ID, "king"), "role")
		roomtest.WantNotFound(t, r.Accounts.SetRole(t.Context(), 4711, review.Editor))
	})
}

// A request for a missing account must take as long as for an existing one.
func TestNobodysHashCostsWhatOthersDo(t *testing.T) {
	params, _, _, err := argon2id.DecodeHash(accounts.HashForUnknownUser)
	if err != nil || *params != *accounts.PasswordParams() {
		t.Errorf("got %+v, %v; want %+v", params, err, accounts.PasswordParams())
	}
}

func TestHashingWaitsItsTurn(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		slots, take := r.Accounts.HashingSlots()
		for range slots {
			take()
		}
		ctx, cancel := context.WithTimeout(t.Context(), roomtest.WaitingTurn)
		defer cancel()
		if _, err := r.Accounts.Authenticate(ctx, r.Submitter.Email, roomtest.Password); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
		}
	})
}

func TestTextsThatADatabaseWouldRefuse(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		user, err := r.Accounts.CreateUser(t.Context(), accounts.NewUser{
			Email: "odd@example.org", Name: "O\x00dd\r\n\x1b \xff", Affiliation: strings.Repeat("ä", 200),
			Role: review.Submitter, Password: roomtest.Password,
		})
		if err != nil || user.Name != "Odd \uFFFD" {
			t.Errorf("got %q, %v", user.Name, err)
		}
		for _, name := range []string{"\x00", "\xff", "'; DROP TABLE editions; --"} {
			_, err := r.Editions.ByName(t.Context(), name)
			roomtest.WantNotFound(t, err)
		}
	})
}
