package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"green500/store/storetest"
)

// TestAccountsAreFoundAndLeafedThrough: a community of a thousand does not fit on a page.
func TestAccountsAreFoundAndLeafedThrough(t *testing.T) {
	h := open(t)
	pool := storetest.Pool(t, h.database)
	for i := range 120 {
		const copied = `INSERT INTO users (email, role, name, affiliation, disabled, password_hash, password_at, created_at, confirmed_at)
			SELECT $1, role, $2, affiliation, disabled, password_hash, password_at, created_at, confirmed_at FROM users WHERE id = $3`
		if _, err := pool.ExecContext(t.Context(), copied, fmt.Sprintf("member%03d@centre.example.org", i), fmt.Sprintf("Member %03d", i), h.people["submitter"].ID); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]int{}
	address := "/accounts?q=CENTRE+member"
	for address != "" {
		page := h.shows(t, "admin", address)
		for i := range 120 {
			seen[fmt.Sprintf("member%03d@", i)] += strings.Count(page, fmt.Sprintf(">member%03d@", i))
		}
		address = ""
		if _, rest, more := strings.Cut(page, `rel="next" href="`); more {
			address = strings.ReplaceAll(rest[:strings.Index(rest, `"`)], "&amp;", "&")
		}
	}
	for who, times := range seen {
		if times != 1 {
			t.Errorf("%s is listed %d times", who, times)
		}
	}
	says(t, h.shows(t, "admin", "/accounts?q=member119"), "1 of", "member119@centre.example.org")
	says(t, h.shows(t, "admin", "/accounts?q=nobody+at+all"), "No account matches.")
	for _, page := range []string{"0", "-1", "9999", "x"} {
		if status := h.visit(t, "admin", http.MethodGet, "/accounts?page="+page); status != http.StatusOK {
			t.Errorf("page %s: got %d", page, status)
		}
	}
}
