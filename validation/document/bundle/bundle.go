// Package bundle reads what is graded: the submission document and the files that it names. Command line and server use
// it, so both give the same report.
package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
)

// DocumentNames are the names a document may have in a bundle, in the order they are looked for.
func DocumentNames() []string {
	return []string{"submission.yaml", "submission.yml", "submission.json"}
}

// Bundle is a submission with the readings of its files. Closing it gives their room back.
type Bundle struct {
	Entry       *power.Entry
	Document    []byte // canonical JSON
	Measurement *power.Measurement
	Files       []validation.FileDigest // the files the document names, in its order
	Folder      fs.FS                   // that they lie in, as long as what it was made of is open

	read held
}

// Close gives the room of the readings back; the traces are dead then. It fails if scratch does.
func (b *Bundle) Close() error { return b.read.Close() }

// Open reads the bundle in a folder, with readings in files of scratch. Problems of the input are power.InputErrors.
func Open(folder fs.FS, scratch canonical.Scratch) (*Bundle, error) {
	d, err := ReadDocument(folder)
	if err != nil {
		return nil, err
	}
	return d.Open(scratch)
}

// Document is the document of a bundle, and where its files are.
type Document struct {
	Entry  *power.Entry
	Name   string // of its file
	Folder fs.FS  // beside it, which a zip may hold in a folder of its own
	Places document.Places
}

// ReadDocument reads the document of a bundle, and none of the files that it names. Of a document that can be read, but
// not graded, it returns both the document and power.InputErrors.
func ReadDocument(folder fs.FS) (*Document, error) {
	name, text, err := findDocument(folder)
	if err != nil {
		return nil, err
	}
	entry, places, wrong := document.Decode(name, text)
	if entry == nil {
		return nil, wrong
	}
	beside, err := fs.Sub(folder, path.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("open folder of %s: %w", name, err)
	}
	return &Document{entry, name, beside, places}, wrong
}

// Open reads the files that the document names. The document has to have passed document.Check.
func (d *Document) Open(scratch canonical.Scratch) (*Bundle, error) {
	b, err := Assemble(d.Entry, d.Folder, scratch)
	return b, d.Places.Of(err)
}

// Assemble reads the files that a document names. The document has to have passed document.Check.
func Assemble(entry *power.Entry, folder fs.FS, scratch canonical.Scratch) (*Bundle, error) {
	return Source{Entry: entry, Folder: folder, Scratch: scratch}.Assemble()
}

// DocumentFolder returns the folder that the document of a bundle lies in, and all that it names; it fails without one.
func DocumentFolder(folder fs.FS) (fs.FS, error) {
	name, _, err := findDocument(folder)
	if err != nil {
		return nil, err
	}
	return fs.Sub(folder, path.Dir(name))
}

// Grade holds the bundle to an edition of the methodology; the empty edition is the document's own.
func (b *Bundle) Grade(edition methodology.Edition) (*validation.Report, error) {
	if edition == "" {
		edition = methodology.Edition(b.Entry.Methodology)
	}
	return validation.Grade(validation.Input{
		Measurement: b.Measurement,
		Edition:     edition,
		Digest:      validation.InputDigest(b.Document, b.Files),
	})
}

// FolderOf is the folder of a bundle whose document has a name of its own, such as plan.yaml.
type FolderOf struct {
	fs.FS
	Document string
}

func findDocument(folder fs.FS) (name string, text []byte, err error) {
	if named, is := folder.(FolderOf); is {
		text, err = fs.ReadFile(folder, named.Document)
		return named.Document, text, unreadable(named.Document, err)
	}
	places := []string{"."}
	if entries, err := fs.ReadDir(folder, "."); err == nil {
		for _, entry := range entries {
			if entry.IsDir() {
				places = append(places, entry.Name())
			}
		}
	}
	for _, place := range places {
		for _, base := range DocumentNames() {
			name = path.Join(place, base)
			text, err = fs.ReadFile(folder, name)
			if !errors.Is(err, fs.ErrNotExist) {
				return name, text, unreadable(name, err)
			}
		}
	}
	return "", nil, power.InputErrors{{Problem: "there is no submission.yaml", Remedy: "put the document beside its " +
		"files, or name the folder that contains it; docs/examples/smallest is such a folder"}}
}

func unreadable(name string, err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return power.InputErrors{{File: name, Problem: "the file cannot be read: " + err.Error(),
		Remedy: "check that it is complete and readable"}}
}

// NamedFile is a file that a field of the document names.
type NamedFile struct{ Name, Field string }

// Named lists the files a document names, in its order; a file of several series stands several times.
func Named(entry *power.Entry) []NamedFile {
	var named []NamedFile
	if entry.Run.Output != "" {
		named = append(named, NamedFile{entry.Run.Output, "run.output"})
	}
	for i := range entry.Series {
		for _, name := range entry.Series[i].Files() {
			named = append(named, NamedFile{name, fileField(&entry.Series[i], i, name)})
		}
	}
	for i, attachment := range entry.Attachments {
		named = append(named, NamedFile{attachment.File, fmt.Sprintf("attachments[%d].file", i)})
	}
	return named
}

func (r *reader) absent() []string {
	var absent []string
	for _, evidence := range Evidence(r.Entry)[len(Named(r.Entry)):] {
		if !fileName.MatchString(evidence.Name) || slices.Contains(absent, evidence.Name) {
			continue
		}
		if _, err := fs.Stat(r.Folder, evidence.Name); errors.Is(err, fs.ErrNotExist) {
			absent = append(absent, evidence.Name)
		}
	}
	return absent
}

// fileName is a text that can only be the name of a file: one word with an extension, and no address.
var fileName = regexp.MustCompile(`^[^\s:]+\.(?:[a-zA-Z][a-zA-Z0-9]{1,4}|7z)$`)

// Evidence lists the files that a document names and, after them, what it rests on that may be a file or an address.
func Evidence(entry *power.Entry) []NamedFile {
	named := Named(entry)
	add := func(name, field string) {
		if name != "" && fs.ValidPath(name) {
			named = append(named, NamedFile{name, field})
		}
	}
	for i, sub := range entry.Subsystems {
		add(sub.Basis, fmt.Sprintf("subsystems[%d].basis", i))
	}
	for i, meter := range entry.Meters {
		add(meter.Specification, fmt.Sprintf("meters[%d].specification", i))
		if meter.Loss != nil {
			add(meter.Loss.Evidence, fmt.Sprintf("meters[%d].loss.evidence", i))
		}
	}
	return named
}
