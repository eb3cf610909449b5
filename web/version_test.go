package web_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

// TestVersionIsShown: a report of an error can name the version, and a rolling restart can be watched.
func TestVersionIsShown(t *testing.T) {
	opened := storetest.Open(t, store.Config{})
	for version, want := range map[string]struct{ health, foot string }{"v1.2.3": {"ok v1.2.3\n", "green500 v1.2.3"},
		"": {health: "ok\n"}} {
		handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: time.Now,
			Version: version})
		must(t, err)
		if got := ask(t, handler, "/healthz").text; got != want.health {
			t.Errorf("/healthz says %q, want %q", got, want.health)
		}
		_, foot, found := strings.Cut(ask(t, handler, "/rules").text, `<footer class="site">`)
		if !found || !strings.Contains(foot, want.foot) || strings.Contains(foot, "green500 ") != (version != "") {
			t.Errorf("the foot with version %q is %q", version, foot)
		}
	}
}
