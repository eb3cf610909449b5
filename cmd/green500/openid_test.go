package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestProvidersOfFlags(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	must(t, os.WriteFile(secret, []byte("hidden;|\n"), 0o600))
	tests := map[string]struct {
		flags []string
		want  []string // slugs
		wrong string
	}{
		"none": {},
		"two": {flags: []string{"My  Keycloak|https://sso.example/realms/x|green500|secret",
			"ORCID|https://orcid.org|APP-1|@" + secret}, want: []string{"my-keycloak", "orcid"}},
		"in one": {flags: []string{"A|https://a.example|1|s;B|http://localhost:8|2|s"},
			want: []string{"a", "b"}},
		"too few parts": {flags: []string{"ORCID|https://orcid.org|verysecret"}, wrong: "3 parts"},
		"an empty part": {flags: []string{"ORCID|https://orcid.org| |verysecret"}, wrong: "empty part"},
		"no name":       {flags: []string{"--|https://orcid.org|a|verysecret"}, wrong: "without letters"},
		"plain http":    {flags: []string{"ORCID|http://orcid.org|a|verysecret"}, wrong: "https://"},
		"no address":    {flags: []string{"ORCID|orcid.org|a|verysecret"}, wrong: "https://"},
		"no file":       {flags: []string{"ORCID|https://orcid.org|a|@" + secret + "-none"}, wrong: "no such file"},
		"one name, twice": {flags: []string{"ORCID|https://orcid.org|a|s", "orcid|https://sandbox.orcid.org|a|s"},
			wrong: "name of another"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var into signingIn
			parser, err := kong.New(&into)
			must(t, err)
			var arguments []string
			for _, flag := range test.flags {
				arguments = append(arguments, "--openid="+flag)
			}
			_, err = parser.Parse(arguments)
			if err == nil {
				_, err = into.providers()
			}
			if test.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), test.wrong) ||
					strings.Contains(err.Error(), "verysecret") {
					t.Errorf("got %v, want %q", err, test.wrong)
				}
				return
			}
			must(t, err)
			all, err := into.providers()
			must(t, err)
			var slugs []string
			for _, p := range all {
				slugs = append(slugs, p.Slug())
			}
			if strings.Join(slugs, " ") != strings.Join(test.want, " ") {
				t.Errorf("got %v, want %v", slugs, test.want)
			}
			for _, p := range into.OpenID {
				if p.name == "ORCID" && p.secret != "hidden;|" {
					t.Errorf("the secret is %q", p.secret)
				}
			}
		})
	}
}
