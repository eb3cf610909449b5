package main

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"green500/store/outbox"
	"green500/validation/review"
)

// TestDeadlinesInABrowser opens an edition, sees its deadline from another zone, and commits a draft to
// files that are still to come.
func TestDeadlinesInABrowser(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	_, err := chromedp.Call(b.ctx, emulation.SetTimezoneOverride,
		emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Tokyo"})
	must(t, err)
	b.signIn(review.Editor)
	b.visit("/editions")
	b.fill("#name", "2031-06")
	b.fill("#zone", "Europe/Berlin")
	b.fill("#opens", "2031-03-01T00:00")
	b.fill("#closes", "2031-03-30T02:30")
	b.press("Open edition")
	b.must("does not exist in Europe/Berlin")
	b.photograph("editions-hour-skipped")
	if kept := evaluate[string](b, `document.querySelector("#closes").value`); kept != "2031-03-30T02:30" {
		t.Errorf("what was typed is lost: %q", kept)
	}
	b.fill("#closes", "2031-03-30T03:00")
	b.fill("#grace", "48")
	b.press("Open edition")
	b.must("2031-03-30 03:00 +02:00")
	b.must("Europe/Berlin, 2031-03-30 01:00 UTC")
	b.must("2031-03-30 10:00 in your zone")
	b.photograph("editions-zones")

	b.signIn(review.Submitter)
	b.visit("/submissions")
	b.must("in your zone")
	b.photograph("submissions-deadline")
	b.visit("/submissions/new")
	b.must("in your zone")
	b.photograph("new-deadline")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=files]"), []string{zipped(t)}))
	b.send()
	b.must("kept as a draft")
	b.photograph("draft-deadline")
	b.press("Commit to these files")
	b.photograph("manifest-empty")
	b.fill("#sums", strings.Repeat("e", 64)+"  later.csv\nnot a sum")
	b.press("Commit to these files")
	b.must("line 2:")
	b.photograph("manifest-wrong-line")
	b.fill("#sums", strings.Repeat("e", 64)+"  later.csv")
	b.press("Commit to these files")
	b.must("Manifest 1 is committed")
	b.must("the binding manifest")
	b.photograph("manifest-committed")
}

// TestTheOutboxInABrowser reads what would be sent.
func TestTheOutboxInABrowser(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	const more = 100 // than a page shows, with those that are there
	for range more {
		must(t, b.store.Outbox.Post(t.Context(),
			outbox.Mail{To: "sam@example.org", Subject: "A message", Text: "Dear Sam,"}))
	}
	b.signIn(review.Admin)
	b.press("Outbox")
	b.must("No mail server is configured")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("main summary").click()`))
	b.must("Dear ")
	b.photograph("outbox")
	b.press("Older messages")
	b.must("Newest messages")
}
