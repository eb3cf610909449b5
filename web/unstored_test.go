package web_test

import (
	"net/http"
	"testing"
)

// TestATokenIsAnsweredForNobodyElse: what a program reads with a token is kept by no cache, also if everybody may read
// it.
func TestATokenIsAnsweredForNobodyElse(t *testing.T) {
	h := open(t)
	request := h.request(t, http.MethodGet, "/entries/"+number(h.listed)+"/badge.svg")
	request.Header.Set("Authorization", "Bearer no-such-token")
	if answer := h.send(t, "public", request); answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %d with %v", answer.StatusCode, answer.Header)
	}
}
