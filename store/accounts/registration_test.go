package accounts_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

const newcomer = "new@example.org"

func (r *room) register(t *testing.T) {
	t.Helper()
	n := accounts.NewUser{Email: " New@Example.org", Name: "New", Role: review.Submitter}
	if err := r.Accounts.Register(t.Context(), n, roomtest.Letter("confirm"), roomtest.Letter("taken")); err != nil {
		t.Fatal(err)
	}
}

func TestRegistrationHasToBeConfirmed(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.register(t)
		secret := r.LastMail(t, newcomer, "confirm", 1)
		for _, password := range []string{"", "first password"} {
			if _, err := r.Accounts.Authenticate(t.Context(), newcomer, password); !errors.Is(err,
				accounts.ErrCredentials) {
				t.Errorf("an account without a password: got %v, want %v", err, accounts.ErrCredentials)
			}
		}
		for range 2 { // looking follows nothing: mail scanners look
			user, email, err := r.Accounts.LinkOf(t.Context(), accounts.ConfirmAccount, secret)
			if err != nil || user.Name != "New" || email != newcomer {
				t.Fatalf("got %+v, %q, %v", user, email, err)
			}
		}
		_, err := r.Accounts.Reset(t.Context(), secret, "battery staple", roomtest.Letter("changed"))
		roomtest.WantRefusal(t, err, "used before") // a link does one thing only
		_, err = r.Accounts.Confirm(t.Context(), secret, "short")
		roomtest.WantField(t, err, "password") // which leaves the link as it is
		user, err := r.Accounts.Confirm(t.Context(), secret, "first password")
		if err != nil || user.ConfirmedAt.IsZero() || user.Role != review.Submitter {
			t.Fatalf("got %+v, %v", user, err)
		}
		_, err = r.Accounts.Confirm(t.Context(), secret, "first password")
		roomtest.WantRefusal(t, err, "used before")
		if got, err := r.Accounts.Authenticate(t.Context(), newcomer, "first password"); err != nil || got != user {
			t.Errorf("got %+v, %v; want %+v", got, err, user)
		}
	})
}

func TestRegisteringAnAddressThatHasAnAccount(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		n := accounts.NewUser{Email: r.Submitter.Email, Name: "Thief", Role: review.Submitter,
			Password: "another password"}
		if err := r.Accounts.Register(t.Context(), n, roomtest.Letter("confirm"),
			roomtest.Letter("taken")); err != nil {
			t.Fatal(err)
		}
		r.LastMail(t, r.Submitter.Email, "taken", 1)
		if got, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, roomtest.Password); err != nil ||
			got != r.Submitter {
			t.Errorf("the account is another: %+v, %v", got, err)
		}
		n.Role = review.Admin
		roomtest.WantField(t, r.Accounts.Register(t.Context(), n, roomtest.Letter("confirm"), roomtest.Letter("taken")),
			"role")
		r.LastMail(t, r.Submitter.Email, "taken", 1)
	})
}

// A person who registers with the address of another, before its owner or after, must not know the password of the
// account.
func TestThePasswordIsOfWhoHoldsTheLink(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.register(t)
		first := r.LastMail(t, newcomer, "confirm", 1)
		intruder := accounts.NewUser{Email: newcomer, Name: "New", Role: review.Submitter, Password: "known to another"}
		if err := r.Accounts.Register(t.Context(), intruder, roomtest.Letter("confirm"),
			roomtest.Letter("taken")); err != nil {
			t.Fatal(err)
		}
		second := r.LastMail(t, newcomer, "confirm", 2)
		_, err := r.Accounts.Confirm(t.Context(), first, "owner's password")
		roomtest.WantRefusal(t, err, "used before")
		if _, err := r.Accounts.Confirm(t.Context(), second, "owner's password"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Accounts.Authenticate(t.Context(), newcomer, intruder.Password); !errors.Is(err,
			accounts.ErrCredentials) {
			t.Errorf("what was typed at registration opens it: %v", err)
		}
		if _, err := r.Accounts.Authenticate(t.Context(), newcomer, "owner's password"); err != nil {
			t.Error(err)
		}
		r.register(t)
		r.LastMail(t, newcomer, "taken", 3)
	})
}

