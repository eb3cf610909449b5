package account

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"green500/templates"
)

// Bounds on requests to a provider.
const (
	providerTimeout = 10 * time.Second // for one request
	providerAnswer  = 1 << 20          // bytes
	redirects       = 10
	discoveryTries  = 3
	discoveryPause  = 300 * time.Millisecond
)

// Provider is one through which people may sign in. It is safe for concurrent use.
type Provider struct {
	Name                     string // as people read it
	Issuer, clientID, secret string
	client                   *http.Client
	found                    atomic.Pointer[oidc.Provider]
}

// NewProvider returns a provider without asking it for anything: one that is down now may be up when somebody signs in.
func NewProvider(name, issuer, clientID, secret string) *Provider {
	client := &http.Client{Timeout: providerTimeout, Transport: bounded{http.DefaultTransport}}
	client.CheckRedirect = stayEncrypted
	return &Provider{Name: name, Issuer: issuer, clientID: clientID, secret: secret, client: client}
}

// stayEncrypted follows ten redirects, and none away from https: requests hold the secret and tokens.
func stayEncrypted(next *http.Request, followed []*http.Request) error {
	if last := followed[len(followed)-1]; last.URL.Scheme == "https" && next.URL.Scheme != "https" {
		return errors.New("it redirects from https to " + next.URL.Scheme)
	}
	if len(followed) > redirects {
		return fmt.Errorf("it redirects more than %d times", redirects)
	}
	return nil
}

// Slug is the provider in addresses.
func (p *Provider) Slug() string {
	words := strings.FieldsFunc(strings.ToLower(p.Name),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

// bounded cuts answers off that no provider gives.
type bounded struct{ http.RoundTripper }

// RoundTrip fails if sending does.
func (b bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.RoundTripper.RoundTrip(request)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, providerAnswer), response.Body}
	}
	return response, err
}

type providerError struct {
	sentence string
	cause    error
}

func (t *providerError) Error() string { return t.sentence + " " + fmt.Sprint(t.cause) }
func (t *providerError) Unwrap() error { return t.cause }

func (p *Provider) failure(cause error, sentence string) error {
	return &providerError{strings.ReplaceAll(sentence, "PROVIDER", p.Name), cause}
}

const (
	providerDown   = "PROVIDER does not answer at the moment. Try again in a minute, or sign in another way."
	providerDenied = "PROVIDER did not sign you in, because it was not allowed to; nothing was changed. " +
		"If that was a mistake, start again."
	providerRefused = "PROVIDER refused this sign-in. Try again; if it happens again, tell an administrator."
	providerLate    = "This sign-in took too long, or was used before. Start again."
	providerSkewed  = "What PROVIDER sent has expired: the sign-in took too long, or its clock and ours differ. " +
		"Start again; if it happens again, tell an administrator."
	providerDoubtful = "What PROVIDER sent does not prove who you are, so you were not signed in. Start again; " +
		"if it happens again, tell an administrator."
	providerElsewhere = "This sign-in with PROVIDER was not begun in this browser, or took longer than ten minutes. " +
		"Start again."
)

// discover asks the provider where its doors are, until it has said so once.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	if found := p.found.Load(); found != nil {
		return found, nil
	}
	var err error
	for try := range discoveryTries {
		if try > 0 {
			select {
			case <-time.After(discoveryPause):
			case <-ctx.Done():
				return nil, p.failure(ctx.Err(), providerDown)
			}
		}
		var found *oidc.Provider
		if found, err = oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer); err == nil {
			p.found.Store(found)
			return found, nil
		}
	}
	return nil, p.failure(err, providerDown)
}

// config is how requests to the provider are made. They name only the scopes that it says it knows: some refuse the
// rest.
func (p *Provider) config(found *oidc.Provider, callback string) *oauth2.Config {
	var known struct {
		Scopes []string `json:"scopes_supported"`
	}
	scopes := []string{oidc.ScopeOpenID, "profile", "email"}
	if err := found.Claims(&known); err == nil && len(known.Scopes) > 0 {
		scopes = slices.DeleteFunc(scopes,
			func(scope string) bool { return scope != oidc.ScopeOpenID && !slices.Contains(known.Scopes, scope) })
	}
	return &oauth2.Config{ClientID: p.clientID, ClientSecret: p.secret, Endpoint: found.Endpoint(),
		RedirectURL: callback, Scopes: scopes}
}

type begun struct {
	Provider     string // its slug
	State, Nonce string
	Verifier     string // of PKCE
	Account      int64  // to which the identity is to be added; 0 to sign in
	Next         string // where to go afterwards
	At           int64  // in microseconds since 1970
}

