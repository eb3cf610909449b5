package upload

import (
	"strings"
	"testing"

	"green500/templates/pagetest"
	"green500/validation/review"
)

func uploadsPage() UploadsPage {
	return UploadsPage{
		Page: pagetest.Page("/submissions/7/uploads", pagetest.Viewer(review.Submitter)), ID: "7", State: review.Draft,
		System: "Aurelia",
		Panel: UploadPanel{ID: "7", MaxUpload: 4e9, Error: "No file was chosen.", Lines: []Upload{
			{ID: "a", Name: "node1.csv", Size: 100, Offset: 41, State: "arriving", Expires: pagetest.Noon},
			{ID: "b", Name: "node2.csv", Size: 100, Offset: 100, State: "arrived", Read: 63, ToRead: 100},
			{ID: "c", Name: "node3.csv", Size: 100, Offset: 100, State: "kept", Receipt: "/submissions/7/receipts/3",
				Note: "It took the place of another."},
			{ID: "d", Name: "node4.csv", State: "refused", Note: "What arrived is not what was sent."},
		}},
		Receipts: []Receipt{{Address: "/submissions/7/receipts/3", Name: "node3.csv", Files: 1, At: pagetest.Noon},
			{Address: "/submissions/7/receipts/4", Files: 4, At: pagetest.Noon, Manifest: true}},
	}
}

func TestAnUploadSaysHowFarItIs(t *testing.T) {
	for state, want := range map[string]string{"arriving": "41% of 100 B has arrived. To resume, " +
		"choose node1.csv again", "arrived": "Reading, 63%", "kept": "Kept, 100 B.", "refused": "Not kept."} {
		u := Upload{Name: "node1.csv", Size: 100, Offset: 41, State: state, Read: 63, ToRead: 100}
		if got := u.said(); !strings.Contains(got, want) {
			t.Errorf("%s: said %q", state, got)
		}
	}
}
