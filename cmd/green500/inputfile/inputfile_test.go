package inputfile

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAZipArrivesAsAStream: it is read as one on the disk is, nothing of it stays behind, and anything else is an input
// error.
func TestAZipArrivesAsAStream(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	file, err := archive.Create("my-run/submission.yaml")
	if err == nil {
		_, err = file.Write([]byte("schema: x\n"))
	}
	if err != nil || archive.Close() != nil {
		t.Fatal(err)
	}
	folder, done, err := openStream(&packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(folder, "my-run/submission.yaml")
	if err != nil || string(text) != "schema: x\n" {
		t.Errorf("got %q, %v", text, err)
	}
	done()
	if _, _, err := openStream(strings.NewReader("no zip")); err == nil ||
		!strings.HasPrefix(err.Error(), "standard input: this is no readable zip; ") {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left in %s: %v, %v", filepath.Base(temporary), left, err)
	}
}
