package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"green500/handlers"
)

// TestALinkIsNeverLogged however its address is written: cases, encodings, slashes, steps before it.
func TestALinkIsNeverLogged(t *testing.T) {
	const secret = "ABCDEFGHIJKLMNOPQRSTUVWX27"
	encoded := func(times int) string {
		text := "/reset/" + secret
		for range times {
			text = url.PathEscape(text)
		}
		return "/" + text
	}
	paths := []string{encoded(1), encoded(2), encoded(3), encoded(9), "/reset\\" + secret, "/reset" + secret,
		"/" + secret, "/x?reset=" + secret}
	for _, name := range handlers.LinkAddresses() {
		for _, form := range []string{"/%s/%s", "/%s/%s/", "//%s//%s", "/%s/%s/more", "/en/%s/%s", "/./%s/../%s",
			"/%s;/%s", "/ %s /%s"} {
			for _, written := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]} {
				for _, link := range []string{secret, strings.ToLower(secret), "short"} {
					paths = append(paths, strings.Replace(strings.Replace(form, "%s", written, 1), "%s", link, 1))
				}
			}
		}
	}
	for _, path := range paths {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		request.URL.Path = path
		got := handlers.LoggedPath(echo.New().NewContext(request, nil))
		if lower := strings.ToLower(got); strings.Contains(lower, strings.ToLower(secret)) ||
			strings.Contains(lower, "short") {
			t.Errorf("%s is logged as %s", path, got)
		}
	}
	for _, path := range []string{"/", "/nothing", "/reset", "/reset/", "/static/" + strings.Repeat("0a1b", 16),
		"/lists/2026-11/rows"} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		if got := handlers.LoggedPath(echo.New().NewContext(request, nil)); got != path {
			t.Errorf("%s is logged as %s", path, got)
		}
	}
}
