// Package bundle puts together what is graded: the submission document and the files it names.
// Command line and server read a bundle by this one way, so that they say the same of it.
package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// DocumentNames are the names a document may have in a bundle, in the order they are looked for.
func DocumentNames() []string {
	return []string{"submission.yaml", "submission.yml", "submission.json"}
}

// maximumBuffered bounds what is held of a file that only reads forward, such as one inside a zip.
const maximumBuffered = 1 << 30

// Bundle is a submission with the readings of its files.
type Bundle struct {
	Entry       *power.Entry
	Document    []byte // canonical JSON
	Measurement *power.Measurement
	Files       []validation.FileDigest // the files the document names, in its order
}

// Open reads the bundle in a folder or an unpacked archive. Trouble with the input is returned as
// power.InputErrors.
func Open(folder fs.FS) (*Bundle, error) {
	name, text, err := findDocument(folder)
	if err != nil {
		return nil, err
	}
	entry, places, err := document.Decode(name, text)
	if err != nil {
		return nil, err
	}
	// Files lie beside the document, which a zip may hold in a folder of its own.
	beside, err := fs.Sub(folder, path.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("open folder of %s: %w", name, err)
	}
	b, err := Assemble(entry, beside)
	return b, places.Of(err)
}

// Assemble reads the files that a document names. The document has to have passed document.Check.
func Assemble(entry *power.Entry, folder fs.FS) (*Bundle, error) {
	text, err := document.JSON(entry)
	if err != nil {
		return nil, fmt.Errorf("write document: %w", err)
	}
	r := reader{entry: entry, folder: folder}
	measurement, err := r.measurement(r.parts)
	if err != nil {
		return nil, err
	}
	files, err := r.digests()
	if err != nil {
		return nil, err
	}
	return &Bundle{Entry: entry, Document: text, Measurement: measurement, Files: files}, nil
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

// findDocument returns the document of a bundle, at its top or in its only folder.
func findDocument(folder fs.FS) (name string, text []byte, err error) {
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
	return "", nil, power.InputErrors{{Problem: "there is no submission.yaml here", Remedy: "put the document beside its files, or name the folder that holds it"}}
}

// unreadable turns a failure to read a file into trouble with the input.
func unreadable(name string, err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return power.InputErrors{{File: name, Problem: "the file cannot be read: " + err.Error(), Remedy: "check that it is whole and may be read"}}
}

// File is an opened file of a bundle that can be read from any place.
type File struct {
	io.Reader
	io.ReaderAt
	io.Closer
	Size int64
}

// open opens a file that a field of the document names.
func (r reader) open(name, field string) (*File, error) {
	if !fs.ValidPath(name) {
		return nil, missing(name, field, "name a file of the bundle, without \"..\" or a leading slash")
	}
	opened, err := r.folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent(name, field)
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	info, err := opened.Stat()
	if err != nil {
		return nil, errors.Join(unreadable(name, err), opened.Close())
	}
	if info.IsDir() {
		return nil, errors.Join(missing(name, field, "name a file, not a folder"), opened.Close())
	}
	if at, ok := opened.(interface {
		io.Reader
		io.ReaderAt
	}); ok {
		return &File{at, at, opened, info.Size()}, nil
	}
	defer func() { _ = opened.Close() }()
	held, err := io.ReadAll(io.LimitReader(opened, maximumBuffered+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	if len(held) > maximumBuffered {
		return nil, power.InputErrors{{File: name, Problem: "the file is too large to be read from an archive", Remedy: "unpack the archive and name the folder"}}
	}
	buffer := bytes.NewReader(held)
	return &File{buffer, buffer, io.NopCloser(nil), int64(len(held))}, nil
}

func absent(name, field string) power.InputErrors {
	return missing(name, field, "put it beside the document, or correct the name")
}

func missing(name, field, remedy string) power.InputErrors {
	return power.InputErrors{{Field: field, Problem: fmt.Sprintf("%q is not in the bundle", name), Remedy: remedy}}
}

// digests hashes every file the document names, each once, in the order of the document.
func (r reader) digests() ([]validation.FileDigest, error) {
	var files []validation.FileDigest
	var troubles power.InputErrors
	for _, named := range Named(r.entry) {
		if slices.ContainsFunc(files, func(f validation.FileDigest) bool { return f.Name == named.Name }) {
			continue
		}
		digest, err := r.digest(named)
		if more := (power.InputErrors{}); errors.As(err, &more) {
			troubles = append(troubles, more...)
			continue
		} else if err != nil {
			return nil, err
		}
		files = append(files, validation.FileDigest{Name: named.Name, Digest: digest})
	}
	return files, troubles.OrNil()
}

func (r reader) digest(named NamedFile) (string, error) {
	file, err := r.open(named.Name, named.Field)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(file, 0, file.Size)); err != nil {
		return "", unreadable(named.Name, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
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
