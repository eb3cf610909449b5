package templates

import (
	"context"
	"testing"

	"github.com/a-h/templ"

	"green500/validation/review"
)

func TestDeskPages(t *testing.T) { check(t, deskPages()) }

// deskPages are pages full, empty, and with everything that can be wrong.
func deskPages() map[string]templ.Component {
	public, editor, admin := Viewer{}, viewer(review.Editor), viewer(review.Admin)
	return map[string]templ.Component{
		"rehearsal":          Rehearsal(RehearsalPage{Page: page("/editions/rehearsal", editor), Editions: []string{"2026-11"}, Methodology: "2.0"}),
		"rehearsal, refused": Rehearsal(RehearsalPage{Page: page("/editions/rehearsal", admin), Methodology: "2.0", Trouble: "Another rehearsal is running."}),
		"rehearsal, done":    Rehearsal(rehearsed(rehearsedEntries(), nil)),
		"rehearsal, nothing": Rehearsal(rehearsed(nil, nil)),
		"rehearsal, failed":  Rehearsal(rehearsed(nil, context.DeadlineExceeded)),
		"server":             Server(serverPage(page("/server", admin))),
		"server, fresh":      Server(ServerPage{Page: page("/server", admin)}),
		"jobs":               Jobs(jobsPage(page("/server/jobs", admin))),
		"jobs, none":         Jobs(JobsPage{Page: page("/server/jobs", admin)}),
		"retention":          Retention(RetentionPage{Page: page("/retention", public), Rows: []RetentionRow{{What: "Mail", Kept: "90 days since it was sent", Why: "so that somebody can look"}}}),
		"editions":           Editions(EditionsPage{Page: page("/editions", editor), Confirm: "2026-11", Rows: []EditionRow{{Name: "2026-11", Counts: map[review.State]int{review.Submitted: 2}}, {Name: "2026-06", Published: noon}}, Form: EditionForm{Errors: FieldErrors{"name": "Taken.", "opens": "No zone.", "methodology": "Unknown."}}}),
		"editions, none":     Editions(EditionsPage{Page: page("/editions", editor)}),
		"accounts":           Accounts(AccountsPage{Page: page("/accounts", admin), Rows: []AccountRow{{ID: "1", Name: "Sam", Role: review.Admin, Self: true}, {ID: "2", Name: "Kim", Role: review.Editor, Disabled: true}, {ID: "3", Name: "Lou", Role: review.Submitter, Unconfirmed: true}}, Form: AccountForm{Errors: FieldErrors{"email": "Taken.", "role": "Unknown."}}}),
	}
}
