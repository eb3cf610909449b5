package bundle_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// forward is a folder whose files only read forward, as those of an archive do. A file that breaks
// ends in an error half-way.
type forward struct {
	fs.FS
	breaks string
	known  string // digest that the folder tells of every file
}

var errBroken = errors.New("the checksum is wrong")

func (f forward) Open(name string) (fs.File, error) {
	opened, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := opened.Stat()
	if err != nil {
		return nil, err
	}
	one := &forwardFile{File: opened, r: opened}
	if name == f.breaks {
		one.r = io.MultiReader(io.LimitReader(opened, info.Size()/2), broken{})
	}
	if f.known != "" {
		return knownForward{one, f.known}, nil
	}
	return one, nil
}

type forwardFile struct {
	fs.File
	r io.Reader
}

func (f *forwardFile) Read(b []byte) (int, error) { return f.r.Read(b) }

type knownForward struct {
	*forwardFile
	digest string
}

func (f knownForward) Digest() string { return f.digest }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

// TestFilesThatOnlyReadForwardAreReadAlike: readings, digests and report are those of the same files on a disk.
func TestFilesThatOnlyReadForwardAreReadAlike(t *testing.T) {
	for _, b := range sample.Varied() {
		jumps, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
		if err != nil {
			t.Fatal(err)
		}
		streams, err := bundle.Assemble(&b.Entry, forward{FS: b.FS()}, canonical.Memory)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(jumps.Files, streams.Files) || !bytes.Equal(report(t, jumps), report(t, streams)) {
			t.Errorf("%s: the report is another", b.Name)
		}
	}
}

func report(t *testing.T, b *bundle.Bundle) []byte {
	t.Helper()
	graded, err := b.Grade("")
	if err != nil {
		t.Fatal(err)
	}
	text, err := graded.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestAFileThatBreaksOff is trouble with the input if it came as a file, and trouble with the store
// if the folder had it under its digest.
func TestAFileThatBreaksOff(t *testing.T) {
	b := sample.Clean(2, "2.0")
	for _, name := range []string{b.Entry.Run.Output, b.Entry.Series[0].File, b.Entry.Attachments[0].File} {
		_, err := bundle.Assemble(&b.Entry, forward{FS: b.FS(), breaks: name}, canonical.Memory)
		problems := power.InputErrors{}
		if !errors.As(err, &problems) || problems[0].File != name ||
			!strings.Contains(problems[0].Problem, errBroken.Error()) {
			t.Errorf("%s: got %v", name, err)
		}
		_, err = bundle.Assemble(&b.Entry, forward{FS: b.FS(), breaks: name, known: strings.Repeat("a", 64)},
			canonical.Memory)
		if isRead := name != b.Entry.Attachments[0].File; isRead != errors.Is(err, errBroken) ||
			errors.As(err, &problems) && isRead {
			t.Errorf("%s under its digest: got %v", name, err)
		}
	}
}

// counted is a scratch that knows how many of its files are open.
type counted struct {
	mutex sync.Mutex
	open  int
}

func (c *counted) scratch() (canonical.File, error) {
	file, err := canonical.Memory()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.open++
	return &countedFile{file, c}, err
}

type countedFile struct {
	canonical.File
	of *counted
}

func (f *countedFile) Close() error {
	f.of.mutex.Lock()
	defer f.of.mutex.Unlock()
	f.of.open--
	return f.File.Close()
}

// TestScratchIsGivenBack when a bundle is closed, and at once if it has trouble.
func TestScratchIsGivenBack(t *testing.T) {
	b := halved()
	b.Entry.Series[0].File, b.Entry.Series[0].Continued = "a.csv", []string{"b.csv"}
	var c counted
	read, err := bundle.Assemble(&b.Entry, b.FS(), c.scratch)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Close(); err != nil || c.open != 0 {
		t.Errorf("%d files are open after it was closed, %v", c.open, err)
	}
	for name, spoil := range map[string]func(*sample.Bundle){
		"no output": func(b *sample.Bundle) { delete(b.Files, b.Entry.Run.Output) },
		"overlap":   func(b *sample.Bundle) { b.Entry.Series[0].Continued = []string{"a.csv"} },
		"no file":   func(b *sample.Bundle) { delete(b.Files, "b.csv") },
		"no time": func(b *sample.Bundle) {
			// more than are left out
			b.Files["b.csv"] = append(b.Files["b.csv"], strings.Repeat("2026-11-05T99:30:00+01:00,1\n", 1000)...)
		},
	} {
		spoiled := halved()
		spoiled.Entry.Series[0].File, spoiled.Entry.Series[0].Continued = "a.csv", []string{"b.csv"}
		spoil(&spoiled)
		if _, err := bundle.Assemble(&spoiled.Entry, spoiled.FS(), c.scratch); err == nil || c.open != 0 {
			t.Errorf("%s: %d files are open, %v", name, c.open, err)
		}
	}
}
