package draft

import (
	"testing"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
)

func TestDraftPages(t *testing.T) { pagetest.Check(t, draftPages()) }

// draftPages are pages full, empty, and with everything that can be wrong.
func draftPages() map[string]templ.Component {
	submitter := pagetest.Viewer(review.Submitter)
	return map[string]templ.Component{
		"submissions": Submissions(SubmissionsPage{Page: pagetest.Page("/submissions", submitter),
			Rows: []SubmissionRow{{ID: "7", State: review.Draft},
				{ID: "8", System: "Example-2", State: review.InReview, Graded: true, Granted: 2, Claimed: 3}}}),
		"submissions, none": Submissions(SubmissionsPage{Page: pagetest.Page("/submissions", submitter)}),
		"new": New(NewPage{Page: pagetest.Page("/submissions/new", submitter),
			Editions: []string{"2026-11"}, MaxUpload: 2e9,
			Errors: templates.FieldErrors{"files": "Too large.", "edition": "Closed.", "": "Not kept."}}),
		"new, closed": New(NewPage{Page: pagetest.Page("/submissions/new", submitter)}),
		"form":        Form(formPage()),
		"form, fresh": Form(FormPage{Page: pagetest.Page("/submissions/7/edit", submitter), ID: "7",
			State: review.Draft}),
		"log": Log(logPage()),
		"log, none": Log(LogPage{Page: pagetest.Page("/submissions/7/log", submitter), ID: "7",
			State: review.Draft, File: "HPL.out",
			Errors: templates.FieldErrors{"": "HPL.out: is no log; name another."}}),
		"yaml": YAML(YAMLPage{Page: pagetest.Page("/submissions/7/yaml", submitter), ID: "7",
			Text: "schema: <x>", Errors: []string{"Line 3 is wrong."}}),
		"new, with a site": New(NewPage{Page: pagetest.Page("/submissions/new", submitter),
			Editions: []string{"2026-11"}, Sites: []templates.Option{{Value: "3", Label: "Example"}}, Site: "3",
			Errors: templates.FieldErrors{"site": "Not yours."}}),
	}
}
