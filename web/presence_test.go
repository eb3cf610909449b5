package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"green500/store/storetest"
	"green500/validation/review"
)

func tokenForm(name string, more ...string) url.Values {
	form := url.Values{"token": {name}, "scopes": {"read"}, "lifetime": {"90"}}
	for i := 0; i < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	return form
}

// TestATokenIsMadeByItsOwnerOnly: who finds a session left open, or steals one, cannot keep the account by a token; and
// the owner hears of every token.
func TestATokenIsMadeByItsOwnerOnly(t *testing.T) {
	h := open(t)
	for typed, said := range map[string]string{"": "confirm that it is you",
		"a wrong password": "this is not your password"} {
		status, page := h.sendForm(t, "submitter", "/account/tokens", tokenForm("laptop", "current-password", typed))
		if says(t, page, said); status != http.StatusUnprocessableEntity ||
			strings.Contains(page, "Copy the token now") {
			t.Errorf("%q: got %d", typed, status)
		}
	}
	owner := h.people["submitter"]
	if tokens, err := h.store.SignIns.Tokens(t.Context(), owner.ID); err != nil || len(tokens) != 0 {
		t.Errorf("got %v, %v", tokens, err)
	}
	if mails := storetest.Mails(t, h.database, owner.Email); len(mails) != 0 {
		t.Errorf("got %+v", mails)
	}
	if status, _ := h.sendForm(t, "submitter", "/account/tokens",
		tokenForm("laptop", "current-password", password)); status != http.StatusCreated {
		t.Errorf("got %d", status)
	}
	mails := storetest.Mails(t, h.database, owner.Email)
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "access token was just created") ||
		strings.Contains(mails[0].Text, "g5_") {
		t.Errorf("got %+v", mails)
	}
	for range 10 {
		h.sendForm(t, "submitter", "/account/tokens", tokenForm("more", "current-password", "a wrong password"))
	}
	if status, page := h.sendForm(t, "submitter", "/account/tokens", tokenForm("more", "current-password",
		password)); status != http.StatusTooManyRequests || !strings.Contains(page, "Too many wrong passwords") {
		t.Errorf("passwords are tried forever: %d", status)
	}
}

// TestAPasskeyIsGoodForOneToken: who just used one needs no password, once. Signing in by a password is not enough.
func TestAPasskeyIsGoodForOneToken(t *testing.T) {
	h := open(t)
	d := h.device(t, "stranger")
	d.add()
	if status, page := d.submit("/account/tokens", tokenForm("early")); status != http.StatusUnprocessableEntity ||
		!strings.Contains(page, `data-next="/account/tokens"`) {
		t.Errorf("got %d", status)
	}
	d.key.Counter = 1
	if status, to := d.post("/login/passkey", d.prove()); status != http.StatusCreated {
		t.Fatalf("got %d %s", status, to)
	}
	if status, page := d.look("/account/tokens"); !strings.Contains(page, "You just confirmed that it is you.") ||
		strings.Contains(page, `type="password"`) {
		t.Errorf("got %d", status)
	}
	if status, _ := d.submit("/account/tokens", tokenForm("laptop")); status != http.StatusCreated {
		t.Errorf("got %d", status)
	}
	if status, _ := d.submit("/account/tokens", tokenForm("another")); status != http.StatusUnprocessableEntity {
		t.Errorf("a second token: %d", status)
	}
}

// TestTokensEndWithSessions: signing out everywhere revokes them if asked, and a password change unless told not to.
func TestTokensEndWithSessions(t *testing.T) {
	for name, one := range map[string]struct {
		path   string
		form   []string
		reads  int
		ticked bool
	}{
		"sign out":              {"/account/sessions", nil, http.StatusOK, false},
		"sign out, with tokens": {"/account/sessions", []string{"tokens", "revoke"}, http.StatusUnauthorized, false},
		"password, with tokens": {"/account/password", []string{"old", password, "password", "another long password",
			"tokens", "revoke"}, http.StatusUnauthorized, true},
		"password": {"/account/password", []string{"old", password, "password", "another long password"},
			http.StatusOK, true},
		"password that is wrong": {"/account/password",
			[]string{"old", "not this", "password", "another long password", "tokens", "revoke"}, http.StatusOK, true},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			token := h.token(t, "submitter", review.ReadScope)
			p := h.at(t, "submitter")
			_, form, _ := strings.Cut(p.get(t, "/account").page, `action="`+one.path+`"`)
			form, _, _ = strings.Cut(form, "</form>")
			if _, box, offered := strings.Cut(form, `name="tokens"`); !offered ||
				strings.Contains(box, " checked") != one.ticked {
				t.Errorf("the form offers %s", form)
			}
			p.send(t, one.path, one.form...)
			if answer, _ := h.ask(t, token, http.MethodGet, "/submissions", nil); answer.StatusCode != one.reads {
				t.Errorf("got %d, want %d", answer.StatusCode, one.reads)
			}
		})
	}
}
