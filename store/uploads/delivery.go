// This file owns what somebody sends: files, archives and documents.

package uploads

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"green500/store/drafts"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Delivery is files that came in together and are kept as blobs, but are of no entry yet. A submission
// document among them is kept apart: it tells how the other files are read.
type Delivery struct {
	Sent         []Sent
	Document     []byte                 // of the submission; nil if none came
	DocumentName string                 // of the file that held it
	Edition      string                 // that the document was given in place of its own; empty if it keeps that
	Reads        func() *power.Entry    // the document as it is known without one that came; may be nil
	Carried      *bundle.ExportedReport // verdict that an exported bundle held, which is no evidence; nil if none came
}

// Sent is one file as somebody sent it, and what is kept of it: itself, or what an archive held.
type Sent struct {
	Name   string
	Digest string // SHA-256 in hex, of what was sent
	Files  []submissions.File
}

// What is taken at a time.
const (
	maximumUnpacked = 16 << 30 // bytes of all files of an archive
	maximumDocument = 1 << 20  // bytes of a submission document
)

// CleanName is the path of a file within a bundle, as browsers and archives write it.
func CleanName(name string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/")
}

func isArchive(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

func isDocument(name string) bool {
	return slices.Contains(bundle.DocumentNames(), path.Base(name))
}

// Files are those that are kept of a delivery, without its document.
func (d *Delivery) Files() []submissions.File {
	var files []submissions.File
	for _, sent := range d.Sent {
		files = append(files, sent.Files...)
	}
	return files
}

// Entry is the document of a delivery, as far as it can be read.
func (d *Delivery) Entry() *power.Entry {
	if d.Document != nil {
		entry, _, _ := document.Decode(d.DocumentName, d.Document) // what is wrong with it is told later
		if entry != nil && d.Edition != "" {
			entry.Edition = d.Edition
		}
		return entry
	}
	if d.Reads == nil {
		return nil
	}
	return d.Reads()
}

// Take keeps a file that comes in; of an archive it keeps every file by itself, so that evidence is
// found by its own hash. It returns a *power.InputError or power.InputErrors for what will not do, and
// io.ErrUnexpectedEOF if reading broke off.
func (s *Uploads) Take(ctx context.Context, d *Delivery, name string, content io.Reader) error {
	name = CleanName(name)
	if d.unpacks(name) {
		return s.takeArchive(ctx, d, name, content)
	}
	file, err := s.Receive(ctx, name, content, d.Entry())
	if err != nil {
		return err
	}
	d.Sent = append(d.Sent, Sent{Name: name, Digest: file.Digest})
	return s.put(ctx, d, file)
}

// unpacks reports whether a file is an archive of others, and not a piece of evidence by itself.
func (d *Delivery) unpacks(name string) bool { return isArchive(name) && !d.names(name) }

func (d *Delivery) names(name string) bool {
	entry := d.Entry()
	return entry != nil && slices.ContainsFunc(bundle.Evidence(entry),
		func(named bundle.NamedFile) bool { return path.Clean(named.Name) == name })
}

// takeArchive only lays the archive out: its list of files stands at its end.
func (s *Uploads) takeArchive(ctx context.Context, d *Delivery, name string, content io.Reader) error {
	file, err := s.db.Evidence.Scratch()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // nothing of it is needed any more
	sum := sha256.New()
	size, err := io.Copy(file, io.TeeReader(content, sum))
	if err != nil {
		return err
	}
	return s.unpack(ctx, d, Sent{Name: name, Digest: hex.EncodeToString(sum.Sum(nil))}, file, size)
}

// put adds a file to what was sent last; the submission document is kept apart.
func (s *Uploads) put(ctx context.Context, d *Delivery, file submissions.File) error {
	if len(d.Files()) >= drafts.MaximumFiles {
		return &power.InputError{File: file.Name, Problem: fmt.Sprintf("the upload holds more than %d files",
			drafts.MaximumFiles), Remedy: "send those the document names"}
	}
	if isDocument(file.Name) && d.Document == nil {
		return s.putDocument(ctx, d, file)
	}
	if d.maybeCarried(file) {
		carried, err := s.carried(ctx, file)
		if err != nil {
			return err
		}
		if d.Carried = carried; carried != nil {
			return nil
		}
	}
	last := &d.Sent[len(d.Sent)-1]
	last.Files = append(last.Files, file)
	return nil
}

func (s *Uploads) putDocument(ctx context.Context, d *Delivery, file submissions.File) error {
	if file.Size > maximumDocument {
		return &power.InputError{File: file.Name, Problem: "a submission document of this size cannot be taken",
			Remedy: "give readings as files beside it"}
	}
	opened, err := s.db.Evidence.Open(ctx, file.Digest)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }() // it was only read
	d.DocumentName = file.Name
	d.Document, err = io.ReadAll(opened)
	return err
}

