package web_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestANumberOfARequestIsShort: what a client sends stands in the log, the audit log and the answer, so it is short and
// plain.
func TestANumberOfARequestIsShort(t *testing.T) {
	h := open(t)
	for _, address := range []string{"/login", "/rules", "/rules"} { // the last from the cache
		for given, same := range map[string]bool{"Root=1-67891233-abc": true, strings.Repeat("a", 64): true,
			strings.Repeat("a", 65): false, `a" b`: false} {
			request := h.request(t, http.MethodGet, address)
			request.Header.Set("X-Request-Id", given)
			if got := h.send(t, "public", request).Header.Get("X-Request-Id"); (got == given) != same || got == "" {
				t.Errorf("%s: %q became %q", address, given, got)
			}
		}
	}
}
