package web_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/oauth2-proxy/mockoidc"

	"green500/handlers/account"
	"green500/store/accounts"
	"green500/store/storetest"
	"green500/web"
)

func TestAccountsThroughAProvider(t *testing.T) {
	provider, err := mockoidc.Run()
	must(t, err)
	t.Cleanup(func() { must(t, provider.Shutdown()) })
	house := open(t)
	browser := house.behind(t, nil,
		account.NewProvider("Mock", provider.Issuer(), provider.ClientID, provider.ClientSecret))
	p := browser()
	holds(t, p.get(t, "/login").page, "Sign in with Mock")
	want(t, p.through(t, "mock", "/sites"), http.StatusSeeOther, "/register/openid")
	holds(t, p.get(t, "/register/openid").page, "jane.doe@example.com", "Create account",
		"Mock confirmed jane.doe@example.com")
	if p.signedIn(t) {
		t.Fatal("somebody without an account is signed in")
	}
	wrong := p.send(t, "/register/openid", "name", " ", "email", "jane.doe@example.com")
	want(t, wrong, http.StatusUnprocessableEntity, "")
	holds(t, wrong.page, "there is no name", "jane.doe@example.com")
	want(t, p.send(t, "/register/openid", "name", "Jane <i>", "email", "Jane.Doe@example.com", "affiliation", "Centre"),
		http.StatusSeeOther, "/submissions")
	holds(t, p.get(t, "/submissions").page, "Your account was made", "Jane &lt;i&gt;")
	want(t, p.get(t, "/register/openid"), http.StatusSeeOther, "/account") // that is over

	again := browser()
	want(t, again.through(t, "mock", "/submissions/new"), http.StatusSeeOther, "/submissions/new")
	page := again.get(t, "/account").page
	holds(t, page, "Mock", "1234567890", "jane.doe@example.com", "Your account has no password")
	if strings.Contains(page, "Add Mock") {
		t.Error("Mock is offered, which is there")
	}
	refused := again.send(t, "/account/identities", "issuer", provider.Issuer(), "subject", "1234567890")
	want(t, refused, http.StatusConflict, "")
	holds(t, refused.page, "only way to sign in")
}

// orcid is a provider that says nothing but who somebody is.
func orcid(t *testing.T) *idp {
	t.Helper()
	p := newProvider(t)
	p.scopes = []string{"openid"}
	p.person = claims{"sub": "0000-0002-1825-0097", "given_name": "Josiah", "family_name": "Carberry"}
	p.info = claims{"sub": "0000-0002-1825-0097"}
	return p
}

func TestAProviderThatGivesNoAddress(t *testing.T) {
	house := open(t)
	provider := orcid(t)
	browser := house.behind(t, nil, provider.known("ORCID"))
	p := browser()
	want(t, p.through(t, "orcid", ""), http.StatusSeeOther, "/register/openid")
	if asked := provider.asked.Get("scope"); asked != "openid" {
		t.Errorf("asked for %q", asked)
	}
	holds(t, p.get(t, "/register/openid").page, "Josiah Carberry", "the mail that we send now")
	want(t, p.send(t, "/register/openid", "name", "Josiah", "email", newcomer), http.StatusSeeOther, "/register/sent")

	early := browser() // before the address is confirmed the identity opens nothing
	want(t, early.through(t, "orcid", ""), http.StatusSeeOther, "/register/openid")
	if early.signedIn(t) {
		t.Fatal("an address that nobody confirmed is signed in with")
	}
	link := house.mailed(t, newcomer, "Confirm your account", 1)
	holds(t, browser().get(t, link).page, "ORCID 0000-0002-1825-0097", "If it is not yours")
	want(t, browser().send(t, link), http.StatusSeeOther, "/submissions")
	want(t, early.through(t, "orcid", "/sites"), http.StatusSeeOther, "/sites")
}

// The owner of an address that somebody else registered with an identity of theirs removes that with a password.
func TestAnIdentityOfAnotherIsRemovedByWhoHoldsTheLink(t *testing.T) {
	house := open(t)
	provider := orcid(t)
	browser := house.behind(t, nil, provider.known("ORCID"))
	other := browser()
	want(t, other.through(t, "orcid", ""), http.StatusSeeOther, "/register/openid")
	want(t, other.send(t, "/register/openid", "name", "Josiah", "email", newcomer), http.StatusSeeOther,
		"/register/sent")
	link := house.mailed(t, newcomer, "Confirm your account", 1)
	owner := browser()
	want(t, owner.send(t, link, "password", password), http.StatusSeeOther, "/submissions")
	want(t, browser().through(t, "orcid", ""), http.StatusSeeOther, "/register/openid")
	if got := browser().signIn(t, newcomer, password); got != http.StatusSeeOther {
		t.Errorf("signing in: %d", got)
	}
}

