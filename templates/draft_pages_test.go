package templates

import (
	"testing"

	"github.com/a-h/templ"

	"green500/validation/review"
)

func TestDraftPages(t *testing.T) { check(t, draftPages()) }

// draftPages are pages full, empty, and with everything that can be wrong.
func draftPages() map[string]templ.Component {
	submitter := viewer(review.Submitter)
	return map[string]templ.Component{
		"submissions":       Submissions(SubmissionsPage{Page: page("/submissions", submitter), Rows: []SubmissionRow{{ID: "7", State: review.Draft}, {ID: "8", System: "Example-2", State: review.InReview, Graded: true, Granted: 2, Claimed: 3}}}),
		"submissions, none": Submissions(SubmissionsPage{Page: page("/submissions", submitter)}),
		"new":               New(NewPage{Page: page("/submissions/new", submitter), Editions: []string{"2026-11"}, MaxUpload: 2e9, Errors: FieldErrors{"files": "Too large.", "edition": "Closed.", "": "Not kept."}}),
		"new, closed":       New(NewPage{Page: page("/submissions/new", submitter)}),
		"form":              Form(formPage()),
		"form, fresh":       Form(FormPage{Page: page("/submissions/7/edit", submitter), ID: "7", State: review.Draft}),
		"log":               Log(logPage()),
		"log, none":         Log(LogPage{Page: page("/submissions/7/log", submitter), ID: "7", State: review.Draft, File: "HPL.out", Errors: FieldErrors{"": "HPL.out: is no log; name another."}}),
		"yaml":              YAML(YAMLPage{Page: page("/submissions/7/yaml", submitter), ID: "7", Text: "schema: <x>", Errors: []string{"Line 3 is wrong."}}),
		"new, with a site":  New(NewPage{Page: page("/submissions/new", submitter), Editions: []string{"2026-11"}, Sites: []SiteOption{{"3", "Example"}}, Site: "3", Errors: FieldErrors{"site": "Not yours."}}),
	}
}