func (d *Delivery) maybeCarried(file submissions.File) bool {
	folder, name := path.Split(file.Name)
	beside := d.Document == nil || path.Clean(folder) == path.Dir(d.DocumentName)
	return name == bundle.ReportName && beside && d.Carried == nil && file.Size <= bundle.MaximumReport &&
		!d.names(name)
}

// carried reads a verdict; nil if it is not one of ours.
func (s *Uploads) carried(ctx context.Context, file submissions.File) (*bundle.ExportedReport, error) {
	opened, err := s.db.Evidence.Open(ctx, file.Digest)
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }() // it was only read
	text, err := io.ReadAll(opened)
	if err != nil {
		return nil, err
	}
	carried, ours := bundle.ReadExportedReport(text)
	if !ours {
		return nil, nil
	}
	return &carried, nil
}

// Compare says how the verdict here compares with the one that was carried along; empty if none was.
func (d *Delivery) Compare(here submissions.Snapshot) string {
	switch {
	case d.Carried == nil:
		return ""
	case !here.Complete():
		return bundle.ReportName + " holds a verdict, but here the submission could not be graded as it is."
	}
	return d.Carried.Explain(
		validation.Digests{Rules: here.RulesDigest, Input: here.InputDigest, Report: here.ReportDigest}, here.Report)
}

func (s *Uploads) unpack(ctx context.Context, d *Delivery, sent Sent, file io.ReaderAt, size int64) error {
	archive, err := tracefile.ReadZip(file, size)
	if err != nil {
		return &power.InputError{File: sent.Name, Problem: "this is not a zip archive that can be read (" +
			err.Error() + ")", Remedy: "pack it again, or send the files"}
	}
	d.Sent = append(d.Sent, sent)
	// The document first: it tells how the other files are read, so that they are read as they come.
	packed := slices.SortedStableFunc(slices.Values(archive.File), func(a, b *zip.File) int {
		return cmp.Compare(notDocument(a.Name), notDocument(b.Name))
	})
	room := int64(maximumUnpacked)
	for _, packed := range packed {
		if packed.FileInfo().IsDir() || strings.HasPrefix(path.Base(CleanName(packed.Name)), ".") ||
			strings.HasPrefix(packed.Name, "__MACOSX/") {
			continue
		}
		if err := s.unpackFile(ctx, d, sent.Name, packed, &room); err != nil {
			return err
		}
	}
	return nil
}

func notDocument(name string) int {
	if isDocument(name) {
		return 0
	}
	return 1
}

func (s *Uploads) unpackFile(ctx context.Context, d *Delivery, archive string, packed *zip.File, room *int64) error {
	reader, err := packed.Open()
	if err != nil {
		return &power.InputError{File: archive, Problem: packed.Name + " cannot be unpacked (" + err.Error() + ")",
			Remedy: "pack it again, or send the files"}
	}
	defer func() { _ = reader.Close() }() // it was only read
	limited := &io.LimitedReader{R: reader, N: *room}
	file, err := s.Receive(ctx, CleanName(packed.Name), limited, d.Entry())
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &power.InputError{File: archive, Problem: packed.Name + " is damaged in the archive",
			Remedy: "pack it again, or send the files"}
	}
	if err != nil {
		return err
	}
	if *room = limited.N; *room <= 0 {
		return &power.InputError{File: archive, Problem: packed.Name + " unpacks to more than can be taken",
			Remedy: "split the file"}
	}
	return s.put(ctx, d, file)
}

// StripFolder takes the folder that holds the document off every name, since the document names its
// files from where it stands; without a document it is the folder that all files share.
func (d *Delivery) StripFolder() {
	prefix := path.Dir(d.DocumentName) + "/"
	if d.Document == nil {
		prefix = d.commonFolder()
	}
	d.DocumentName = path.Base(d.DocumentName)
	for i := range d.Sent {
		sent := &d.Sent[i]
		sent.Name = strings.TrimPrefix(sent.Name, prefix)
		for k := range sent.Files {
			sent.Files[k].Name = strings.TrimPrefix(sent.Files[k].Name, prefix)
		}
	}
}

// commonFolder is the folder that all files share, with its slash; "/" matches none.
func (d *Delivery) commonFolder() string {
	files := d.Files()
	if len(files) == 0 {
		return "/"
	}
	folder, _, found := strings.Cut(files[0].Name, "/")
	for _, file := range files {
		if !found || !strings.HasPrefix(file.Name, folder+"/") {
			return "/"
		}
	}
	return folder + "/"
}
