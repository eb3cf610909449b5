package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"green500/store"
	"green500/validation/review"
	"green500/web"
)

// restartable is a demonstration whose server can be stopped and started again at the same address.
type restartable struct {
	*tab
	at      storageFlags
	address *url.URL
	serving atomic.Pointer[http.Handler] // nil while the server is stopped
	opened  *store.Store
}

func restartableDemonstration(t *testing.T) *restartable {
	t.Helper()
	r := &restartable{at: storageFlags{Data: sampleFolder(t)}}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if now := r.serving.Load(); now != nil {
			(*now).ServeHTTP(w, request)
			return
		}
		connection, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = connection.Close() // as where nothing listens
		}
	}))
	r.address = addressOf(t, server)
	r.start(t)
	server.Start()
	t.Cleanup(func() { server.Close(); must(t, r.opened.Close()) })
	r.tab = &tab{t, startBrowser(t), r.address.String(), r.at.database(), r.opened}
	r.watch()
	return r
}

func (r *restartable) start(t *testing.T) {
	t.Helper()
	opened, err := r.at.openWith(t.Context(), store.Config{Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	handler, err := web.New(demonstrationConfig(opened, r.address, time.Now, nil))
	must(t, err)
	r.opened = opened
	r.serving.Store(&handler)
}

func (r *restartable) stop(t *testing.T) {
	t.Helper()
	r.serving.Store(nil)
	must(t, r.opened.Close())
}

// TestNothingTypedIsLostWhenTheServerRestarts in any step: what is typed while it is down is kept, and sent when it is
// back; the person stays signed in.
func TestNothingTypedIsLostWhenTheServerRestarts(t *testing.T) {
	r := restartableDemonstration(t)
	steps := r.halfDone()
	tried := 0
	for _, stage := range openStages() {
		r.visit(steps + stage)
		path := r.typedOn(stage)
		if path == "" {
			continue
		}
		tried++
		r.stop(t)
		r.enter(path, fmt.Sprintf("7%d", tried))
		r.waitFor(fmt.Sprintf(`document.getElementById(document.querySelector("[data-field='%s']").id +
			"-state").textContent.includes("no connection")`, path))
		r.start(t)
		// the page tries by itself every five seconds
		r.do(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("online"))`))
		r.waitForState(path, "saved")
		r.visit(steps + stage)
		r.reads(path, fmt.Sprintf("7%d", tried))
	}
	if tried < 8 {
		t.Errorf("only %d stages were tried", tried)
	}
	r.visit("/submissions")
	r.must(string(review.Submitter))
}
