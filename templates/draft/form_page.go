package draft

import (
	"green500/templates"
	reviewpage "green500/templates/review"
	uploadpage "green500/templates/upload"
	"green500/validation/calendar"
	"green500/validation/review"
)

// FormPage is the document as a form: GET and POST /submissions/{id}/edit (multipart).
//
// Inputs are named by their path in the document, such as "meters[0].id". The button that was
// pressed is "action": save, view (save, then show the entry), add:GROUP, remove:GROUP:INDEX,
// upload (takes "files", and "folder" with names that are paths), remove-file:NAME; keep:PATH and take:PATH
// settle a conflict. "revision" is the token of what was loaded. After add the item is at #ItemID(group, index).
type FormPage struct {
	templates.Page
	ID        string
	State     review.State
	Values    map[string]string        // text by path; an item of a group exists when any of its paths is a key
	Errors    templates.FieldErrors    // sentence by path; "" for the whole form
	Conflicts map[string]FieldConflict // by path: what somebody else changed since
	States    map[string]FieldState    // by path: what was saved, and when
	Files     []templates.File
	Verdict   Verdict
	Editions  []string // open for entries
	Token     string   // the version of the entry the form was loaded from
	Timing    templates.Timing
	Uploads   *uploadpage.UploadPanel
	Today     calendar.Date
	Questions reviewpage.Questions // that stand beside their fields
}
