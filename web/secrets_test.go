package web_test

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oauth2-proxy/mockoidc"

	"green500/handlers"
	"green500/handlers/account"
	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

var madeToken = regexp.MustCompile(`g5_[A-Z2-7]{52}`)

// confided does with a server what takes secrets, and returns the server's log and the secrets by what they are.
func confided(t *testing.T, h *house) (log *lines, secrets map[string]string) {
	t.Helper()
	provider, err := mockoidc.Run()
	must(t, err)
	t.Cleanup(func() { must(t, provider.Shutdown()) })
	log = &lines{}
	talkative := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.Level(-100), AddSource: true}))
	opened := storetest.Open(t, store.Config{Database: h.database, Blobs: h.store.Blobs(), Log: talkative})
	config := web.Config{Store: opened, Log: talkative, Now: time.Now, MaxUpload: maxUpload,
		Address: &url.URL{Scheme: "https", Host: "green500.example"}, Proxied: true, Registration: true,
		Providers: []*account.Provider{account.NewProvider("Mock", provider.Issuer(), provider.ClientID,
			provider.ClientSecret)}}
	handler, err := web.New(config)
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	here, err := url.Parse(server.URL)
	must(t, err)
	email := h.people["submitter"].Email
	secrets = map[string]string{"password": password, "wrong password": "Wrong-password-of-somebody",
		"new password": "New-password-of-somebody", "secret of the provider": provider.ClientSecret}
	p := h.person(t)
	p.server = server.URL
	p.signIn(t, email, secrets["wrong password"])
	if got := p.signIn(t, email, password); got != http.StatusSeeOther {
		t.Fatalf("signing in got %d", got)
	}
	for _, cookie := range p.client.Jar.Cookies(here) {
		secrets["session"] = cookie.Value
	}
	made := p.ask(t, http.MethodPost, "/account/tokens",
		url.Values{"token": {"t"}, "scopes": {"read"}, "lifetime": {"30"}, "current-password": {password}})
	secrets["token"] = madeToken.FindString(made.page)
	for _, bearer := range []string{secrets["token"], secrets["token"] + "x"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
			server.URL+"/api/v1/submissions?token="+bearer, nil)
		must(t, err)
		request.Header.Set("Authorization", "Bearer "+bearer)
		answer, err := http.DefaultTransport.RoundTrip(request)
		must(t, err)
		must(t, answer.Body.Close())
	}
	p.send(t, "/login/openid/mock", "next", "/submissions")
	p.get(t, "/login/openid/mock/callback?code=CODE-OF-SOMEBODY&state=STATE-OF-SOMEBODY")
	secrets["code"], secrets["state"] = "CODE-OF-SOMEBODY", "STATE-OF-SOMEBODY"
	other := h.person(t)
	other.server = server.URL
	other.send(t, "/reset", "email", email)
	link := h.mailed(t, email, "Set a new password", 2)
	secrets["link to reset"] = strings.TrimPrefix(link, "/reset/")
	other.get(t, link)
	other.send(t, "/register", "name", "N", "email", newcomer)
	secrets["link to confirm"] = strings.TrimPrefix(h.mailed(t, newcomer, "Confirm", 1), "/confirm/")
	other.get(t, "/confirm/"+secrets["link to confirm"])
	other.send(t, "/confirm/"+secrets["link to confirm"]+"x", "password", secrets["new password"])
	for _, form := range []string{"//reset//%s", "/RESET/%s", "/reset/%s/", "/%%72eset/%s", "/reset%%2f%s",
		"/%%2572eset/%s", "/Reset/%s/.", "/reset%s"} {
		for _, one := range []string{secrets["link to reset"], strings.ToLower(secrets["link to reset"])} {
			other.get(t, fmt.Sprintf(form, one))
		}
	}
	secrets["link to reset in small letters"] = strings.ToLower(secrets["link to reset"])
	for what, secret := range secrets {
		if len(secret) < 8 {
			t.Fatalf("there is no %s: %q", what, secret)
		}
	}
	return log, secrets
}

// TestNoSecretIsLogged however much is logged, nor if the database fails.
func TestNoSecretIsLogged(t *testing.T) {
	h := open(t)
	log, secrets := confided(t, h)
	at, failing := h.another(t, func(*web.Config) {})
	h.execute(t, "ALTER TABLE links RENAME TO away")
	h.execute(t, "ALTER TABLE tokens RENAME TO gone")
	for _, address := range []string{"/reset/" + secrets["link to reset"], "/confirm/" + secrets["link to confirm"],
		"/api/v1/submissions"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at+address, nil)
		must(t, err)
		if strings.HasPrefix(address, "/api") {
			request.Header.Set("Authorization", "Bearer "+secrets["token"])
		}
		answer, err := http.DefaultTransport.RoundTrip(request)
		must(t, err)
		must(t, answer.Body.Close())
		if answer.StatusCode != http.StatusInternalServerError {
			t.Errorf("%s: %d", address, answer.StatusCode)
		}
	}
	written := log.String() + failing.String()
	for _, what := range slices.Sorted(maps.Keys(secrets)) {
		if strings.Contains(written, secrets[what]) {
			t.Errorf("the log holds the %s:\n%s", what, written)
		}
	}
	holds(t, written, "path=/login", "path=/reset/:secret", "request failed", "path=/login/openid/mock/callback")
}

// TestEveryRouteOfALinkIsKnownToTheLog, so that no other spelling of it is logged either.
func TestEveryRouteOfALinkIsKnownToTheLog(t *testing.T) {
	var names []string
	for _, route := range web.Routes(&web.Answering{}) {
		if strings.Contains(route.Path, "secret") {
			name, rest, _ := strings.Cut(strings.TrimPrefix(route.Path, "/"), "/")
			if !slices.Contains(handlers.LinkAddresses(), name) || rest != ":secret" {
				t.Errorf("the log does not know %s", route.Path)
			}
			names = append(names, name)
		}
	}
	for _, name := range handlers.LinkAddresses() {
		if !slices.Contains(names, name) {
			t.Errorf("no route begins with %s", name)
		}
	}
}

// TestACopyOfTheDatabaseOpensNothing: what lets somebody in is kept as a digest, and a mail that waits to be sent is
// encrypted.
func TestACopyOfTheDatabaseOpensNothing(t *testing.T) {
	h := open(t)
	_, secrets := confided(t, h)
	pool := storetest.Pool(t, h.database)
	tables, err := pool.QueryContext(t.Context(), "SELECT name FROM sqlite_master WHERE type = 'table'")
	must(t, err)
	var names []string
	for tables.Next() {
		var name string
		must(t, tables.Scan(&name))
		names = append(names, name)
	}
	must(t, tables.Err())
	must(t, tables.Close())
	cells := 0
	for _, name := range names {
		rows, err := pool.QueryContext(t.Context(), `SELECT * FROM "`+name+`"`)
		must(t, err)
		columns, err := rows.Columns()
		must(t, err)
		for rows.Next() {
			row, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				into[i] = &row[i]
			}
			must(t, rows.Scan(into...))
			for i, cell := range row {
				cells++
				said := fmt.Sprintf("%s", cell)
				for what, secret := range secrets {
					if strings.Contains(said, secret) {
						t.Errorf("%s.%s holds the %s", name, columns[i], what)
					}
				}
			}
		}
		must(t, rows.Err())
		must(t, rows.Close())
	}
	if cells < 1000 {
		t.Errorf("only %d cells were looked at", cells)
	}
}