func (p *Provider) door(ctx context.Context, callback string, b begun) (string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.config(found, callback).AuthCodeURL(b.State, oidc.Nonce(b.Nonce), oauth2.S256ChallengeOption(b.Verifier)),
		nil
}

type proof struct {
	Provider              string // its slug
	Issuer, Subject, Name string
	Email                 string // empty unless the provider vouches for it
	At                    int64  // in microseconds since 1970
}

func (p *Provider) prove(ctx context.Context, callback string, b begun, back url.Values,
	now func() time.Time) (proof, error) {
	if err := p.returned(b, back); err != nil {
		return proof{}, err
	}
	found, err := p.discover(ctx)
	if err != nil {
		return proof{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.config(found, callback).Exchange(ctx, back.Get("code"), oauth2.VerifierOption(b.Verifier))
	if err != nil {
		return proof{}, p.exchangeError(err)
	}
	written, _ := token.Extra("id_token").(string)
	signed, err := found.Verifier(&oidc.Config{ClientID: p.clientID, Now: now}).Verify(ctx, written)
	if _, expired := errors.AsType[*oidc.TokenExpiredError](err); expired {
		return proof{}, p.failure(err, providerSkewed)
	}
	if err != nil {
		return proof{}, p.failure(err, providerDoubtful)
	}
	return p.identify(ctx, found, signed, token, b)
}

func (p *Provider) returned(b begun, back url.Values) error {
	if subtle.ConstantTimeCompare([]byte(back.Get("state")), []byte(b.State)) != 1 {
		return p.failure(errors.New("the state is another"), providerElsewhere)
	}
	if issuer := back.Get("iss"); issuer != "" && issuer != p.Issuer { // RFC 9207
		return p.failure(fmt.Errorf("the answer is by %q", issuer), providerDoubtful)
	}
	switch said := back.Get("error"); said {
	case "":
		return nil
	case "access_denied", "interaction_required", "login_required", "consent_required":
		return p.failure(errors.New(said), providerDenied)
	case "temporarily_unavailable", "server_error":
		return p.failure(errors.New(said), providerDown)
	default:
		return p.failure(fmt.Errorf("%q: %q", said, back.Get("error_description")), providerRefused)
	}
}

func (p *Provider) exchangeError(err error) error {
	said, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok:
		return p.failure(err, providerDown)
	case said.ErrorCode == "invalid_grant":
		return p.failure(err, providerLate)
	}
	return p.failure(err, providerRefused)
}

// claims are what a provider says of a person; each says another part of it.
type claims struct {
	Party    string `json:"azp"`
	Name     string `json:"name"`
	Given    string `json:"given_name"`
	Family   string `json:"family_name"`
	Email    string `json:"email"`
	Verified any    `json:"email_verified"` // true, or "true"
}

func (p *Provider) identify(ctx context.Context, found *oidc.Provider, signed *oidc.IDToken, token *oauth2.Token,
	b begun) (proof, error) {
	var said claims
	if err := signed.Claims(&said); err != nil {
		return proof{}, p.failure(err, providerDoubtful)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(signed.Nonce), []byte(b.Nonce)) != 1:
		return proof{}, p.failure(errors.New("the nonce is another"), providerDoubtful)
	case signed.Subject == "":
		return proof{}, p.failure(errors.New("nobody is named"), providerDoubtful)
	case len(signed.Audience) > 1 && said.Party != p.clientID:
		return proof{}, p.failure(fmt.Errorf("the token is for %q", said.Party), providerDoubtful)
	}
	if said.name() == "" || said.address() == "" {
		said = p.ask(ctx, found, token, signed.Subject, said)
	}
	return proof{Provider: p.Slug(), Issuer: p.Issuer, Subject: signed.Subject, Name: said.name(),
		Email: said.address()}, nil
}

// ask fills in what the token does not say. A provider that says no more is no error: the person fills it in.
func (p *Provider) ask(ctx context.Context, found *oidc.Provider, token *oauth2.Token, subject string,
	said claims) claims {
	if found.UserInfoEndpoint() == "" {
		return said
	}
	info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil || info.Subject != subject {
		return said
	}
	var more claims
	if err := info.Claims(&more); err != nil {
		return said
	}
	if said.name() == "" {
		said.Name = more.name()
	}
	if said.address() == "" {
		said.Email, said.Verified = more.Email, more.Verified
	}
	return said
}

func (c claims) name() string { return cmp.Or(c.Name, strings.TrimSpace(c.Given+" "+c.Family)) }

// address is empty unless the provider vouches for it.
func (c claims) address() string {
	return templates.If(c.Verified == true || c.Verified == "true", c.Email)
}
