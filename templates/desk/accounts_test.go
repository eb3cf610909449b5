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
		{AccountView{review.Editor, statusDisabled}, review.Editor, true, false, true, "/accounts?role=editor&status=disabled"},
		{AccountView{review.Editor, statusDisabled}, review.Editor, false, true, false, "/accounts?role=editor&status=disabled"},
		{AccountView{review.Editor, statusUnconfirmed}, review.Editor, false, true, true, "/accounts?role=editor&status=unconfirmed"},
		{AccountView{review.Editor, statusUnconfirmed}, review.Editor, true, false, false, "/accounts?role=editor&status=unconfirmed"},
	} {
		if got := c.view.Shows(c.role, c.disabled, c.unconfirmed); got != c.want || string(c.view.href()) != c.href {
			t.Errorf("%+v shows a %s: %v, at %s", c.view, c.role, got, c.view.href())
		}
	}
}
