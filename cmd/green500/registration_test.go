package main

import (
	"regexp"
	"testing"

	"green500/store/storetest"
)

var mailedLink = regexp.MustCompile(`http://localhost:\d+(/[a-z]+/[A-Z2-7]+)\n`)

// mailed returns the path of the link in the last mail to an address.
func (b *tab) mailed(to string) string {
	b.Helper()
	mails := storetest.Mails(b.T, b.database, to)
	if len(mails) == 0 {
		b.Fatalf("no mail went to %s", to)
	}
	found := mailedLink.FindStringSubmatch(mails[len(mails)-1].Text)
	if found == nil {
		b.Fatalf("there is no link in %+v", mails[len(mails)-1])
	}
	return found[1]
}

// TestRegisteringInABrowser: somebody registers, is refused, confirms, forgets the password and sets another.
func TestRegisteringInABrowser(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	const email = "noor@example.org"
	b.visit("/register")
	b.fill("#name", "Noor New")
	b.fill("#email", email)
	b.press("Register")
	b.must("Look into your mail")
	b.visit("/register/again")
	b.fill("#email", email)
	b.press("Send the mail again")
	b.visit(b.mailed(email))
	b.photograph("confirm")
	b.fill("#password", "1234567890")
	b.press("Confirm")
	b.must("guessed first")
	b.photograph("confirm-refused")
	b.fill("#password", "seven green lamps")
	b.press("Confirm")
	b.must("Your address is confirmed")
	b.press("Sign out")
	b.visit("/reset")
	b.fill("#email", email)
	b.press("Send the link")
	b.visit(b.mailed(email))
	b.photograph("reset-password")
	b.fill("#password", "eight green lamps")
	b.press("Set password")
	b.must("Your password was set")
	b.visit("/account")
	b.fill("#email", "nora@example.org")
	b.fill("#current", "seven green lamps")
	b.press("Send the mail")
	b.must("this is not your password")
	b.photograph("account-refused")
	b.fill("#current", "eight green lamps")
	b.press("Send the mail")
	b.visit(b.mailed("nora@example.org"))
	b.press("Use this address")
	b.must("nora@example.org")
}
