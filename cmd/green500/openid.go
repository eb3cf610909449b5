package main

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"green500/handlers/account"
	"green500/validation/power"
)

type signingIn struct {
	OpenID []provider `name:"openid" sep:";" env:"GREEN500_OPENID" placeholder:"NAME|ISSUER|CLIENT ID|SECRET" help:"OpenID Connect provider, such as 'ORCID|https://orcid.org|APP-1|@/etc/green500/orcid': name, issuer, client id, and the secret or @ and a file that contains the secret. May be repeated; in the environment, separate with ;. Enter the server's address and /login/openid/NAME/callback at the provider, the name in lower case with - for blanks."`
}

type provider struct{ name, issuer, client, secret string }

func (p *provider) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), "|")
	const count = 4
	if len(parts) != count {
		return badProvider(fmt.Sprintf("%d parts, not %d", len(parts), count))
	}
	for i, part := range parts {
		if parts[i] = strings.TrimSpace(part); parts[i] == "" {
			return badProvider("an empty part")
		}
	}
	*p = provider{name: parts[0], issuer: parts[1], client: parts[2], secret: parts[3]}
	if p.server().Slug() == "" {
		return badProvider("a name without letters or digits")
	}
	issuer, err := url.Parse(p.issuer)
	local := err == nil && (issuer.Hostname() == "localhost" || issuer.Hostname() == "127.0.0.1")
	if err != nil || issuer.Host == "" || (issuer.Scheme != "https" && !local) {
		return badProvider("an issuer that is not an https:// address")
	}
	if file, ok := strings.CutPrefix(p.secret, "@"); ok {
		held, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read the secret of %s: %w", p.name, err)
		}
		p.secret = strings.TrimSpace(string(held))
	}
	return nil
}

// badProvider never holds what was written: the secret is in it.
func badProvider(problem string) error {
	return &power.InputError{Problem: "the OpenID provider has " + problem, Remedy: "write it as NAME|ISSUER|CLIENT ID|SECRET"}
}

func (p *provider) server() *account.Provider {
	return account.NewProvider(p.name, p.issuer, p.client, p.secret)
}

func (s signingIn) providers() ([]*account.Provider, error) {
	var all []*account.Provider
	for _, p := range s.OpenID {
		one := p.server()
		if slices.ContainsFunc(all, func(other *account.Provider) bool { return other.Slug() == one.Slug() }) {
			return nil, badProvider("the name of another")
		}
		all = append(all, one)
	}
	return all, nil
}
