package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"green500/store/storetest"
)

// at is a person signed in as one of the house.
func (h *house) at(t *testing.T, name string) *person {
	t.Helper()
	p := h.person(t)
	if got := p.signIn(t, h.people[name].Email, password); got != http.StatusSeeOther {
		t.Fatalf("%s could not sign in: %d", name, got)
	}
	return p
}

func TestChangingWhatOthersSee(t *testing.T) {
	house := open(t)
	p := house.at(t, "submitter")
	want(t, p.send(t, "/account", "name", " Sam  Submitter ", "affiliation", "Centre"), http.StatusSeeOther, "/account")
	holds(t, p.get(t, "/account").page, "Saved.", `value="Sam Submitter"`, `value="Centre"`)
	refused := p.send(t, "/account", "name", " ", "affiliation", "Another")
	want(t, refused, http.StatusUnprocessableEntity, "")
	holds(t, refused.page, `id="name-error"`, `value="Another"`)
}

func TestChangingThePassword(t *testing.T) {
	house := open(t)
	email := house.people["submitter"].Email
	elsewhere, p := house.at(t, "submitter"), house.at(t, "submitter")
	for field, form := range map[string][]string{
		"old":      {"old", "a wrong password", "password", "another long password"},
		"password": {"old", password, "password", "1234567890"},
	} {
		refused := p.send(t, "/account/password", form...)
		want(t, refused, http.StatusUnprocessableEntity, "")
		holds(t, refused.page, `id="`+field+`-error"`)
		if strings.Contains(refused.page, "another long") || strings.Contains(refused.page, password) {
			t.Error("a password is shown")
		}
	}
	want(t, p.send(t, "/account/password", "old", password, "password", "another long password"),
		http.StatusSeeOther, "/account")
	house.mailed(t, email, "was changed", 1)
	holds(t, p.get(t, "/account").page, "Your password was changed")
	if elsewhere.signedIn(t) {
		t.Error("the other session goes on")
	}
}

// A person at a desk that was left signed in cannot try passwords forever either.
func TestTheOldPasswordCannotBeTriedForever(t *testing.T) {
	house := open(t)
	p := house.at(t, "submitter")
	for range 10 {
		want(t, p.send(t, "/account/password", "old", "a wrong password", "password", "another long password"),
			http.StatusUnprocessableEntity, "")
	}
	refused := p.send(t, "/account/address", "current", password, "email", newcomer)
	want(t, refused, http.StatusTooManyRequests, "")
	holds(t, refused.page, `id="current-error"`, "Too many wrong passwords", `value="`+newcomer+`"`)
}

func TestMovingToAnotherAddress(t *testing.T) {
	house := open(t)
	old := house.people["submitter"].Email
	p := house.at(t, "submitter")
	refused := p.send(t, "/account/address", "email", newcomer, "current", "a wrong password")
	want(t, refused, http.StatusUnprocessableEntity, "")
	holds(t, refused.page, `id="current-error"`, `value="`+newcomer+`"`)
	want(t, p.send(t, "/account/address", "email", newcomer, "current", password), http.StatusSeeOther, "/account")
	link := house.mailed(t, newcomer, "Confirm your new", 1)
	if got := house.person(t).signIn(t, newcomer, password); got != http.StatusUnauthorized {
		t.Errorf("the address is used before it was confirmed: %d", got)
	}
	stranger := house.person(t) // the mail may be read on another machine
	holds(t, stranger.get(t, link).page, old, newcomer)
	want(t, stranger.send(t, link), http.StatusSeeOther, "/login")
	holds(t, stranger.get(t, "/login").page, "has the address "+newcomer)
	house.mailed(t, old, "address of your green500 account", 1)
	if got := house.person(t).signIn(t, newcomer, password); got != http.StatusSeeOther {
		t.Errorf("signing in with the new address: %d", got)
	}
	want(t, p.send(t, link), http.StatusGone, "")
}

func TestAnAddressOfSomebodyElseIsNotTold(t *testing.T) {
	house := open(t)
	p := house.at(t, "submitter")
	taken := house.people["stranger"].Email
	want(t, p.send(t, "/account/address", "email", taken, "current", password), http.StatusSeeOther, "/account")
	if link := house.mailed(t, taken, "You have an account", 1); link != "" {
		t.Errorf("it got a link: %s", link)
	}
}

func TestAnAccountCannotMailToMany(t *testing.T) {
	house := open(t)
	p := house.at(t, "submitter")
	for i := range 5 {
		want(t, p.send(t, "/account/address", "email", "n"+number(int64(i))+"@example.org", "current", password),
			http.StatusSeeOther, "/account")
	}
	refused := p.send(t, "/account/address", "email", newcomer, "current", password)
	want(t, refused, http.StatusTooManyRequests, "")
	holds(t, refused.page, `id="email-error"`, `value="`+newcomer+`"`)
	if mails := storetest.Mails(t, house.database, newcomer); len(mails) > 0 {
		t.Errorf("a mail was posted: %+v", mails)
	}
}

func TestSigningOutEverywhere(t *testing.T) {
	house := open(t)
	elsewhere, p := house.at(t, "submitter"), house.at(t, "submitter")
	want(t, p.send(t, "/account/sessions"), http.StatusSeeOther, "/login")
	holds(t, p.get(t, "/login").page, "You were signed out everywhere.")
	if p.signedIn(t) || elsewhere.signedIn(t) {
		t.Error("a session goes on")
	}
	if got := p.signIn(t, house.people["submitter"].Email, password); got != http.StatusSeeOther {
		t.Errorf("signing in again: %d", got)
	}
}

// TestSigningInAfterTheClockWasSetBack: a person who set a password while the clock was ahead need not wait until it is
// there again.
func TestSigningInAfterTheClockWasSetBack(t *testing.T) {
	house := open(t)
	ahead := time.Now().Add(24 * time.Hour).UnixMicro()
	if _, err := storetest.Pool(t, house.database).ExecContext(t.Context(), "UPDATE users SET password_at = $1",
		ahead); err != nil {
		t.Fatal(err)
	}
	if !house.at(t, "submitter").signedIn(t) {
		t.Error("the session counts as one from before the password")
	}
}

func TestAMailSaysWhatItIs(t *testing.T) {
	house := open(t)
	house.person(t).send(t, "/register", "name", "Buy pills at http://evil.example", "email", newcomer)
	text := storetest.Mails(t, house.database, newcomer)[0].Text
	holds(t, text, "https://green500.example", "Somebody, perhaps you", "48 hours", "If it was not you")
	if strings.Contains(text, "evil") {
		t.Errorf("the mail says what a stranger typed:\n%s", text)
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 78 {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
}
