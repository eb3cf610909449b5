package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"green500/store/accounts"
)

// TestNobodyFoundsOrInvitesWithoutEnd: a person founds ten sites a day and invites a hundred people, over all their
// sites; what was refused for another reason does not count.
func TestNobodyFoundsOrInvitesWithoutEnd(t *testing.T) {
	h := open(t)
	h.found(t)
	id := number(h.people["submitter"].ID)
	for range 3 {
		if status, _ := h.sendForm(t, "submitter", "/sites",
			url.Values{"name": {""}}); status != http.StatusUnprocessableEntity {
			t.Errorf("got %d", status)
		}
	}
	for i := range 10 {
		if status, page := h.sendForm(t, "submitter", "/sites",
			url.Values{"name": {"Site " + number(int64(i))}, "country": {"DE"}}); status != http.StatusOK {
			t.Fatalf("site %d: %d %s", i, status, page)
		}
	}
	status, page := h.sendForm(t, "submitter", "/sites", url.Values{"name": {"One more"}, "country": {"DE"}})
	if says(t, page, "You founded ten sites since yesterday"); status != http.StatusConflict {
		t.Errorf("got %d", status)
	}
	invite := "/sites/" + number(h.site) + "/invitations"
	if status, _ := h.sendForm(t, "submitter", invite,
		url.Values{"email": {"colleague@example.org"}}); status != http.StatusOK {
		t.Errorf("got %d", status)
	}
	for range 99 {
		_, err := h.store.Accounts.Count(t.Context(), accounts.Invited, id)
		must(t, err)
	}
	status, page = h.sendForm(t, "submitter", invite, url.Values{"email": {"another@example.org"}})
	if says(t, page, "You invited a hundred people since yesterday"); status != http.StatusConflict {
		t.Errorf("got %d", status)
	}
}

// TestANetworkAsksForFewMails: a client that asks for mails to address after address has to wait.
func TestANetworkAsksForFewMails(t *testing.T) {
	h := open(t)
	for range 100 {
		_, err := h.store.Accounts.Count(t.Context(), accounts.MailsFrom, "198.51.100.7")
		must(t, err)
	}
	for from, want := range map[string]int{"198.51.100.7": http.StatusTooManyRequests,
		"198.51.100.8": http.StatusSeeOther} {
		p := h.person(t)
		p.from = from
		if got := p.send(t, "/reset", "email", "stranger@example.org"); got.status != want {
			t.Errorf("from %s: %d", from, got.status)
		}
	}
}
