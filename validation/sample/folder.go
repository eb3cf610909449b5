package sample

import (
	"bytes"
	"io/fs"
	"time"
)

// FS returns the files of the bundle as a folder, without the document.
func (b Bundle) FS() fs.FS { return folder(b.Files) }

type folder map[string][]byte

// Open implements fs.FS.
func (f folder) Open(name string) (fs.File, error) {
	content, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return file{bytes.NewReader(content), info{name, int64(len(content))}}, nil
}

// file can be read from any place, as files of a disk can.
type file struct {
	*bytes.Reader
	info info
}

func (f file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f file) Close() error               { return nil }

type info struct {
	name string
	size int64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return 0o444 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }
