package desk

import (
	"context"
	"testing"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
)

func TestDeskPages(t *testing.T) {
	pages := deskPages()
	for name, walk := range walks() {
		page := EditionDeskPage{Page: pagetest.Page("/editions/2026-11", pagetest.Viewer(review.Editor)), Walk: *walk}
		pages["edition, "+name] = EditionDesk(page)
		page.Form.Errors = templates.FieldErrors{"embargo": "The embargo ends before the edition closes; " +
			"choose a time after the deadline.", "zone": "Unknown."}
		pages["edition, dates refused, "+name] = EditionDesk(page)
	}
	pagetest.Check(t, pages)
}

// deskPages are pages full, empty, and with everything that can be wrong.
func deskPages() map[string]templ.Component {
	public, editor, admin := templates.Viewer{}, pagetest.Viewer(review.Editor), pagetest.Viewer(review.Admin)
	return map[string]templ.Component{
		"rehearsal": Rehearsal(RehearsalPage{Page: pagetest.Page("/editions/rehearsal", editor),
			Editions: []string{"2026-11"}, Methodology: "2.0"}),
		"rehearsal, refused": Rehearsal(RehearsalPage{Page: pagetest.Page("/editions/rehearsal", admin),
			Methodology: "2.0", Problem: "Another rehearsal is running."}),
		"rehearsal, done":    Rehearsal(rehearsed(rehearsedEntries(), nil)),
		"rehearsal, nothing": Rehearsal(rehearsed(nil, nil)),
		"rehearsal, failed":  Rehearsal(rehearsed(nil, context.DeadlineExceeded)),
		"server":             Server(serverPage(pagetest.Page("/server", admin))),
		"server, fresh":      Server(ServerPage{Page: pagetest.Page("/server", admin)}),
		"jobs":               Jobs(jobsPage(pagetest.Page("/server/jobs", admin))),
		"jobs, none":         Jobs(JobsPage{Page: pagetest.Page("/server/jobs", admin)}),
		"retention": Retention(RetentionPage{Page: pagetest.Page("/retention", public),
			Rows: []RetentionRow{{What: "Mail", Kept: "90 days since it was sent", Why: "so that somebody can look"}}}),
		"editions": Editions(EditionsPage{Page: pagetest.Page("/editions", editor),
			Current: walks()["late, refused"], Rows: []EditionRow{{Name: "2026-11", Counts: map[review.State]int{
				review.Submitted: 2}}, {Name: "2026-06", Published: pagetest.Noon}}, Form: EditionForm{
				Errors: templates.FieldErrors{"name": "Taken.", "opens": "No zone.", "methodology": "Unknown."}}}),
		"editions, none": Editions(EditionsPage{Page: pagetest.Page("/editions", editor)}),
		"accounts": Accounts(AccountsPage{Page: pagetest.Page("/accounts", admin), Rows: []AccountRow{{ID: "1",
			Name: "Sam", Role: review.Admin, Self: true}, {ID: "2", Name: "Kim", Role: review.Editor, Disabled: true},
			{ID: "3", Name: "Lou", Role: review.Submitter, Unconfirmed: true}},
			Form: AccountForm{Errors: templates.FieldErrors{"email": "Taken.", "role": "Unknown."}}}),
	}
}
