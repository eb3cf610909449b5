// Package filetree shows the files of a revision, which are blobs, as a file system.
package filetree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"green500/store/blobs"
	"green500/validation/power"
)

// LongestName is how long the name of a file may be, in bytes.
const LongestName = 500

// File is a file of a revision: evidence as it was uploaded, kept as a blob.
type File struct {
	Name   string // its path in the bundle, with slashes
	Digest string // SHA-256 in hex, the name of the blob
	Size   int64
	Kind   string
}

// New shows files by name, as a file system that can only be read. A blob is
// opened when it is first read from, and read from its beginning on; every file knows its size and
// its digest. ctx ends all reading, since a file system has no other way to be told. Opening fails
// if the names of the files contradict each other, which those of a stored revision never do.
func New(ctx context.Context, blobs blobs.Blobs, files []File) fs.FS {
	tree, err := newTree(files)
	return filesFS{ctx, blobs, tree, err}
}

type filesFS struct {
	ctx   context.Context
	blobs blobs.Blobs
	tree  tree
	err   error
}

// Open returns a file or folder. It fails with fs.ErrInvalid and fs.ErrNotExist.
func (f filesFS) Open(name string) (fs.File, error) {
	if f.err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
	}
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	one, exists := f.tree[name]
	if !exists {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if one.isFolder {
		return &openFolder{node: one, tree: f.tree}, nil
	}
	return &openFile{node: one, ctx: f.ctx, blobs: f.blobs}, nil
}

type tree map[string]*node

type node struct {
	path     string
	file     File
	isFolder bool
	children []string // paths
}

// Check returns a *power.InputError for a name that is not a path within a bundle or that two files share, and an error
// for a file that names no blob.
func Check(files []File) error {
	_, err := newTree(files)
	return err
}

func newTree(files []File) (tree, error) {
	t := tree{".": {path: ".", isFolder: true}}
	for _, file := range files {
		if err := blobs.CheckDigest(file.Digest); err != nil {
			return nil, fmt.Errorf("file %s: %w", file.Name, err)
		}
		if file.Size < 0 {
			return nil, fmt.Errorf("file %s: its size is %d", file.Name, file.Size)
		}
		if err := t.add(file); err != nil {
			return nil, err
		}
	}
	for _, one := range t {
		slices.Sort(one.children)
	}
	return t, nil
}

func (t tree) add(file File) error {
	if !fs.ValidPath(file.Name) || file.Name == "." || strings.Contains(file.Name, "\x00") {
		return &power.InputError{
			File: printable(file.Name), Problem: "this is not a path within a bundle",
			Remedy: "use names with forward slashes, and no .. in them",
		}
	}
	if len(file.Name) > LongestName {
		return &power.InputError{File: file.Name[:40] + "…",
			Problem: fmt.Sprintf("its name is longer than %d bytes", LongestName), Remedy: "rename it"}
	}
	if _, exists := t[file.Name]; exists {
		return sharedName(file.Name)
	}
	t[file.Name] = &node{path: file.Name, file: file}
	for child := file.Name; child != "."; child = path.Dir(child) {
		parent, exists := t[path.Dir(child)]
		if exists && !parent.isFolder {
			return sharedName(parent.path)
		}
		if exists {
			parent.children = append(parent.children, child)
			break
		}
		t[path.Dir(child)] = &node{path: path.Dir(child), isFolder: true, children: []string{child}}
	}
	return nil
}

// printable is a name without what no text of a database contains.
func printable(name string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "\uFFFD")
}

func sharedName(name string) error {
	return &power.InputError{File: name, Problem: "two files have this name", Remedy: "rename one of them"}
}

func (n *node) Name() string       { return path.Base(n.path) }
func (n *node) Size() int64        { return n.file.Size }
func (n *node) ModTime() time.Time { return time.Time{} }
func (n *node) IsDir() bool        { return n.isFolder }
func (n *node) Sys() any           { return nil }

func (n *node) Mode() fs.FileMode {
	if n.isFolder {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// openFile streams a blob, which is opened when it is first read from.
type openFile struct {
	*node
	ctx   context.Context
	blobs blobs.Blobs

	stream io.ReadCloser
	closed bool
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.node, nil }

// Digest is the SHA-256 of the content, in hex. It is known before anything is read.
func (f *openFile) Digest() string { return f.file.Digest }

func (f *openFile) Read(b []byte) (int, error) {
	if f.closed {
		return 0, &fs.PathError{Op: "read", Path: f.path, Err: fs.ErrClosed}
	}
	if f.stream == nil {
		stream, err := f.blobs.Open(f.ctx, f.file.Digest)
		if err != nil {
			return 0, &fs.PathError{Op: "read", Path: f.path, Err: err}
		}
		f.stream = stream
	}
	return f.stream.Read(b)
}

func (f *openFile) Close() error {
	if f.closed {
		return fs.ErrClosed
	}
	f.closed = true
	if f.stream == nil {
		return nil
	}
	return f.stream.Close()
}

type openFolder struct {
	*node
	tree tree
	next int
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.node, nil }

// Read fails: a folder has no bytes.
func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.path, Err: errors.New("is a folder")}
}

func (f *openFolder) Close() error { return nil }

// ReadDir lists on, as fs.ReadDirFile asks. It returns io.EOF at the end of a listing in parts.
func (f *openFolder) ReadDir(count int) ([]fs.DirEntry, error) {
	left := f.children[f.next:]
	if count > 0 && len(left) == 0 {
		return nil, io.EOF
	}
	if count > 0 && count < len(left) {
		left = left[:count]
	}
	f.next += len(left)
	entries := make([]fs.DirEntry, len(left))
	for i, child := range left {
		entries[i] = fs.FileInfoToDirEntry(f.tree[child])
	}
	return entries, nil
}
