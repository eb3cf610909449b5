package account

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// claims are what a provider says of a person; each says another part of it.
type claims struct {
	Party    string `json:"azp"`
	Name     string `json:"name"`
	Given    string `json:"given_name"`
	Family   string `json:"family_name"`
	Email    string `json:"email"`
	Verified any    `json:"email_verified"` // true, or "true"
}

// identify reads who somebody is from a token whose signature, issuer, audience and expiry hold.
func (p *Provider) identify(ctx context.Context, found *oidc.Provider, signed *oidc.IDToken, token *oauth2.Token, b begun) (proof, error) {
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
	return proof{Provider: p.Slug(), Issuer: p.Issuer, Subject: signed.Subject, Name: said.name(), Email: said.address()}, nil
}

// ask fills in what the token does not say. A provider that says no more is no error: the person fills it in.
func (p *Provider) ask(ctx context.Context, found *oidc.Provider, token *oauth2.Token, subject string, said claims) claims {
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

func (c claims) name() string {
	if c.Name != "" {
		return c.Name
	}
	return strings.TrimSpace(c.Given + " " + c.Family)
}

// address is empty unless the provider vouches for it.
func (c claims) address() string {
	if c.Verified == true || c.Verified == "true" {
		return c.Email
	}
	return ""
}
