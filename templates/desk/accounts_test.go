package desk

import (
	"testing"

	"green500/validation/review"
)

// TestTheCountOfAccountsLeadsToThem: a view shows what the page of the server counts.
func TestTheCountOfAccountsLeadsToThem(t *testing.T) {
	for _, c := range []struct {
		view                  AccountView
		role                  review.Role
		disabled, unconfirmed bool
		want                  bool
		href                  string
	}{
		{AccountView{}, review.Editor, true, true, true, "/accounts?"},
		{AccountView{Role: review.Editor}, review.Editor, false, false, true, "/accounts?role=editor"},
		{AccountView{Role: review.Editor}, review.Admin, false, false, false, "/accounts?role=editor"},
		{AccountView{Role: review.Editor, Status: statusDisabled}, review.Editor, true, false, true,
			"/accounts?role=editor&status=disabled"},
		{AccountView{Role: review.Editor, Status: statusDisabled}, review.Editor, false, true, false,
			"/accounts?role=editor&status=disabled"},
		{AccountView{Role: review.Editor, Status: statusUnconfirmed}, review.Editor, false, true, true,
			"/accounts?role=editor&status=unconfirmed"},
		{AccountView{Role: review.Editor, Status: statusUnconfirmed}, review.Editor, true, false, false,
			"/accounts?role=editor&status=unconfirmed"},
		{AccountView{Text: "ANNA example"}, review.Editor, false, false, true, "/accounts?q=ANNA+example"},
		{AccountView{Text: "anna elsewhere"}, review.Editor, false, false, false, "/accounts?q=anna+elsewhere"},
	} {
		if got := c.view.Shows("Anna Ä anna@example.org", c.role, c.disabled, c.unconfirmed); got != c.want ||
			string(c.view.href()) != c.href {
			t.Errorf("%+v shows a %s: %v, at %s", c.view, c.role, got, c.view.href())
		}
	}
}
