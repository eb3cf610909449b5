package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"green500/store/accounts"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/review"
)

// resubmitted is an entry that was returned, and submitted again with one reading and one field changed.
func (b *tab) resubmitted(owner accounts.User) string {
	b.Helper()
	ctx := b.Context()
	first := sample.Clean(2, "2.0")
	first.Entry.Edition, first.Entry.System.Name, first.Entry.System.Accelerator = "2026-11", "Heron", "Example A4"
	files := b.keepFiles(first)
	snapshot, err := b.store.Submissions.Intake(ctx, &first.Entry, files)
	must(b.T, err)
	entry, err := b.store.Submissions.CreateEntry(ctx, owner, "2026-11", snapshot)
	must(b.T, err)
	for _, move := range []review.Verb{review.Submit, review.Take, review.Return} {
		actor := b.user(review.Reviewer)
		if move == review.Submit {
			actor = owner
		}
		_, err = b.store.Reviews.Move(ctx, entry.ID, move, actor,
			"One reading is far off, and the interconnect is another.")
		must(b.T, err)
	}
	first.Files[first.Entry.Series[0].File] = oneReadingUp(first)
	attached, err := b.store.Drafts.Attach(ctx, entry.ID, owner, b.keepFiles(first))
	must(b.T, err)
	_, _, err = b.store.Drafts.Edit(ctx, entry.ID, owner, attached.Version,
		[]drafts.Change{{Path: "system.interconnect", Value: "Example fabric 800G"}})
	must(b.T, err)
	_, err = b.store.Drafts.GradeDraft(ctx, entry.ID)
	must(b.T, err)
	_, err = b.store.Reviews.Move(ctx, entry.ID, review.Submit, owner, "")
	must(b.T, err)
	return "/submissions/" + strconv.FormatInt(entry.ID, 10)
}

func (b *tab) keepFiles(bundle sample.Bundle) []submissions.File {
	b.Helper()
	var files []submissions.File
	for _, name := range slices.Sorted(maps.Keys(bundle.Files)) {
		blob, err := b.store.Blobs().Put(b.Context(), bytes.NewReader(bundle.Files[name]))
		must(b.T, err)
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	return files
}

// oneReadingUp are the readings of the first series with a digit of one of them changed, in the core phase.
func oneReadingUp(b sample.Bundle) []byte {
	lines := bytes.SplitAfter(b.Files[b.Entry.Series[0].File], []byte("\n"))
	line := bytes.Clone(lines[500])
	at := bytes.LastIndexByte(line, ',') + 1
	line[at] = '0' + (line[at]-'0')%9 + 1
	lines[500] = line
	return bytes.Join(lines, nil)
}

// TestAReturnedEntryComesBackWithADiff goes the way in a browser: a reviewer returns an entry, its owner changes a
// reading and a field and submits it again, and the reviewer is shown just these.
func TestAReturnedEntryComesBackWithADiff(t *testing.T) {
	t.Parallel()
	b := demonstration(t)
	b.signIn(review.Submitter)
	b.visit("/submissions/new")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=files]"), []string{zipped(t)}))
	b.send()
	b.press("Submit for review")
	b.must("submitted")
	address := strings.TrimSuffix(evaluate[string](b, "location.pathname"), "/submitted")

	b.signIn(review.Reviewer)
	b.visit(address)
	b.press("Take for review")
	b.fill("#reason", "The reading at line 500 is not that of the log on the site.")
	b.press("Return to submitter")
	b.must("The submission is now returned")

	b.signIn(review.Submitter)
	b.visit(address)
	b.must("The reading at line 500")
	b.sendAgain(t, address)
	b.visit(address + "/edit")
	b.enter("system.interconnect", "Example fabric 800G")
	b.waitForState("system.interconnect", "saved")
	b.visit(address)
	b.must("What changed since revision 1")
	b.photograph("journey-revision-owner")
	b.press("Submit for review")

	b.signIn(review.Reviewer)
	b.visit(address)
	b.must("What changed since revision 1")
	b.photograph("journey-revision-summary")
	b.press("Compare fields and readings")
	b.must("Example fabric 800G")
	b.must("1 changed")
	b.must("system.interconnect")
	b.must("Expected rank")
	if fields := evaluate[int](b,
		`document.querySelectorAll("section[aria-labelledby=fields] tbody tr").length`); fields != 1 {
		b.Errorf("%d fields are told to differ", fields)
	}
	if drawn := evaluate[int](b,
		`new Set([...document.querySelectorAll("#power path.line")].map(p => p.getAttribute("d"))).size`); drawn < 2 {
		b.Errorf("%d curves are drawn over each other", drawn)
	}
	b.photograph("journey-revision-diff")
	b.press("Show revision 1")
	b.must("is not the current one")
	if evaluate[bool](b, `Boolean(document.querySelector("form[action$='/moves']"))`) {
		b.Error("a decision on what is not the current one is offered")
	}
	b.photograph("journey-revision-old")
}

// sendAgain uploads the readings with one of them changed.
func (b *tab) sendAgain(t *testing.T, address string) {
	b.Helper()
	clean := sample.Clean(2, "2.0")
	name := filepath.Join(t.TempDir(), clean.Entry.Series[0].File)
	must(t, os.WriteFile(name, oneReadingUp(clean), 0o600))
	b.visit(address + "/uploads")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#upload-files"), []string{name}))
	b.waitFor(`document.querySelector("[data-upload][data-state=kept]")`)
}
