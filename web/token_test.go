package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/validation/review"
	"green500/web"
)

// token makes a token of a visitor.
func (h *house) token(t *testing.T, visitor string, scopes ...review.Scope) string {
	t.Helper()
	secret, _, err := h.store.SignIns.CreateToken(t.Context(), h.people[visitor],
		accounts.NewToken{Name: fmt.Sprint(t.Name(), scopes), Scopes: scopes, Lifetime: accounts.TokenLifetimes()[0]})
	must(t, err)
	return secret
}

// ask sends a request that names a token.
func (h *house) ask(t *testing.T, token, method, address string, fields url.Values) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, h.server.URL+address,
		strings.NewReader(fields.Encode()))
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	h.logins++
	// some forms are limited by address
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", h.logins%250))
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer := h.send(t, "public", request)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

// addressed fills the parameters of a route with numbers of things that are not there.
func addressed(route web.Route) string {
	path := regexp.MustCompile(`:\w+`).ReplaceAllString(route.Path, "999999")
	return strings.Replace(path, "*", "file", 1)
}

// TestEveryRouteWithEveryScope: whatever route there is, a token gets through if one of its scopes
// lets it, and nowhere else; one that nobody knows gets what is public. No answer starts a session.
func TestEveryRouteWithEveryScope(t *testing.T) {
	h := open(t)
	for name, scopes := range map[string][]review.Scope{
		"read": {review.ReadScope}, "write": {review.WriteScope}, "submit": {review.SubmitScope},
		"all": review.Scopes(), "unknown": nil,
	} {
		token := "g5_nobody"
		if scopes != nil {
			token = h.token(t, "admin", scopes...)
		}
		for _, route := range web.Routes(&web.Answering{}) {
			answer, _ := h.ask(t, token, route.Method, addressed(route), nil)
			refused := answer.StatusCode == http.StatusForbidden || answer.StatusCode == http.StatusUnauthorized
			if may := review.TokenMay(scopes, route.Action); may == refused {
				t.Errorf("%s: %s %s got %d", name, route.Method, route.Path, answer.StatusCode)
			}
			if refused && ((answer.StatusCode == http.StatusUnauthorized) != (scopes == nil) ||
				answer.Header.Get("WWW-Authenticate") == "") {
				t.Errorf("%s: %s %s is refused by %d, %q", name, route.Method, route.Path, answer.StatusCode,
					answer.Header.Get("WWW-Authenticate"))
			}
			if cookie := answer.Header.Get("Set-Cookie"); cookie != "" {
				t.Errorf("%s: %s %s sets %s", name, route.Method, route.Path, cookie)
			}
		}
	}
}

// TestWhatATokenCanNeverDo names the routes by hand: the table of scopes could be changed by mistake.
func TestWhatATokenCanNeverDo(t *testing.T) {
	h := open(t)
	token := h.token(t, "admin", review.Scopes()...)
	for _, address := range []string{"/accounts", "/account/tokens", "/sites", "/review", "/editions",
		"/editions/rehearsal"} {
		if answer, _ := h.ask(t, token, http.MethodGet, address, nil); answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", address, answer.StatusCode)
		}
	}
	for _, address := range []string{"/accounts", "/account/tokens", "/account/tokens/revoke", "/sites", "/editions",
		"/login", "/logout", h.address("/submissions/DRAFT/site")} {
		if answer, _ := h.ask(t, token, http.MethodPost, address, nil); answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", address, answer.StatusCode)
		}
	}
}

