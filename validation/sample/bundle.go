package sample

import (
	"io/fs"
	"slices"
	"testing/fstest"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Bundle is a submission as a folder holds it: the document, and its files by name. The document
// itself is not among the files. Methodology is what the bundle is made for; a document may not name
// a draft, and then names the edition in force instead.
type Bundle struct {
	Methodology methodology.Edition
	Entry       power.Entry
	Files       map[string][]byte
}

// Named is a bundle with a name for a test case.
type Named struct {
	Name string
	Bundle
}

func (b *Bundle) attach(file, kind, text string) {
	b.Files[file] = []byte(text)
	b.Entry.Attachments = append(b.Entry.Attachments, power.Attachment{File: file, Kind: kind})
}

// detach takes a file out of the bundle.
func (b *Bundle) detach(file string) {
	delete(b.Files, file)
	b.Entry.Attachments = slices.DeleteFunc(b.Entry.Attachments, func(a power.Attachment) bool { return a.File == file })
}

// FS returns the files of the bundle as a folder, without the document.
func (b Bundle) FS() fs.FS {
	files := fstest.MapFS{}
	for name, content := range b.Files {
		files[name] = &fstest.MapFile{Data: content, Mode: 0o444}
	}
	return files
}