func TestLinksExpire(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.register(t)
		confirm := r.LastMail(t, newcomer, "confirm", 1)
		if err := r.Accounts.AskReset(t.Context(), r.Submitter.Email, roomtest.Letter("reset"),
			roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		reset := r.LastMail(t, r.Submitter.Email, "reset", 1)
		r.Clock.Advance(accounts.ResetValid)
		_, err := r.Accounts.Reset(t.Context(), reset, "battery staple", roomtest.Letter("changed"))
		roomtest.WantRefusal(t, err, "too old")
		r.Clock.Advance(accounts.ConfirmationValid - accounts.ResetValid - time.Microsecond)
		if err := r.Accounts.DeleteExpiredLinks(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := r.Accounts.LinkOf(t.Context(), accounts.ConfirmAccount, confirm); err != nil {
			t.Error(err)
		}
		r.Clock.Advance(time.Microsecond)
		_, err = r.Accounts.Confirm(t.Context(), confirm, "first password")
		roomtest.WantRefusal(t, err, "too old")
		if err := r.Accounts.AskConfirmation(t.Context(), newcomer, roomtest.Letter("confirm"),
			roomtest.Letter("taken"), roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Accounts.Confirm(t.Context(), r.LastMail(t, newcomer, "confirm", 2),
			"first password"); err != nil {
			t.Error(err)
		}
	})
}

func TestAskingAnswersEveryAddressWithOneMail(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.SetDisabled(t.Context(), r.Other.ID, true); err != nil {
			t.Fatal(err)
		}
		for i, to := range []string{"nobody@example.org", r.Other.Email} {
			if err := r.Accounts.AskReset(t.Context(), to, roomtest.Letter("reset"),
				roomtest.Letter("none")); err != nil {
				t.Error(err)
			}
			r.LastMail(t, to, "none", 1)
			if err := r.Accounts.AskConfirmation(t.Context(), to, roomtest.Letter("confirm"), roomtest.Letter("taken"),
				roomtest.Letter("none")); err != nil {
				t.Error(i, err)
			}
			r.LastMail(t, to, "none", 2)
		}
		if err := r.Accounts.AskConfirmation(t.Context(), r.Submitter.Email, roomtest.Letter("confirm"),
			roomtest.Letter("taken"), roomtest.Letter("none")); err != nil {
			t.Error(err)
		}
		r.LastMail(t, r.Submitter.Email, "taken", 1)
		for _, bad := range []string{"", "x", "a@b\r\nBcc: c@d", strings.Repeat("a", 250) + "@b.org"} {
			roomtest.WantField(t,
				r.Accounts.AskReset(t.Context(), bad, roomtest.Letter("reset"), roomtest.Letter("none")), "email")
		}
	})
}

func TestReset(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ask := func() {
			t.Helper()
			if err := r.Accounts.AskReset(t.Context(), r.Submitter.Email, roomtest.Letter("reset"),
				roomtest.Letter("none")); err != nil {
				t.Fatal(err)
			}
		}
		ask()
		older := r.LastMail(t, r.Submitter.Email, "reset", 1)
		ask()
		secret := r.LastMail(t, r.Submitter.Email, "reset", 2)
		_, err := r.Accounts.Reset(t.Context(), older, "battery staple", roomtest.Letter("changed"))
		roomtest.WantRefusal(t, err, "used before")
		_, err = r.Accounts.Reset(t.Context(), secret, "short", roomtest.Letter("changed"))
		roomtest.WantField(t, err, "password") // and the link is still good
		r.Clock.Advance(time.Minute)
		user, err := r.Accounts.Reset(t.Context(), secret, "battery staple", roomtest.Letter("changed"))
		if err != nil || !user.PasswordAt.After(r.Submitter.PasswordAt) {
			t.Fatalf("got %+v, %v", user, err)
		}
		r.LastMail(t, r.Submitter.Email, "changed", 3)
		if _, err := r.Accounts.Authenticate(t.Context(), r.Submitter.Email, "battery staple"); err != nil {
			t.Error(err)
		}
	})
}

func TestAResetProvesTheAddress(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.register(t)
		confirm := r.LastMail(t, newcomer, "confirm", 1)
		if err := r.Accounts.AskReset(t.Context(), newcomer, roomtest.Letter("reset"),
			roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		user, err := r.Accounts.Reset(t.Context(), r.LastMail(t, newcomer, "reset", 2), "battery staple",
			roomtest.Letter("changed"))
		if err != nil || user.ConfirmedAt.IsZero() {
			t.Errorf("got %+v, %v", user, err)
		}
		_, err = r.Accounts.Confirm(t.Context(), confirm, "first password")
		roomtest.WantRefusal(t, err, "used before")
	})
}

func TestALinkOfADisabledAccountLeadsNowhere(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		if err := r.Accounts.AskReset(t.Context(), r.Submitter.Email, roomtest.Letter("reset"),
			roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		secret := r.LastMail(t, r.Submitter.Email, "reset", 1)
		if err := r.Accounts.SetDisabled(t.Context(), r.Submitter.ID, true); err != nil {
			t.Fatal(err)
		}
		_, err := r.Accounts.Reset(t.Context(), secret, "battery staple", roomtest.Letter("changed"))
		roomtest.WantRefusal(t, err, "disabled")
	})
}

func TestOfThoseWhoFollowALinkAtOnceOneGetsThrough(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.register(t)
		confirm := r.LastMail(t, newcomer, "confirm", 1)
		if err := r.Accounts.AskReset(t.Context(), r.Submitter.Email, roomtest.Letter("reset"),
			roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		reset := r.LastMail(t, r.Submitter.Email, "reset", 1)
		if err := r.Accounts.AskAddress(t.Context(), r.Submitter.ID, roomtest.Password, "moved@example.org",
			roomtest.Letter("address"), roomtest.Letter("taken")); err != nil {
			t.Fatal(err)
		}
		move := r.LastMail(t, "moved@example.org", "address", 1)
		for name, follow := range map[string]func() (accounts.User, error){
			"confirm": func() (accounts.User, error) {
				return r.Accounts.Confirm(t.Context(), confirm, "first password")
			},
			"move": func() (accounts.User, error) {
				return r.Accounts.MoveAddress(t.Context(), move, roomtest.Letter("moved"))
			},
		} {
			r.race(t, name, follow)
		}
		if _, err := r.Accounts.Reset(t.Context(), reset, "battery staple", roomtest.Letter("changed")); err == nil {
			t.Error("a link to an address that the account no longer has can be followed")
		}
		if err := r.Accounts.AskReset(t.Context(), "moved@example.org", roomtest.Letter("reset"),
			roomtest.Letter("none")); err != nil {
			t.Fatal(err)
		}
		reset = r.LastMail(t, "moved@example.org", "reset", 2)
		r.race(t, "reset", func() (accounts.User, error) {
			return r.Accounts.Reset(t.Context(), reset, "battery staple", roomtest.Letter("changed"))
		})
		r.LastMail(t, "moved@example.org", "changed", 3)
	})
}

// race lets many follow a link at once; one has to get through, and the others are refused.
func (r *room) race(t *testing.T, name string, follow func() (accounts.User, error)) {
	t.Helper()
	const followers = 6
	var through atomic.Int32
	var all sync.WaitGroup
	for range followers {
		all.Go(func() {
			_, err := follow()
			if _, refused := errors.AsType[*review.Refusal](err); err != nil && !refused {
				t.Errorf("%s: %v", name, err)
			}
			if err == nil {
				through.Add(1)
			}
		})
	}
	all.Wait()
	if through.Load() != 1 {
		t.Errorf("%s: %d got through", name, through.Load())
	}
}

func TestOfTwoWhoRegisterAtOnceOneAccountComes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { r.register(t) })
		}
		both.Wait()
		alive := 0
		for _, mail := range storetest.Mails(t, r.At, newcomer) {
			if _, err := r.Accounts.Confirm(t.Context(), mail.Text, "first password"); err == nil {
				alive++
			}
		}
		if alive != 1 {
			t.Errorf("%d links could be followed", alive)
		}
	})
}
