package bundle

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// shelf holds the readings of a bundle in their canonical form, as a store does.
type shelf []*canonical.Readings

func (s shelf) Find(series int) (*canonical.Readings, error) {
	if series < len(s) {
		return s[series], nil
	}
	return nil, nil
}

func (s shelf) Keep(int, *canonical.Readings) error { return errors.New("readings were taken again") }

// kept takes a bundle apart as a store does; the files of readings are not there any more.
func kept(t *testing.T, b *Bundle, folder fstest.MapFS) Source {
	t.Helper()
	entry, _, err := document.Decode("submission.json", b.Document)
	if err != nil {
		t.Fatal(err)
	}
	var readings shelf
	for _, part := range b.Measurement.Parts {
		var file bytes.Buffer
		if err := canonical.Write(&file, part.Traces); err != nil {
			t.Fatal(err)
		}
		traces, err := canonical.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		readings = append(readings, &canonical.Readings{Traces: traces, Notes: part.Notes, Choices: part.Choices})
	}
	return Source{Entry: entry, Document: b.Document, Folder: known{folder, b.Files, entry.Run.Output},
		Scratch: canonical.Memory, Cache: readings}
}

// known is a folder that knows the digests of its files, and has but the output of them.
type known struct {
	fstest.MapFS
	digests []validation.FileDigest
	output  string
}

func (k known) Open(name string) (fs.File, error) {
	at := slices.IndexFunc(k.digests, func(f validation.FileDigest) bool { return f.Name == name })
	if at < 0 {
		return nil, fs.ErrNotExist
	}
	opened, err := k.MapFS.Open(name)
	return knownFile{opened, k.digests[at].Digest, name != k.output}, err
}

type knownFile struct {
	fs.File
	digest string
	gone   bool
}

var errGone = errors.New("the file is gone")

func (f knownFile) Digest() string { return f.digest }

func (f knownFile) Read(b []byte) (int, error) {
	if f.gone {
		return 0, errGone
	}
	return f.File.Read(b)
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
			read, err := Assemble(&submission.Entry, folder, canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			restored, err := kept(t, read, folder).Assemble()
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
	read, err := Assemble(&clean.Entry, folder, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(*Source)
		want  string
	}{
		"no file":   {func(s *Source) { s.Folder = known{MapFS: folder} }, `"HPL.out" is not in the bundle`},
		"no series": {func(s *Source) { s.Cache = shelf{nil, s.Cache.(shelf)[1]} }, errGone.Error()},
		"no reading": {func(s *Source) { s.Cache.(shelf)[0].Traces[0] = power.NewTrace("", power.Power, nil, nil) },
			"contains no readings"},
		"no trace": {func(s *Source) { s.Cache.(shelf)[0].Traces = nil }, "contains no readings"},
	} {
		t.Run(name, func(t *testing.T) {
			k := kept(t, read, folder)
			c.spoil(&k)
			restored, err := k.Assemble()
			if err == nil || restored != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
