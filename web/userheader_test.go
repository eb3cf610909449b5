package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"green500/validation/review"
	"green500/web"
)

// TestPagesForEverybodyInAFrameOfOnesOwn: somebody who reads as everybody does gets, byte for byte, the page that would be drawn
// for them alone, whether it is kept or not, and packed or not.
func TestPagesForEverybodyInAFrameOfOnesOwn(t *testing.T) {
	h := open(t)
	pages := map[string]string{
		"/": "/", "/lists": "/lists", "/inconsistencies": "/inconsistencies?least=5", "/about": "/about", "/how-to-submit": "/how-to-submit", "/help": "/help", "/lists/:edition": "/lists/2025-11?level=2", "/lists/:edition/changes": "/lists/2025-11/changes", "/rules": "/rules", "/rules/compare": "/rules/compare",
		"/rules/:id": "/rules/meter-accuracy", "/trends": "/trends", "/systems/:id": "/systems/MACHINE", "/by/:column/:value": "/by/country/DE", "/compare": "/compare?row=2025-11:1",
	}
	for _, route := range web.UserHeaderRoutes() {
		t.Run(strings.TrimPrefix(strings.ReplaceAll(route, "/", " "), " "), func(t *testing.T) {
			address := pages[route]
			if address == "" {
				t.Fatal("no page is tried")
			}
			for _, visitor := range []string{"submitter", "stranger"} {
				own := h.asksFor(t, visitor, address, "Hx-Request", "true") // which is drawn by itself
				for _, coding := range []string{"gzip", "identity", "gzip"} {
					got := h.asksFor(t, visitor, address, "Accept-Encoding", coding)
					if got.text != own.text || own.status != http.StatusOK || got.status != own.status {
						t.Errorf("%s reads %s as %s with %d:\n%s\nwant, with %d:\n%s", visitor, address, coding, got.status, got.text, own.status, own.text)
					}
					if packed := got.header.Get("Content-Encoding"); packed != map[string]string{"gzip": "gzip"}[coding] || !slices.Contains(got.header["Vary"], "Accept-Encoding") {
						t.Errorf("%s reads %s as %s, packed as %q: %v", visitor, address, coding, packed, got.header)
					}
					if got.header.Get("Etag") != "" || got.header.Get("Cache-Control") != "no-store" || !slices.Contains(got.header["Vary"], "Cookie") {
						t.Errorf("others may keep it: %v", got.header)
					}
				}
				if !strings.Contains(own.text, "Sign out") {
					t.Errorf("%s is not named", visitor)
				}
			}
			if everybody := h.asksFor(t, string(review.Public), address); strings.Contains(everybody.text, "Sign out") || everybody.header.Get("Etag") == "" {
				t.Errorf("everybody reads the frame of somebody: %s", everybody.text)
			}
		})
	}
}

// TestWhoMayMoreReadsMore on a page that is kept for everybody.
func TestWhoMayMoreReadsMore(t *testing.T) {
	h := open(t)
	const offered = "Correct an entry"
	for visitor, want := range map[string]bool{"submitter": false, "editor": true, "reviewer": false, string(review.Public): false} {
		for range 2 {
			if got := strings.Contains(h.asksFor(t, visitor, "/lists/2025-11").text, offered); got != want {
				t.Errorf("%s is offered to correct a row: %t, want %t", visitor, got, want)
			}
		}
	}
}

// asksFor asks for a page with headers, as a visitor.
func (h *house) asksFor(t *testing.T, visitor, address string, header ...string) asked {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.server.URL+h.address(address), nil)
	must(t, err)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer := h.send(t, visitor, request)
	body := io.Reader(answer.Body)
	if answer.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(body)
		must(t, err)
		body = unpacked
	}
	text, err := io.ReadAll(body)
	must(t, err)
	return asked{answer.StatusCode, answer.Header, string(text)}
}
