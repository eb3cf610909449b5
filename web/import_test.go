package web_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"green500/store/submissions"
	"green500/validation/document/bundle"
)

// exported is the bundle of a submission of another installation.
func exported(t *testing.T) []byte {
	t.Helper()
	h := open(t)
	status, packed, err := h.download(t, "submitter", h.address("/submissions/WAITING/bundle.zip"))
	if err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	return packed
}

// lastOf is the entry of the submitter that was made last.
func (h *house) lastOf(t *testing.T) submissions.Entry {
	t.Helper()
	all, err := h.store.Submissions.EntriesOf(t.Context(), h.people["submitter"].ID)
	must(t, err)
	last := all[0]
	for _, one := range all {
		if one.ID > last.ID {
			last = one
		}
	}
	return last
}

// wantExport holds what comes out of an installation against what was put into it.
func (h *house) wantExport(t *testing.T, entry int64, packed []byte) {
	t.Helper()
	status, again, err := h.download(t, "submitter", fmt.Sprintf("/submissions/%d/bundle.zip", entry))
	if err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	if !bytes.Equal(packed, again) {
		t.Errorf("exported again it is another bundle: %d bytes instead of %d", len(again), len(packed))
	}
	revision, err := h.store.Submissions.Revision(t.Context(), entry, 0)
	must(t, err)
	for _, file := range revision.Files {
		if file.Name == bundle.ReportName {
			t.Error("the verdict is kept as evidence")
		}
	}
}

func TestAnExportedBundleStartsASubmissionElsewhere(t *testing.T) {
	packed := exported(t)
	h := open(t)
	answer, _ := h.upload(t, map[string]string{"exported.zip": string(packed)})
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatal(answer.StatusCode)
	}
	entry := h.lastOf(t)
	page := h.read(t, "submitter", answer.Header.Get("Location"))
	says(t, page,
		"The submission is kept as a draft. The report of green500-report.json is identical to this one, byte for byte")
	h.wantExport(t, entry.ID, packed)
}

// emptyDraft starts a submission with nothing in it.
func (h *house) emptyDraft(t *testing.T) int64 {
	t.Helper()
	if answer, said := h.upload(t, nil); answer.StatusCode != http.StatusSeeOther {
		t.Fatal(answer.StatusCode, said)
	}
	return h.lastOf(t).ID
}

func TestAnExportedBundleGoesIntoAnEmptyDraft(t *testing.T) {
	packed := exported(t)
	h := open(t)
	h.draft = h.emptyDraft(t)
	at := h.begin(t, "exported.zip", len(packed))
	_, err := h.patch(t, at, 0, bytes.NewReader(packed), len(packed), nil)
	must(t, err)
	became := h.settled(t, at)
	const said = "submission.yaml is the document of the submission now. " +
		"The report of green500-report.json is identical to this one, byte for byte"
	if became.State != "kept" || !strings.Contains(became.Message, said) {
		t.Fatalf("%+v", became)
	}
	says(t, h.read(t, "submitter", h.address("/submissions/DRAFT")), said)
	h.wantExport(t, h.draft, packed)
}

// TestWhatAnImportDiffersIn: a bundle of another rule set, or that was changed on the way, is taken, and
// the page says what its verdict is worth.
func TestWhatAnImportDiffersIn(t *testing.T) {
	files := unzipped(t, exported(t))
	for name, row := range map[string]struct{ file, old, new, says string }{
		"document": {"submission.yaml", "Robin Example", "Robin Sample", "is of other input"},
		"rules":    {bundle.ReportName, `"rules": "sha256:`, `"rules": "sha256:0000`, "uses another rule set"},
		"program":  {bundle.ReportName, `"report": "sha256:`, `"report": "sha256:0000`, "their versions differ"},
		"ungraded": {"submission.yaml", "file: meter.csv", "file: other.csv", "could not be graded as it is"},
		"not ours": {bundle.ReportName, `"digests"`, `"summary"`, "The submission is kept as a draft."},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			changed := map[string]string{}
			for name, content := range files {
				changed["run/"+name] = content
			}
			at := "run/" + row.file
			changed[at] = strings.Replace(changed[at], row.old, row.new, 1)
			if hash := strings.Index(changed[at], ":0000"); hash >= 0 { // of the same length as before
				end := hash + strings.IndexByte(changed[at][hash:], '"')
				changed[at] = changed[at][:end-4] + changed[at][end:]
			}
			if changed[at] == files[row.file] {
				t.Fatalf("%s does not hold %s", row.file, row.old)
			}
			answer, said := h.upload(t, changed)
			if answer.StatusCode != http.StatusSeeOther {
				t.Fatal(answer.StatusCode, said)
			}
			says(t, h.read(t, "submitter", answer.Header.Get("Location")), row.says)
			revision, err := h.store.Submissions.Revision(t.Context(), h.lastOf(t).ID, 0)
			must(t, err)
			kept := false
			for _, file := range revision.Files {
				kept = kept || file.Name == bundle.ReportName
			}
			if kept != (name == "not ours") {
				t.Errorf("the verdict is kept as evidence: %v", kept)
			}
		})
	}
}

// unzipped are the files of a zip.
func unzipped(t *testing.T, packed []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	must(t, err)
	files := map[string]string{}
	for _, file := range archive.File {
		opened, err := file.Open()
		must(t, err)
		text, err := io.ReadAll(opened)
		must(t, err)
		files[file.Name] = string(text)
	}
	return files
}
