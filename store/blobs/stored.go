package blobs

import (
	"context"
	"io"
	"path"
	"strings"
)

// Stored is a blob as a folder or a bucket holds it, under the same name in both.
type Stored struct {
	Name   string // with slashes, below where the blobs are
	Digest string
	as     form
	Size   int64 // of the stored bytes
}

// ParseStored reads the name of a stored blob; is is false if the name is of something else.
func ParseStored(name string) (s Stored, is bool) {
	folder, file := path.Split(name)
	for _, as := range forms() {
		rest, ends := strings.CutSuffix(file, string(as))
		digest := strings.TrimSuffix(folder, "/") + rest
		if ends && len(folder) == 3 && CheckDigest(digest) == nil {
			return Stored{Name: name, Digest: digest, as: as}, true
		}
	}
	return Stored{}, false
}

// IsPlain reports whether a blob is kept plain.
func (s Stored) IsPlain() bool { return s.as == plain }

// Repository is what copying all blobs takes.
type Repository interface {
	Blobs
	// EachStored visits every blob, until visit fails.
	EachStored(ctx context.Context, visit func(Stored) error) error
	// OpenStored opens a blob as it is stored.
	OpenStored(ctx context.Context, name string) (io.ReadCloser, error)
	// SetNote leaves a note beside the blobs, or removes it; HasNote reports whether it is there.
	SetNote(ctx context.Context, name string, leave bool) error
	HasNote(ctx context.Context, name string) (bool, error)
}

// Repository opens a location, without trying whether it can be written to.
func (d Location) Repository() (Repository, error) {
	if d.Remote() {
		return newBucket(d)
	}
	return newFolder(d.At), nil
}
