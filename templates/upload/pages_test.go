package upload

import (
	"testing"

	"github.com/a-h/templ"

	"green500/templates/pagetest"
	"green500/validation/review"
)

func TestUploadPages(t *testing.T) { pagetest.Check(t, uploadPages()) }

// uploadPages are pages full, empty, and with everything that can be wrong.
func uploadPages() map[string]templ.Component {
	submitter := pagetest.Viewer(review.Submitter)
	return map[string]templ.Component{
		"uploads": Uploads(uploadsPage()),
		"uploads, none": Uploads(UploadsPage{Page: pagetest.Page("/submissions/7/uploads", submitter), ID: "7",
			State: review.Draft, System: "Aurelia", Panel: UploadPanel{ID: "7", MaxUpload: 4e9}}),
	}
}
