package submissions_test

import (
	"testing"

	"green500/store/accounts"
	"green500/store/submissions"
)

func TestADeclaredConflictAppliesToTheSiteThatSharesAndTheOwnersDomain(t *testing.T) {
	entry := submissions.EntryView{Row: submissions.EntryRow{ID: 7, Summary: submissions.Summary{Site: "Centre A"}},
		SharedWith: "Centre B",
		OwnerMail:  "a@hpc.centre.org"}
	for _, c := range []struct {
		declared accounts.ConflictRow
		applies  bool
	}{
		{accounts.ConflictRow{EntryID: new(int64(7))}, true},
		{accounts.ConflictRow{EntryID: new(int64(8))}, false},
		{accounts.ConflictRow{Site: "centre a"}, true},
		{accounts.ConflictRow{Site: "Centre B"}, true},
		{accounts.ConflictRow{Site: "Centre C"}, false},
		{accounts.ConflictRow{Domain: "centre.org"}, true},
		{accounts.ConflictRow{Domain: "other.org"}, false},
	} {
		if got := submissions.ConflictApplies(c.declared, entry); got != c.applies {
			t.Errorf("%+v: %v, want %v", c.declared, got, c.applies)
		}
	}
}
