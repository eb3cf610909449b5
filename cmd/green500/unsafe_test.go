package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	sound.Address, sound.SMTP = &url.URL{Scheme: "https", Host: "green500.example.org"}, &smtpServer{}
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

// TestTheMailServerInAFile: its password is in no list of processes.
func TestTheMailServerInAFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "smtp")
	must(t, os.WriteFile(name, []byte("smtps://user:secret@mail.example.org\n"), 0o600))
	var read smtpServer
	must(t, read.UnmarshalText([]byte("@"+name)))
	if password, _ := read.User.Password(); read.Hostname() != "mail.example.org" || password != "secret" {
		t.Errorf("got %s", read.Redacted())
	}
	if err := read.UnmarshalText([]byte("smtp://user:se%cret@host")); err == nil || strings.Contains(err.Error(), "cret") {
		t.Errorf("got %v", err)
	}
}

// TestProfilesNeedASecret that was set.
func TestProfilesNeedASecret(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		token, given string
		want         int
	}{{"", "Bearer ", 401}, {"", "", 401}, {"x", "", 401}, {"x", "Bearer y", 401}, {"x", "Bearer x", 200}} {
		asked := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/debug/pprof/", nil)
		asked.Header.Set("Authorization", one.given)
		answer := httptest.NewRecorder()
		withToken(one.token, func(http.ResponseWriter, *http.Request) {})(answer, asked)
		if answer.Code != one.want {
			t.Errorf("%+v: got %d", one, answer.Code)
		}
	}
}
