package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"green500/handlers/list"
	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

// TestTheAddressOfAUnitedSystemLeadsToTheOther, for good, on every page of it; one that was united with a system that
// is not for everybody leads nowhere.
func TestTheAddressOfAUnitedSystemLeadsToTheOther(t *testing.T) {
	h := open(t)
	h.execute(t, "INSERT INTO system_keys (key, system_id) VALUES ('united:777', 1)")
	h.execute(t, "INSERT INTO systems (id, name, site, country, vendor) VALUES (900, 'On no list', '', '', '')")
	h.execute(t, "INSERT INTO system_keys (key, system_id) VALUES ('united:778', 900)")
	for at, want := range map[string]string{
		"/systems/777": "/systems/1", "/systems/777/figures.csv?figure=power": "/systems/1/figures.csv?figure=power",
		"/systems/777/figures.json": "/systems/1/figures.json", "/api/v1/systems/777": "/api/v1/systems/1",
	} {
		for range 2 {
			got := ask(t, h.server.Config.Handler, at)
			if got.status != http.StatusPermanentRedirect || got.header.Get("Location") != want {
				t.Errorf("%s answers %d, %s; want %s", at, got.status, got.header.Get("Location"), want)
			}
		}
	}
	for _, at := range []string{"/systems/778", "/systems/779", "/systems/900"} {
		if got := ask(t, h.server.Config.Handler, at); got.status != http.StatusNotFound {
			t.Errorf("%s answers %d", at, got.status)
		}
	}
}

// TestDownloadsAreBounded: while as many are sent as may be, the next one is told to try again, and then gets it.
func TestDownloadsAreBounded(t *testing.T) {
	database := storetest.SQLite(t)
	opened := storetest.Open(t, store.Config{Database: database})
	// more than is held back until all of it is made
	storetest.Lists{Editions: 1, Entries: 5000, Systems: 5000}.Fill(t, database)
	handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Address: &url.URL{Scheme: "https", Host: "green500.example"}})
	must(t, err)
	const at = "/lists/green500-1991-06/view.csv"
	begun, on, ended := make(chan bool), make(chan bool), make(chan bool)
	for range list.MostSheets {
		go func() {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, at, nil)
			request.Header.Set("Hx-Request", "true") // of which nothing is kept
			handler.ServeHTTP(&halting{ResponseRecorder: httptest.NewRecorder(), begun: begun, on: on}, request)
			ended <- true
		}()
	}
	for range list.MostSheets {
		<-begun
	}
	if refused := ask(t, handler, at); refused.status != http.StatusServiceUnavailable ||
		refused.header.Get("Retry-After") == "" {
		t.Errorf("one too many gets %d %v", refused.status, refused.header)
	}
	close(on)
	for range list.MostSheets {
		<-ended
	}
	if got := ask(t, handler, at); got.status != http.StatusOK {
		t.Errorf("afterwards it gets %d", got.status)
	}
}

// halting is a line that stands still once an answer begins to come.
type halting struct {
	*httptest.ResponseRecorder
	begun, on chan bool
	met       bool
}

func (h *halting) Write(text []byte) (int, error) {
	if !h.met {
		h.met = true
		h.begun <- true
		<-h.on
	}
	return h.ResponseRecorder.Write(text)
}