func TestAnAddressAloneTiesNothing(t *testing.T) {
	house := open(t)
	provider := newProvider(t)
	provider.person["email"] = "Stranger@Example.org"
	browser := house.behind(t, nil, provider.known("My Keycloak"))
	p := browser()
	want(t, p.through(t, "my-keycloak", ""), http.StatusSeeOther, "/register/openid")
	if p.signedIn(t) {
		t.Fatal("signed in by an address")
	}
	page := p.get(t, "/register/openid").page
	holds(t, page, "Sign in once", "/login?next=/account/openid")
	if strings.Contains(page, "Create account") {
		t.Error("a second account is offered")
	}
	forced := p.send(t, "/register/openid", "name", "Thief", "email", "stranger@example.org")
	want(t, forced, http.StatusUnprocessableEntity, "")
	want(t, p.get(t, "/account/openid"), http.StatusSeeOther, "/login?next=%2Faccount%2Fopenid")

	want(t, p.send(t, "/login", "email", "stranger@example.org", "password", password, "next", "/account/openid"),
		http.StatusSeeOther, "/account/openid")
	holds(t, p.get(t, "/account/openid").page, "Add My Keycloak", "kim-1", "stranger@example.org")
	if _, err := house.store.SignIns.UseIdentity(t.Context(),
		accounts.Identity{Issuer: provider.server.URL, Subject: "kim-1"}); err == nil {
		t.Fatal("tied before it was said so")
	}
	want(t, p.send(t, "/account/openid"), http.StatusSeeOther, "/account")
	if got := storetest.Mails(t, house.database, "stranger@example.org"); len(got) != 1 ||
		!strings.Contains(got[0].Text, "My Keycloak was added") {
		t.Errorf("the owner was told %v", got)
	}
	want(t, browser().through(t, "my-keycloak", "/sites"), http.StatusSeeOther, "/sites")
}

func TestAddingAProviderToAnAccount(t *testing.T) {
	house := open(t)
	provider := newProvider(t)
	browser := house.behind(t, nil, provider.known("KC"))
	p := browser()
	p.signIn(t, "stranger@example.org", password)
	holds(t, p.get(t, "/account").page, "Add KC")
	want(t, p.through(t, "kc", ""), http.StatusSeeOther, "/account")
	holds(t, p.get(t, "/account").page, "KC opens your account from now on", "kim-1")

	other := browser()
	other.signIn(t, "submitter@example.org", password)
	taken := other.through(t, "kc", "")
	want(t, taken, http.StatusConflict, "")
	holds(t, taken.page, "belongs to another account", "Your account")

	want(t, other.send(t, "/account/identities", "issuer", provider.server.URL, "subject", "kim-1"),
		http.StatusNotFound, "")
	want(t, p.send(t, "/account/identities", "issuer", provider.server.URL, "subject", "kim-1"),
		http.StatusSeeOther, "/account")
	want(t, browser().through(t, "kc", ""), http.StatusSeeOther, "/register/openid")
	must(t, house.store.SignIns.LinkIdentity(t.Context(), house.people["admin"], accounts.Identity{
		Issuer: provider.server.URL, Subject: "kim-1"}, func(string) (string, string) { return "", "" }))
	must(t, house.store.Accounts.SetDisabled(t.Context(), house.people["admin"].ID, true))
	locked := browser().through(t, "kc", "")
	want(t, locked, http.StatusUnauthorized, "")
	holds(t, locked.page, "account was disabled")
}

func TestRegistrationThroughAProviderCanBeSwitchedOff(t *testing.T) {
	house := open(t)
	browser := house.behind(t, func(c *web.Config) { c.Registration = false }, newProvider(t).known("KC"))
	p := browser()
	want(t, p.through(t, "kc", ""), http.StatusSeeOther, "/register/openid")
	holds(t, p.get(t, "/register/openid").page, "An administrator creates accounts", "Sign in once")
	want(t, p.send(t, "/register/openid", "name", "Kim", "email", "kim@example.org"), http.StatusForbidden, "")
	if _, err := house.store.Accounts.UserByEmail(t.Context(), "kim@example.org"); err == nil {
		t.Error("an account came to be")
	}
}

