package web_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"green500/handlers/account"
	"green500/web"
)

const (
	clientID     = "green500"
	clientSecret = "between us"
)

// claims are what a token says, or a discovery.
type claims = map[string]any

// idp is an OpenID Connect provider that says what a test wants.
type idp struct {
	*testing.T
	server    *httptest.Server
	key       *ecdsa.PrivateKey
	person    claims                                 // what it says of the person who signs in
	info      claims                                 // what it says when more is requested
	scopes    []string                               // that it knows
	back      func(url.Values)                       // changes what it sends the browser back with
	twist     func(claims)                           // changes a token before it is signed
	sign      func(t *testing.T, said claims) string // signs a token
	grant     func(http.ResponseWriter) (done bool)  // answers in the place of a token
	down      bool
	asked     url.Values // what the browser brought last
	exchanged int
}

func newProvider(t *testing.T) *idp {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	p := &idp{T: t, key: key, scopes: []string{"openid", "profile", "email", "groups"}}
	p.sign = p.signed
	p.person = claims{"sub": "kim-1", "name": "Kim Known", "email": "kim@example.org", "email_verified": true}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /jwks", p.keys)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) { p.write(w, p.info) })
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.down {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(p.server.Close)
	return p
}

func (p *idp) write(w http.ResponseWriter, said any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(said); err != nil {
		p.Error(err)
	}
}

func (p *idp) discovery(w http.ResponseWriter, _ *http.Request) {
	p.write(w, claims{
		"issuer": p.server.URL, "authorization_endpoint": p.server.URL + "/authorize",
		"token_endpoint": p.server.URL + "/token",
		"jwks_uri":       p.server.URL + "/jwks", "userinfo_endpoint": p.server.URL + "/userinfo",
		"id_token_signing_alg_values_supported": []string{"ES256", "HS256", "none"}, "scopes_supported": p.scopes,
	})
}

func (p *idp) keys(w http.ResponseWriter, _ *http.Request) {
	p.write(w, jose.JSONWebKeySet{
		Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "one", Algorithm: "ES256", Use: "sig"}}})
}

func (p *idp) authorize(w http.ResponseWriter, r *http.Request) {
	p.asked = r.URL.Query()
	for name, value := range map[string]string{"client_id": clientID, "response_type": "code",
		"code_challenge_method": "S256"} {
		if p.asked.Get(name) != value {
			p.Errorf("%s is %q, want %q", name, p.asked.Get(name), value)
		}
	}
	to, err := url.Parse(p.asked.Get("redirect_uri"))
	if err != nil {
		p.Error(err)
	}
	back := url.Values{"code": {"code"}, "state": {p.asked.Get("state")}}
	if p.back != nil {
		p.back(back)
	}
	to.RawQuery = back.Encode()
	http.Redirect(w, r, to.String(), http.StatusFound)
}

func (p *idp) token(w http.ResponseWriter, r *http.Request) {
	p.exchanged++
	user, secret, inHeader := r.BasicAuth()
	if !inHeader {
		user, secret = r.FormValue("client_id"), url.QueryEscape(r.FormValue("client_secret"))
	}
	proof := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if user != clientID || secret != url.QueryEscape(clientSecret) || r.FormValue("code") != "code" ||
		r.FormValue("redirect_uri") != p.asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(proof[:]) != p.asked.Get("code_challenge") {
		p.Errorf("asked for a token with %q %q %v", user, secret, r.Form)
	}
	if p.grant != nil && p.grant(w) {
		return
	}
	now := time.Now()
	said := claims{"iss": p.server.URL, "aud": clientID, "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		"nonce": p.asked.Get("nonce")}
	for name, value := range p.person {
		said[name] = value
	}
	if p.twist != nil {
		p.twist(said)
	}
	p.write(w, claims{"access_token": "a", "token_type": "Bearer", "id_token": p.sign(p.T, said)})
}

func (p *idp) signed(t *testing.T, said claims) string { return signedWith(t, jose.ES256, p.key, said) }

func signedWith(t *testing.T, algorithm jose.SignatureAlgorithm, key any, said claims) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: "one"}},
		nil)
	must(t, err)
	text, err := json.Marshal(said)
	must(t, err)
	object, err := signer.Sign(text)
	must(t, err)
	written, err := object.CompactSerialize()
	must(t, err)
	return written
}

// known is a provider as our server knows it.
func (p *idp) known(name string) *account.Provider {
	return account.NewProvider(name, p.server.URL, clientID, clientSecret)
}

// behind is a server at the store of a house through which providers let people in; it gives a new browser
// at each call.
func (h *house) behind(t *testing.T, change func(*web.Config), providers ...*account.Provider) func() *person {
	t.Helper()
	config := web.Config{
		Store: h.store, Log: slog.New(slog.DiscardHandler), Now: time.Now, MaxUpload: maxUpload, Proxied: true,
		Address: &url.URL{Scheme: "https", Host: "green500.example"}, Registration: true, Providers: providers,
	}
	if change != nil {
		change(&config)
	}
	handler, err := web.New(config)
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return func() *person {
		p := h.person(t)
		p.server = server.URL
		return p
	}
}

var continued = regexp.MustCompile(`class="button primary" href="([^"]+)"`)

// leave goes to a provider and returns where in our server it sends the browser back to.
func (p *person) leave(t *testing.T, slug, next string) (back string) {
	t.Helper()
	page := p.send(t, "/login/openid/"+slug, "next", next)
	link := continued.FindStringSubmatch(page.page)
	if page.status != http.StatusOK || link == nil {
		t.Fatalf("not sent to the provider: %d\n%s", page.status, page.page)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, html.UnescapeString(link[1]), nil)
	must(t, err)
	got, err := http.DefaultTransport.RoundTrip(request)
	must(t, err)
	defer func() { _ = got.Body.Close() }()
	back, ours := strings.CutPrefix(got.Header.Get("Location"), "https://green500.example")
	if !ours {
		t.Fatalf("%d, sent to %q", got.StatusCode, got.Header.Get("Location"))
	}
	return back
}

// through signs in with a provider.
func (p *person) through(t *testing.T, slug, next string) answer {
	t.Helper()
	return p.get(t, p.leave(t, slug, next))
}
