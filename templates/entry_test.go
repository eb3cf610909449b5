package templates

import (
	"time"

	"green500/validation/review"
)

func entryPage(path string, v Viewer, state review.State) EntryPage {
	return EntryPage{
		Page: page(path, v), ID: "7", Base: "/submissions/7", Submitter: "Sam Example", State: state, Revision: 3, Saved: noon,
		Entry: documented(), Report: report(), Curve: curve(), Window: span(0, 6*time.Minute), Whole: span(0, 6*time.Minute),
		Files:   []File{{Name: "pdus.csv", Bytes: 12, SHA256: "sha256:dd", URL: "/submissions/7/files/pdus.csv"}},
		History: []Event{{At: noon, Who: "Sam Example", Text: "Submit for review", To: review.Submitted, Revision: 1, Reason: "ready"}},
	}
}
