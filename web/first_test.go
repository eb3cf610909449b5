package web_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/backup"
	"green500/store/blobs"
	"green500/store/outbox"
	"green500/store/storetest"
	"green500/validation/review"
	"green500/web"
)

// TestTheFirstAdministratorIsMadeByALink that is good for a day, and until there is an administrator.
func TestTheFirstAdministratorIsMadeByALink(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t), Now: func() time.Time { return now }})
	secret, err := opened.Accounts.FirstLink()
	must(t, err)
	handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return now }})
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(method, secret string, fields url.Values, want int, says string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/first/"+secret,
			strings.NewReader(fields.Encode()))
		must(t, err)
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer, err := client.Do(request)
		must(t, err)
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		must(t, answer.Body.Close())
		if answer.StatusCode != want || !strings.Contains(string(text), says) {
			t.Errorf("%s %s: %d, want %d with %q", method, fields, answer.StatusCode, want, says)
		}
	}
	whole := url.Values{"name": {"A. Admin"}, "email": {"admin@example.org"}, "password": {"correct horse battery"}}
	ask(http.MethodGet, secret, nil, http.StatusOK, "Make administrator")
	ask(http.MethodGet, secret+"A", nil, http.StatusGone, "used before")
	ask(http.MethodPost, "no-such-secret", whole, http.StatusGone, "used before")
	ask(http.MethodPost, secret, url.Values{"name": {"A. Admin"}, "email": {"admin@example.org"},
		"password": {"short"}}, http.StatusUnprocessableEntity, "too short")
	now = now.Add(25 * time.Hour)
	ask(http.MethodPost, secret, whole, http.StatusGone, "used before")
	secret, err = opened.Accounts.FirstLink()
	must(t, err)
	ask(http.MethodPost, secret, whole, http.StatusSeeOther, "")
	ask(http.MethodGet, secret, nil, http.StatusGone, "used before")
	ask(http.MethodPost, secret, whole, http.StatusGone, "used before")
	users, err := opened.Accounts.Users(t.Context())
	must(t, err)
	if len(users) != 1 || users[0].Role != review.Admin || users[0].Email != "admin@example.org" {
		t.Errorf("got %+v", users)
	}
}

// TestAnAdministratorReleasesTheMailOfACopy on the outbox, which says why it is held.
func TestAnAdministratorReleasesTheMailOfACopy(t *testing.T) {
	house := open(t)
	must(t, house.store.Outbox.Post(t.Context(), outbox.Mail{To: "sam@example.org", Subject: "Waits", Text: "text"}))
	out, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	evidence := t.TempDir()
	_, err := backup.Installation{Database: house.database, Blobs: blobs.Location{At: evidence}}.Backup(t.Context(),
		backup.Making{Out: out, Now: time.Now()})
	if err == nil || !strings.Contains(err.Error(), "are missing") { // the evidence of a house is elsewhere
		t.Fatal(err)
	}
	_, err = backup.Restore(t.Context(), backup.Restoring{From: out, Data: data, Now: time.Now()})
	must(t, err)
	house.store = storetest.Open(t, store.Config{Database: filepath.Join(data, "green500.db")})
	house.servedAt(t, time.Now, true)
	if shown := house.shows(t, "admin", "/outbox"); !strings.Contains(shown, "Mail is held.") ||
		strings.Contains(shown, "Send a test mail") {
		t.Error("the outbox does not say that mail is held")
	}
	if shown := house.shows(t, "admin", "/server"); !strings.Contains(shown,
		"this is a restored copy, and it sends no mail") {
		t.Error("the page of the server does not say that mail is held")
	}
	if status, _ := house.sendsForm(t, "admin", "/outbox/release", url.Values{"drop": {"1"}},
		""); status != http.StatusSeeOther {
		t.Errorf("got %d", status)
	}
	shown := house.shows(t, "admin", "/outbox")
	if strings.Contains(shown, "Mail is held.") || strings.Contains(shown, "Waits") ||
		!strings.Contains(shown, "Send a test mail to ") {
		t.Error("the mail was not released")
	}
	if status, _ := house.sendsForm(t, "admin", "/outbox/test", nil, ""); status != http.StatusSeeOther {
		t.Errorf("got %d", status)
	}
	if posted, ok, err := house.store.Outbox.Lease(t.Context(), time.Minute); !ok || err != nil ||
		posted.Subject != "Test mail of green500" {
		t.Errorf("got %+v, %v", posted, err)
	}
}
