package web_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"green500/store/editions"
	"green500/validation/methodology"
)

// TestTheFrontPageKeepsItsDeadline: what is kept for everybody never states more time than is left, and forgets a
// deadline when it has passed.
func TestTheFrontPageKeepsItsDeadline(t *testing.T) {
	h := open(t)
	begun := time.Now().Truncate(time.Minute).Add(48*time.Hour + 7*time.Second) // the other editions have closed
	_, err := h.store.Editions.Create(t.Context(), editions.Edition{
		Name: "2031-06", Methodology: methodology.V20, OpensAt: begun.Add(-time.Hour),
		ClosesAt: begun.Add(2*time.Hour + 5*time.Minute), Zone: "America/Chicago",
	})
	must(t, err)
	var moved atomic.Int64
	server := h.replica(t, func() time.Time { return begun.Add(time.Duration(moved.Load())) })
	for _, at := range []struct {
		moved time.Duration
		want  string
	}{
		{0, "(2 hours left)"}, {5 * time.Minute, "(2 hours left)"}, {5*time.Minute + time.Second, "(1 hour left)"},
		{65 * time.Minute, "(1 hour left)"},
		{65*time.Minute + time.Second, "(less than an hour left)"},
		{125*time.Minute - time.Second, "(less than an hour left)"},
	} {
		moved.Store(int64(at.moved))
		if page := ask(t, server, "/"); page.header.Get("Etag") == "" ||
			!strings.Contains(page.text, "2031-06 edition") || !strings.Contains(page.text, at.want) {
			t.Errorf("after %v the front page does not say %q", at.moved, at.want)
		}
	}
	moved.Store(int64(125 * time.Minute))
	if page := ask(t, server, "/"); strings.Contains(page.text, "2031-06 edition") {
		t.Error("a deadline is shown that has passed")
	}
}

// TestTheFrontPageLeadsOn: views of the newest list, which were at / before, are at the address of the list.
func TestTheFrontPageLeadsOn(t *testing.T) {
	h := open(t)
	for address, want := range map[string]string{
		"/?level=3": "/lists/2025-11?level=3", "/?q=a+b&sort=-rmax": "/lists/2025-11?q=a+b&sort=-rmax",
		"/?as-of=released": "/lists/2025-11?as-of=released",
		"/?list=all":       "/lists/all", "/?rmax_from=fast": "/lists/2025-11?rmax_from=fast", "/": "",
		"/?utm_source=mail": "",
	} {
		answer := h.send(t, "public", h.request(t, http.MethodGet, address))
		if got := answer.Header.Get("Location"); got != want {
			t.Errorf("%s leads to %q, want %q", address, got, want)
		}
	}
	page, _ := h.readAs(t, "public", "/")
	for _, href := range []string{"/submissions/new", "/how-to-submit", "/about", "/help#rank", "/lists/2025-11",
		"/lists", "/feed.atom", "/trends.csv?figure=efficiency"} {
		if !strings.Contains(page, `href="`+href) {
			t.Errorf("the front page does not lead to %s", href)
		}
	}
}
