package bundle

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"green500/validation"
	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/sample"
)

// kept takes a bundle apart as a store does: the readings go through their canonical form, and the
// files of readings are not there any more.
func kept(t *testing.T, b *Bundle, folder fstest.MapFS) Kept {
	t.Helper()
	entry, _, err := document.Decode("submission.json", b.Document)
	if err != nil {
		t.Fatal(err)
	}
	k := Kept{Entry: entry, Document: b.Document, Folder: fstest.MapFS{entry.Run.Output: folder[entry.Run.Output]}}
	for _, part := range b.Measurement.Parts {
		var file bytes.Buffer
		if err := canonical.Write(&file, part.Traces); err != nil {
			t.Fatal(err)
		}
		traces, err := canonical.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		k.Traces = append(k.Traces, traces)
	}
	k.Files = append(slices.Clone(b.Files), validation.FileDigest{Name: "beside.txt", Digest: "of no file the document names"})
	slices.Reverse(k.Files)
	return k
}

func files(b sample.Bundle) fstest.MapFS {
	folder := fstest.MapFS{}
	for name, content := range b.Files {
		folder[name] = &fstest.MapFile{Data: content}
	}
	return folder
}

func graded(t *testing.T, b *Bundle) []byte {
	t.Helper()
	report, err := b.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	text, err := report.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestWhatIsKeptGradesAsTheFilesDid: the report of a restored bundle is that of its files, byte for byte.
func TestWhatIsKeptGradesAsTheFilesDid(t *testing.T) {
	for _, submission := range sample.Demo() {
		if submission.Ungraded {
			continue
		}
		t.Run(submission.Name, func(t *testing.T) {
			folder := files(submission.Bundle)
			read, err := Assemble(&submission.Entry, folder)
			if err != nil {
				t.Fatal(err)
			}
			restored, err := Restore(kept(t, read, folder))
			if err != nil {
				t.Fatal(err)
			}
			if want, got := graded(t, read), graded(t, restored); !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestWhatWasNotKeptIsSaid: a file or series that is missing is trouble, never a verdict on the rest.
func TestWhatWasNotKeptIsSaid(t *testing.T) {
	clean := sample.Clean(2, "2.0")
	folder := files(clean)
	read, err := Assemble(&clean.Entry, folder)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(*Kept)
		want  string
	}{
		"no output":  {func(k *Kept) { k.Folder = fstest.MapFS{} }, `"HPL.out" is not in the bundle`},
		"no digest":  {func(k *Kept) { k.Files = nil }, `"HPL.out" is not in the bundle`},
		"no series":  {func(k *Kept) { k.Traces = k.Traces[1:] }, "readings of 2 series were kept"},
		"no reading": {func(k *Kept) { k.Traces[0] = []*power.Trace{power.NewTrace("", power.Power, nil, nil)} }, "holds no readings"},
	} {
		t.Run(name, func(t *testing.T) {
			k := kept(t, read, folder)
			c.spoil(&k)
			restored, err := Restore(k)
			if err == nil || restored != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
