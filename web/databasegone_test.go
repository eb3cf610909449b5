package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/store/accounts"
	"green500/store/storetest"
	"green500/validation/review"
	"green500/web"
)

// TestADatabaseThatIsGoneIsSaid: while PostgreSQL is stopped, every address answers 503 and when to ask again, to
// people who are signed in and to programs with a token, and to others unless it needs no database. Afterwards all work
// again.
func TestADatabaseThatIsGoneIsSaid(t *testing.T) {
	cluster := storetest.NewCluster(t)
	opened := storetest.Open(t, store.Config{Database: cluster.URL(cluster.Address())})
	admin, err := opened.Accounts.CreateUser(t.Context(),
		accounts.NewUser{Email: "admin@example.org", Name: "Admin", Role: review.Admin, Password: password})
	must(t, err)
	token, _, err := opened.SignIns.CreateToken(t.Context(), admin,
		accounts.NewToken{Name: "a program", Scopes: review.Scopes(), Lifetime: accounts.TokenLifetimes()[0]})
	must(t, err)
	handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		MaxUpload: maxUpload, Address: &url.URL{Scheme: "https", Host: "green500.example"}, Registration: true})
	must(t, err)
	headers := map[string]http.Header{"nobody": {}, "a token": {"Authorization": {"Bearer " + token}},
		"a session": {"Cookie": {sessionOf(t, handler)}}}
	asks := func(who, method, path string) *http.Response {
		request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(""))
		request.Header = headers[who].Clone()
		request.Header.Set("Sec-Fetch-Site", "same-origin")
		if strings.HasPrefix(path, "/uploads") {
			request.Header.Set("Tus-Resumable", "1.0.0")
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder.Result()
	}
	for who := range headers {
		if got := asks(who, http.MethodGet, "/"); got.StatusCode != http.StatusOK {
			t.Fatalf("%s is answered %d before", who, got.StatusCode)
		}
	}
	cluster.Kill()
	for _, route := range web.Routes(&web.Answering{}) {
		for who := range headers {
			path := addressOf(route.Path)
			got := asks(who, route.Method, path)
			switch away := got.StatusCode == http.StatusServiceUnavailable &&
				got.Header.Get(echo.HeaderRetryAfter) != ""; {
			case away:
			case who == "nobody" && got.StatusCode < http.StatusInternalServerError:
				// who has to sign in first, or reads what needs no database
			default:
				t.Errorf("%s %s for %s: %d, Retry-After %q", route.Method, path, who, got.StatusCode,
					got.Header.Get(echo.HeaderRetryAfter))
			}
		}
	}
	for _, path := range []string{"/lists/2026-11", "/systems/1"} {
		if got := asks("nobody", http.MethodGet, path); got.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s for nobody: %d", path, got.StatusCode)
		}
	}
	if got := asks("nobody", http.MethodGet, "/readyz"); got.StatusCode != http.StatusServiceUnavailable ||
		got.Header.Get(echo.HeaderRetryAfter) == "" {
		t.Errorf("/readyz answers %d", got.StatusCode)
	}
	if got := asks("nobody", http.MethodGet, "/healthz"); got.StatusCode != http.StatusOK {
		t.Errorf("/healthz answers %d", got.StatusCode)
	}
	cluster.Start()
	for who := range headers {
		if got := asks(who, http.MethodGet, "/account"); got.StatusCode >= http.StatusInternalServerError {
			t.Errorf("%s is answered %d afterwards", who, got.StatusCode)
		}
	}
}

// addressOf fills in the parameters of a route.
func addressOf(pattern string) string {
	steps := strings.Split(pattern, "/")
	for i, step := range steps {
		if strings.HasPrefix(step, ":") || step == "*" {
			steps[i] = "1"
		}
	}
	return strings.Join(steps, "/")
}

// sessionOf signs the administrator in and returns the cookie.
func sessionOf(t *testing.T, handler http.Handler) string {
	t.Helper()
	form := url.Values{"email": {"admin@example.org"}, "password": {password}}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/login", strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	cookies := recorder.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("signing in answers %d", recorder.Code)
	}
	return cookies[0].Name + "=" + cookies[0].Value
}
