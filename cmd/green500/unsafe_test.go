package main

import (
	"net/url"
	"strings"
	"testing"

	"green500/cmd/green500/mailing"
)

// TestUnsafeSettingsAreNamed at start, each on its own; a server that is set up for others has none.
func TestUnsafeSettingsAreNamed(t *testing.T) {
	t.Parallel()
	said := strings.Join(serve{Proxied: true}.unsafe(), "\n")
	for _, flag := range []string{"--secure", "--address", "--smtp", "--proxies"} {
		if !strings.Contains(said, flag) {
			t.Errorf("%s is not named: %s", flag, said)
		}
	}
	sound := serve{Secure: true}
	sound.Address, sound.Mail.SMTP = &url.URL{Scheme: "https", Host: "green500.example.org"}, &mailing.Server{}
	if warnings := sound.unsafe(); len(warnings) > 0 {
		t.Errorf("got %q", warnings)
	}
}

// TestADemonstrationStaysOnItsMachine unless somebody says otherwise: its passwords are known to all.
func TestADemonstrationStaysOnItsMachine(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{":8080", "0.0.0.0:8080", "192.0.2.1:8080", "example.org:80"} {
		err := demo{Data: t.TempDir(), listening: listening{Addr: addr}}.Run(t.Context(), t.Output())
		if err == nil || !strings.Contains(err.Error(), "--public") {
			t.Errorf("%s: %v", addr, err)
		}
	}
}
