package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"green500/handlers"
	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

// TestWhatAnOperatorHasToSayByLaw: a text is a page, an address is led to, and both stand at the foot of every page;
// what is not set is not there.
func TestWhatAnOperatorHasToSayByLaw(t *testing.T) {
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t), Blobs: storetest.Blobs(t)})
	serve := func(said handlers.Legal) func(path string) *httptest.ResponseRecorder {
		handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler),
			Now: time.Now, Legal: said})
		must(t, err)
		return func(path string) *httptest.ResponseRecorder {
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
			return answer
		}
	}
	get := serve(handlers.Legal{Privacy: "# What we keep\r\n\r\nYour <name>.\nYour address.",
		Imprint: "https://centre.example.org/imprint"})
	if page := get("/privacy").Body.String(); !strings.Contains(page, "<h2>What we keep</h2>") ||
		!strings.Contains(page, "Your &lt;name&gt;.\nYour address.") {
		t.Errorf("the page is %s", page)
	}
	for _, address := range []string{"/", "/login", "/privacy", "/elsewhere"} {
		_, foot, _ := strings.Cut(get(address).Body.String(), `<footer`)
		if !strings.Contains(foot, `href="/privacy"`) || !strings.Contains(foot, `href="/imprint"`) {
			t.Errorf("the foot of %s is %s", address, foot)
		}
	}
	if answer := get("/imprint"); answer.Code != http.StatusSeeOther ||
		answer.Header().Get("Location") != "https://centre.example.org/imprint" {
		t.Errorf("got %d to %s", answer.Code, answer.Header().Get("Location"))
	}
	plain := serve(handlers.Legal{})
	for _, address := range []string{"/privacy", "/imprint"} {
		if answer := plain(address); answer.Code != http.StatusNotFound ||
			strings.Contains(plain("/").Body.String(), `href="`+address) {
			t.Errorf("%s without a text: got %d", address, answer.Code)
		}
	}
}