// Only what the provider vouches for needs no mail, however it writes that.
func TestWhatAProviderVouchesFor(t *testing.T) {
	tests := map[string]struct {
		person, info claims
		vouched      bool
	}{
		"in the token":       {person: claims{"email": newcomer, "email_verified": true}, vouched: true},
		"in words":           {person: claims{"email": newcomer, "email_verified": "true"}, vouched: true},
		"when asked":         {info: claims{"sub": "s", "email": newcomer, "email_verified": true}, vouched: true},
		"not":                {person: claims{"email": newcomer, "email_verified": false}},
		"not said":           {person: claims{"email": newcomer}},
		"in numbers":         {person: claims{"email": newcomer, "email_verified": 1}},
		"of somebody else":   {info: claims{"sub": "t", "email": newcomer, "email_verified": true}},
		"of another address": {person: claims{"email": "other@example.org", "email_verified": true}},
		"not, and when asked no": {person: claims{"email": newcomer, "email_verified": false},
			info: claims{"sub": "s", "email": newcomer}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			house := open(t)
			provider := newProvider(t)
			provider.person, provider.info = claims{"sub": "s", "name": "Noor"}, test.info
			for claim, value := range test.person {
				provider.person[claim] = value
			}
			p := house.behind(t, nil, provider.known("KC"))()
			want(t, p.through(t, "kc", ""), http.StatusSeeOther, "/register/openid")
			got := p.send(t, "/register/openid", "name", "Noor", "email", newcomer)
			if test.vouched {
				want(t, got, http.StatusSeeOther, "/submissions")
				return
			}
			want(t, got, http.StatusSeeOther, "/register/sent")
			if p.signedIn(t) {
				t.Error("signed in without a proof of the address")
			}
		})
	}
}

// What a provider sends is refused unless all of it holds, and a sentence says so.
func TestProvidersThatAreRefused(t *testing.T) {
	const doubtful = "does not prove who you are"
	says := func(name string, value any) func(*idp) {
		return func(p *idp) { p.twist = func(said claims) { said[name] = value } }
	}
	back := func(name, value string) func(*idp) {
		return func(p *idp) { p.back = func(with url.Values) { with.Set(name, value) } }
	}
	signs := func(sign func(*testing.T, claims) string) func(*idp) { return func(p *idp) { p.sign = sign } }
	grants := func(status int, text string) func(*idp) {
		return func(p *idp) {
			p.grant = func(w http.ResponseWriter) bool {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(status)
				_, _ = w.Write([]byte(text))
				return true
			}
		}
	}
	tests := map[string]struct {
		wrong func(*idp)
		words string
	}{
		"another nonce":       {says("nonce", "another"), doubtful},
		"no nonce":            {says("nonce", ""), doubtful},
		"for another":         {says("aud", "another"), doubtful},
		"for two, by another": {says("aud", []string{clientID, "another"}), doubtful},
		"by another":          {says("iss", "https://another.example"), doubtful},
		"of nobody":           {says("sub", ""), doubtful},
		"expired":             {says("exp", time.Now().Add(-time.Minute).Unix()), "its clock and ours differ"},
		"from tomorrow":       {says("nbf", time.Now().Add(24*time.Hour).Unix()), doubtful},
		"another key": {signs(
			func(t *testing.T, said claims) string { return signedWith(t, jose.ES256, otherKey(t), said) }), doubtful},
		"signed by what we share": {signs(func(t *testing.T, said claims) string {
			return signedWith(t, jose.HS256, []byte(strings.Repeat(clientSecret, 4)), said)
		}), doubtful},
		"not signed":                 {signs(unsigned), doubtful},
		"no token of who it is":      {signs(func(*testing.T, claims) string { return "" }), doubtful},
		"another state":              {back("state", "another"), "not begun in this browser"},
		"an answer of another":       {back("iss", "https://another.example"), doubtful},
		"denied":                     {back("error", "access_denied"), "was not allowed to"},
		"cannot now":                 {back("error", "temporarily_unavailable"), "does not answer"},
		"something that we know not": {back("error", "<script>"), "refused this sign-in"},
		"a code that is used up": {grants(http.StatusBadRequest, `{"error":"invalid_grant"}`),
			"took too long, or was used before"},
		"a secret that is wrong": {grants(http.StatusUnauthorized, `{"error":"invalid_client"}`),
			"refused this sign-in"},
		"no JSON":        {grants(http.StatusOK, `<html>`), "does not answer"},
		"down meanwhile": {func(p *idp) { p.back = func(url.Values) { p.down = true } }, "refused this sign-in"},
	}
	house := open(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			provider := newProvider(t)
			must(t, house.store.SignIns.LinkIdentity(t.Context(), house.people["stranger"], accounts.Identity{
				Issuer: provider.server.URL, Subject: "kim-1"}, func(string) (string, string) { return "", "" }))
			browser := house.behind(t, nil, provider.known("KC"))
			want(t, browser().through(t, "kc", "/sites"), http.StatusSeeOther, "/sites") // all of it holds
			test.wrong(provider)
			p := browser()
			got := p.through(t, "kc", "/sites")
			want(t, got, http.StatusUnauthorized, "")
			holds(t, got.page, test.words, "Sign in")
			if p.signedIn(t) {
				t.Error("signed in")
			}
		})
	}
}

func otherKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	return key
}

func unsigned(t *testing.T, said claims) string {
	t.Helper()
	parts := strings.Split(signedWith(t, jose.ES256, otherKey(t), said), ".")
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + parts[1] + "."
}

func TestComingBackFromAProviderUnasked(t *testing.T) {
	house := open(t)
	provider := newProvider(t)
	now := time.Now()
	browser := house.behind(t, func(c *web.Config) { c.Now = func() time.Time { return now } }, provider.known("KC"),
		newProvider(t).known("Other"))
	refused := func(p *person, address string) {
		t.Helper()
		got := p.get(t, address)
		want(t, got, http.StatusUnauthorized, "")
		holds(t, got.page, "was not begun in this browser")
	}
	p := browser()
	refused(p, "/login/openid/kc/callback?code=code&state=")
	back := p.leave(t, "kc", "")
	refused(browser(), back) // somebody was sent the address of another's sign-in
	want(t, p.get(t, back), http.StatusSeeOther, "/register/openid")
	refused(p, back) // twice
	refused(p, strings.Replace(p.leave(t, "kc", ""), "/kc/", "/other/", 1))
	late := p.leave(t, "kc", "")
	now = now.Add(11 * time.Minute)
	refused(p, late)

	// A person who signed in since does not get the identity of the person who began.
	back = p.leave(t, "kc", "")
	p.signIn(t, "stranger@example.org", password)
	refused(p, back)
	if kept, err := house.store.Accounts.Identities(t.Context(), house.people["stranger"].ID); err != nil ||
		len(kept) > 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestWhoAProviderProvedIsForgottenInTime(t *testing.T) {
	house := open(t)
	now := time.Now()
	p := house.behind(t, func(c *web.Config) { c.Now = func() time.Time { return now } }, newProvider(t).known("KC"))()
	want(t, p.through(t, "kc", ""), http.StatusSeeOther, "/register/openid")
	now = now.Add(31 * time.Minute)
	got := p.get(t, "/register/openid")
	want(t, got, http.StatusGone, "")
	holds(t, got.page, "took too long")
	p.signIn(t, "stranger@example.org", password)
	want(t, p.send(t, "/account/openid"), http.StatusSeeOther, "/account")
	if kept, err := house.store.Accounts.Identities(t.Context(), house.people["stranger"].ID); err != nil ||
		len(kept) > 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestAProviderThatIsDownStopsNobodyElse(t *testing.T) {
	house := open(t)
	down, up := newProvider(t), newProvider(t)
	down.down = true
	browser := house.behind(t, nil, down.known("Down"), up.known("Up"))
	p := browser()
	got := p.send(t, "/login/openid/down", "next", "/sites")
	want(t, got, http.StatusUnauthorized, "")
	holds(t, got.page, "Down does not answer at the moment", `value="/sites"`)
	want(t, p.through(t, "up", ""), http.StatusSeeOther, "/register/openid")
	down.down = false
	want(t, p.through(t, "down", ""), http.StatusSeeOther, "/register/openid")
}

func TestNobodyIsSentElsewhereAfterwards(t *testing.T) {
	house := open(t)
	provider := newProvider(t)
	must(t, house.store.SignIns.LinkIdentity(t.Context(), house.people["stranger"], accounts.Identity{
		Issuer: provider.server.URL, Subject: "kim-1"}, func(string) (string, string) { return "", "" }))
	browser := house.behind(t, nil, provider.known("KC"))
	want(t, browser().through(t, "kc", "//evil.example"), http.StatusSeeOther, "/submissions")
}
