package web_test

import (
	"net/http"
	"strings"
	"testing"

	"green500/validation/review"
	"green500/web"
)

// TestNothingUnpublishedIsKeptByACache: whatever route answers, browsers and proxies keep nothing but what everybody may read, and
// that only of an answer to somebody who is not signed in.
func TestNothingUnpublishedIsKeptByACache(t *testing.T) {
	h := open(t)
	h.judge(t)
	h.found(t)
	h.askAround(t)
	actions := map[string]review.Action{}
	for _, route := range web.Routes(&web.Answering{}) {
		actions[route.Method+" "+route.Path] = route.Action
	}
	kept := 0
	for line := range strings.SplitSeq(strings.TrimSpace(expected), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != http.MethodGet && strings.HasSuffix(words[1], "/logout") {
			continue
		}
		for _, visitor := range []string{"public", "submitter", "reviewer", "editor", "admin"} {
			answer := h.send(t, visitor, h.request(t, words[0], h.address(words[1])))
			said := answer.Header.Get("Cache-Control")
			if said == "no-store" {
				continue
			}
			kept++
			public := actions[pattern(words[0], words[1])] == review.ReadPublic && visitor == "public" && answer.StatusCode == http.StatusOK
			if !public || said != "no-cache" && !strings.HasPrefix(said, "public, max-age=") {
				t.Errorf("%s %s as %s: %d with %q", words[0], words[1], visitor, answer.StatusCode, said)
			}
		}
	}
	if kept == 0 {
		t.Error("not even published lists are kept")
	}
	for _, address := range []string{"/nowhere", "/nowhere.json", "/healthz", "/readyz"} {
		if answer := h.send(t, "public", h.request(t, http.MethodGet, address)); answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", address, answer.Header)
		}
	}
}

// TestATokenIsAnsweredForNobodyElse: what a program reads with a token is kept by no cache, also where everybody may read it.
func TestATokenIsAnsweredForNobodyElse(t *testing.T) {
	h := open(t)
	request := h.request(t, http.MethodGet, "/entries/"+number(h.listed)+"/badge.svg")
	request.Header.Set("Authorization", "Bearer no-such-token")
	if answer := h.send(t, "public", request); answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %d with %v", answer.StatusCode, answer.Header)
	}
}
