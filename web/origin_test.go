package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/web"
)

// another is a second server over the store of a house.
func (h *house) another(t *testing.T, change func(*web.Config)) (at string, log *lines) {
	t.Helper()
	log = &lines{}
	config := web.Config{Store: h.store, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now,
		MaxUpload: maxUpload, Address: &url.URL{Scheme: "https", Host: "green500.example"}}
	change(&config)
	handler, err := web.New(config)
	must(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL, log
}

// TestOnlyOurProxiesAreBelieved about where a request comes from; everybody else could say what they like, and would be
// somebody new to whatever counts.
func TestOnlyOurProxiesAreBelieved(t *testing.T) {
	h := open(t)
	for name, c := range map[string]struct {
		proxied bool
		proxies []string
		said    string
		from    string // as the log has it
	}{
		"no proxy":                  {false, nil, "203.0.113.1", "127.0.0.1"},
		"a proxy":                   {true, nil, "203.0.113.1", "203.0.113.1"},
		"what a client said before": {true, nil, "198.51.100.9, 203.0.113.1", "203.0.113.1"},
		"a client of a private net": {true, []string{"127.0.0.0/8"}, "198.51.100.9, 10.0.0.7", "10.0.0.7"},
		"two proxies": {true, []string{"127.0.0.0/8", "10.0.0.0/24"}, "203.0.113.1, 10.0.0.7",
			"203.0.113.1"},
		"a neighbour of the proxies":    {true, []string{"10.0.0.0/24"}, "203.0.113.1", "127.0.0.1"},
		"an IPv6 proxy is no neighbour": {true, []string{"fd00::/8"}, "203.0.113.1", "127.0.0.1"},
		"nonsense":                      {true, nil, "nonsense", "127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			at, log := h.another(t, func(config *web.Config) {
				config.Proxied = c.proxied
				for _, network := range c.proxies {
					config.Proxies = append(config.Proxies, netip.MustParsePrefix(network))
				}
			})
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at+"/login", nil)
			must(t, err)
			request.Header.Set("X-Forwarded-For", c.said)
			answer, err := http.DefaultClient.Do(request)
			must(t, err)
			must(t, answer.Body.Close())
			if !strings.Contains(log.String(), " from="+c.from+"\n") {
				t.Errorf("want from %s\n%s", c.from, log)
			}
		})
	}
}

// TestTheCookieOfASession is for scripts and other hosts no more than it has to be.
func TestTheCookieOfASession(t *testing.T) {
	h := open(t)
	for secure, name := range map[bool]string{true: "__Host-green500", false: "green500"} {
		at, _ := h.another(t, func(config *web.Config) { config.Secure = secure })
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"/login",
			strings.NewReader(url.Values{"email": {"submitter@example.org"}, "password": {password}}.Encode()))
		must(t, err)
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer, err := http.DefaultTransport.RoundTrip(request)
		must(t, err)
		must(t, answer.Body.Close())
		cookies := answer.Cookies()
		if len(cookies) != 1 || cookies[0].Name != name || !cookies[0].HttpOnly || cookies[0].Secure != secure ||
			cookies[0].SameSite != http.SameSiteLaxMode || cookies[0].Path != "/" || cookies[0].Domain != "" {
			t.Errorf("set %q", slices.Collect(slices.Values(answer.Header["Set-Cookie"])))
		}
		if sts := answer.Header.Get("Strict-Transport-Security"); secure && sts != "" {
			t.Errorf("it was asked without HTTPS and says %q", sts)
		}
	}
}

// TestBrowsersKeepToHTTPS on this host; on its subdomains only if that was asked for.
func TestBrowsersKeepToHTTPS(t *testing.T) {
	h := open(t)
	for _, c := range []struct {
		secure, all bool
		want        string
	}{{true, false, "max-age=31536000"}, {true, true, "max-age=31536000; includeSubdomains"}, {false, true, ""}} {
		at, _ := h.another(t, func(config *web.Config) { config.Secure, config.HSTSAll = c.secure, c.all })
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at+"/login", nil)
		must(t, err)
		request.Header.Set("X-Forwarded-Proto", "https")
		answer, err := http.DefaultTransport.RoundTrip(request)
		must(t, err)
		must(t, answer.Body.Close())
		if got := answer.Header.Get("Strict-Transport-Security"); got != c.want {
			t.Errorf("secure %t, subdomains %t: %q", c.secure, c.all, got)
		}
	}
}

// TestASessionIsRenewed when somebody signs in, changes the password and signs out: a cookie that was known before, to
// the person who put it there, opens nothing then.
func TestASessionIsRenewed(t *testing.T) {
	h := open(t)
	p := h.person(t)
	here, err := url.Parse(p.server)
	must(t, err)
	cookie := func() string {
		for _, one := range p.client.Jar.Cookies(here) {
			if one.Name == "green500" {
				return one.Value
			}
		}
		return ""
	}
	opens := func(value string) bool {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.server+"/account", nil)
		must(t, err)
		request.AddCookie(&http.Cookie{Name: "green500", Value: value})
		answer, err := http.DefaultTransport.RoundTrip(request)
		must(t, err)
		must(t, answer.Body.Close())
		return answer.StatusCode == http.StatusOK
	}
	p.send(t, "/login/passkey/options") // which begins a session of nobody
	before := []string{cookie()}
	email := h.people["submitter"].Email
	if got := p.signIn(t, email, password); before[0] == "" || got != http.StatusSeeOther {
		t.Fatalf("the session %q, and %d", before[0], got)
	}
	before = append(before, cookie())
	want(t, p.send(t, "/account/password", "old", password, "password", "another long password"),
		http.StatusSeeOther, "/account")
	if !opens(cookie()) {
		t.Error("the session did not go on")
	}
	before = append(before, cookie())
	want(t, p.send(t, "/logout"), http.StatusSeeOther, "/")
	for i, value := range before {
		if opens(value) || slices.Contains(before[i+1:], value) {
			t.Errorf("cookie %d opens the account, or was not renewed", i)
		}
	}
}
