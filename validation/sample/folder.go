package sample

import (
	"io/fs"
	"testing/fstest"
)

// FS returns the files of the bundle as a folder, without the document.
func (b Bundle) FS() fs.FS {
	files := fstest.MapFS{}
	for name, content := range b.Files {
		files[name] = &fstest.MapFile{Data: content, Mode: 0o444}
	}
	return files
}