func TestATokenSubmitsAndDecidesNothing(t *testing.T) {
	h := open(t)
	draft, waiting := h.address("/submissions/DRAFT"), h.address("/submissions/WAITING")
	reader, submitter := h.token(t, "submitter", review.ReadScope), h.token(t, "submitter", review.SubmitScope)
	answer, page := h.ask(t, reader, http.MethodGet, "/submissions", nil)
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.StatusCode)
	}
	says(t, page, "4 submissions")
	if answer, _ := h.ask(t, h.token(t, "stranger", review.Scopes()...), http.MethodGet, draft,
		nil); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a stranger's token reads the entry: %d", answer.StatusCode)
	}
	move := url.Values{"verb": {"submit"}, "revision": {"1"}}
	if answer, _ := h.ask(t, reader, http.MethodPost, draft+"/moves", move); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a token to read submits: %d", answer.StatusCode)
	}
	if answer, _ := h.ask(t, submitter, http.MethodPost, draft+"/moves",
		move); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("a token to submit does not: %d", answer.StatusCode)
	}
	// Nobody reviews by a program, also who may by hand.
	reviewer := h.token(t, "reviewer", review.Scopes()...)
	if answer, _ := h.ask(t, reviewer, http.MethodGet, waiting, nil); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a reviewer's token reads what others submitted: %d", answer.StatusCode)
	}
	if answer, _ := h.ask(t, reviewer, http.MethodPost, waiting+"/moves",
		url.Values{"verb": {"accept"}, "revision": {"1"}}); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a reviewer's token accepts: %d", answer.StatusCode)
	}
}

// TestATokenIsNoSession: with a cookie beside it a token counts alone, be it known or not.
func TestATokenIsNoSession(t *testing.T) {
	h := open(t)
	for token, want := range map[string]int{h.token(t, "stranger", review.ReadScope): http.StatusNotFound,
		"": http.StatusUnauthorized, "g5_nobody": http.StatusUnauthorized} {
		request := h.request(t, http.MethodGet, h.address("/submissions/DRAFT"))
		request.Header.Set("Authorization", "bearer "+token)
		if answer := h.send(t, "submitter", request); answer.StatusCode != want {
			t.Errorf("%q: got %d, want %d", token, answer.StatusCode, want)
		}
	}
	request := h.request(t, http.MethodGet, "/submissions")
	request.Header.Set("Authorization", "Basic c3VibWl0dGVyOng=")
	if answer := h.send(t, "submitter", request); answer.StatusCode != http.StatusOK {
		t.Errorf("another scheme ends the session: %d", answer.StatusCode)
	}
}

func TestATokenIsShownOnce(t *testing.T) {
	h := open(t)
	form := url.Values{"token": {"laptop"}, "scopes": {"read", "write"}, "lifetime": {"90"},
		"current-password": {password}}
	status, page := h.sendForm(t, "submitter", "/account/tokens", form)
	secret := regexp.MustCompile(`g5_[A-Z2-7]{52}`).FindString(page)
	if status != http.StatusCreated || secret == "" {
		t.Fatalf("%d:\n%s", status, page)
	}
	says(t, page, "The token laptop", "Copy the token now", "read, write", "never")
	if answer, _ := h.ask(t, secret, http.MethodGet, "/submissions", nil); answer.StatusCode != http.StatusOK {
		t.Errorf("got %d", answer.StatusCode)
	}
	page = h.read(t, "submitter", "/account/tokens")
	if says(t, page, secret[:7]+"…", time.Now().UTC().Format(time.DateOnly)+" UTC"); strings.Contains(page, secret) {
		t.Error("the token is shown twice")
	}
	status, page = h.sendForm(t, "submitter", "/account/tokens", form)
	if says(t, page, "you have a token called laptop already"); status != http.StatusUnprocessableEntity ||
		strings.Contains(page, "Copy the token now") {
		t.Errorf("got %d", status)
	}
	status, page = h.sendForm(t, "submitter", "/account/tokens",
		url.Values{"token": {"other"}, "lifetime": {"forever"}, "current-password": {password}})
	if says(t, page, "nothing is chosen that the token may do", "a token cannot be good for so long"); status !=
		http.StatusUnprocessableEntity || !strings.Contains(page, `value="other"`) {
		t.Errorf("got %d", status)
	}
	tokens, err := h.store.SignIns.Tokens(t.Context(), h.people["submitter"].ID)
	must(t, err)
	if status, _ := h.sendForm(t, "stranger", "/account/tokens/"+number(tokens[0].ID)+"/revoke",
		nil); status != http.StatusNotFound {
		t.Errorf("a stranger revokes it: %d", status)
	}
	_, page = h.sendForm(t, "submitter", "/account/tokens/"+number(tokens[0].ID)+"/revoke", nil)
	says(t, page, "The token was revoked.", "You have no tokens.")
	if answer, _ := h.ask(t, secret, http.MethodGet, "/submissions",
		nil); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %d", answer.StatusCode)
	}
}
