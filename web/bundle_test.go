package web_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"green500/store/blobs"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
)

// download asks for an address as somebody, and returns what came and how it ended.
func (h *house) download(t *testing.T, visitor, path string) (int, []byte, error) {
	t.Helper()
	response, err := h.client(t, visitor).Get(h.server.URL + path)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	return response.StatusCode, content, err
}

func TestABundleThatWasExportedIsGradedTheSame(t *testing.T) {
	h := open(t)
	status, packed, err := h.download(t, "submitter", h.address("/submissions/WAITING/bundle.zip"))
	if err != nil || status != http.StatusOK {
		t.Fatal(status, err)
	}
	_, again, err := h.download(t, "reviewer", h.address("/submissions/WAITING/bundle.zip"))
	if err != nil || !bytes.Equal(packed, again) {
		t.Error("the same bundle has other bytes the second time", err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	must(t, err)
	read, err := bundle.Open(archive, canonical.Memory)
	must(t, err)
	defer func() { must(t, read.Close()) }()
	report, err := read.Grade("")
	must(t, err)
	ours, err := report.JSON()
	must(t, err)
	_, theirs, err := h.download(t, "submitter", h.address("/submissions/WAITING/report.json"))
	if err != nil || !bytes.Equal(ours, theirs) {
		t.Errorf("exported and graded again: %d bytes of report, the server has %d, %v", len(ours), len(theirs), err)
	}
}

func TestABundleThatCannotBeReadToItsEndIsNotTakenForAWhole(t *testing.T) {
	folder := t.TempDir()
	blobs, err := blobs.OpenFolder(folder)
	must(t, err)
	h := openWith(t, blobs)
	revision, err := h.store.Submissions.Revision(t.Context(), h.waiting, 0)
	must(t, err)
	digest := revision.Files[len(revision.Files)-1].Digest
	matches, err := filepath.Glob(filepath.Join(folder, digest[:2], digest[2:]+"*"))
	if err != nil || len(matches) == 0 {
		t.Fatal("no blob", err)
	}
	for _, match := range matches {
		must(t, os.Remove(match))
	}
	if _, _, err := h.download(t, "submitter", h.address("/submissions/WAITING/bundle.zip")); err == nil {
		t.Error("half a bundle came and nobody said so")
	}
}
