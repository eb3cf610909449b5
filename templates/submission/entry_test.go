package submission

import (
	"time"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
)

func entryPage(path string, v templates.Viewer, state review.State) EntryPage {
	return EntryPage{
		Page: pagetest.Page(path, v), ID: "7", Base: "/submissions/7", Submitter: "Sam Example", State: state,
		Revision: 3, Saved: pagetest.Noon,
		Entry: pagetest.Documented(), Report: pagetest.Report(), Curve: pagetest.Curve(),
		Window: pagetest.Span(0, 6*time.Minute), Whole: pagetest.Span(0, 6*time.Minute),
		Files: []templates.File{{Name: "pdus.csv", Bytes: 12, SHA256: "sha256:dd",
			URL: "/submissions/7/files/pdus.csv"}},
		History: []templates.Event{{At: pagetest.Noon, Who: "Sam Example", Text: "Submit for review",
			To: review.Submitted, Revision: 1, Reason: "ready"}},
	}
}
