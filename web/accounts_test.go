package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"green500/store/storetest"
	"green500/validation/review"
)

// TestAccountsAreFoundAndLeafedThrough: a community of a thousand does not fit on a page.
func TestAccountsAreFoundAndLeafedThrough(t *testing.T) {
	h := open(t)
	pool := storetest.Pool(t, h.database)
	for i := range 120 {
		const copied = `INSERT INTO users (email, role, name, affiliation, disabled, password_hash, password_at,
			created_at, confirmed_at)
			SELECT $1, role, $2, affiliation, disabled, password_hash, password_at, created_at, confirmed_at FROM users
			WHERE id = $3`
		if _, err := pool.ExecContext(t.Context(), copied, fmt.Sprintf("member%03d@centre.example.org", i),
			fmt.Sprintf("Member %03d", i), h.people["submitter"].ID); err != nil {
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

// TestAnAdministratorErasesAPerson: the address of the account is typed first, and open work is named in place of the
// form.
func TestAnAdministratorErasesAPerson(t *testing.T) {
	h := open(t)
	admin := h.person(t)
	admin.signIn(t, h.people["admin"].Email, password)
	editor := h.people["editor"]
	at := "/accounts/" + number(editor.ID) + "/erase"
	holds(t, admin.get(t, "/accounts").page, `href="`+at+`"`)
	holds(t, admin.get(t, at).page, "Erase "+editor.Name, "What stays", editor.Email)
	wrong := admin.send(t, at, "email", "somebody@example.org")
	want(t, wrong, http.StatusUnprocessableEntity, "")
	holds(t, wrong.page, "Type "+editor.Email+" to confirm")
	want(t, admin.send(t, at, "email", " "+strings.ToUpper(editor.Email)+" "), http.StatusSeeOther, "/accounts")
	page := admin.get(t, "/accounts").page
	holds(t, page, "The person was erased, and is account "+number(editor.ID), ">erased<")
	if strings.Contains(page, editor.Email) {
		t.Error("the person is still listed")
	}
	want(t, admin.get(t, at), http.StatusNotFound, "")
	want(t, admin.send(t, at, "email", editor.Email), http.StatusNotFound, "")
	want(t, admin.get(t, "/accounts/"+number(h.people["admin"].ID)+"/erase"), http.StatusConflict, "")

	h.enter(t, "2026-11", review.Submit)
	submitter := h.people["submitter"]
	at = "/accounts/" + number(submitter.ID) + "/erase"
	holds(t, admin.get(t, at).page, "wait for a decision")
	want(t, admin.send(t, at, "email", submitter.Email), http.StatusConflict, "")
}
