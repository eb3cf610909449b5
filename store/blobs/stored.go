package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// Clearable are blobs that can be cleared away.
type Clearable interface {
	// EachStored visits every blob, until visit fails; it may or may not visit one that comes or goes while this runs.
	EachStored(ctx context.Context, visit func(Stored) error) error
	// RemoveBlob removes a blob in all its forms; one that is not there is no error.
	RemoveBlob(ctx context.Context, digest string) error
}

// RemoveBlob removes the files of a blob; one that is not there is no error.
func (f *Folder) RemoveBlob(_ context.Context, digest string) error {
	for _, as := range forms() {
		path, err := f.file(digest, as)
		if err != nil {
			return err
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the blob %s: %w", digest, err)
		}
	}
	return nil
}

// RemoveBlob removes the objects of a blob; one that is not there is no error.
func (b *Bucket) RemoveBlob(ctx context.Context, digest string) error {
	for _, as := range forms() {
		key, err := b.key(digest, as)
		if err != nil {
			return err
		}
		if err := b.remove(ctx, key); err != nil {
			return fmt.Errorf("remove the blob %s: %w", digest, err)
		}
	}
	return nil
}

// Verify reads a blob to its end. It returns ErrNotFound and ErrDamaged.
func Verify(ctx context.Context, blobs Blobs, digest string) error {
	content, err := blobs.Open(ctx, digest)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, content)
	return errors.Join(err, content.Close())
}

// unheld are blobs that can be read past what a process holds of them.
type unheld interface {
	openUnheld(ctx context.Context, digest string) (io.ReadCloser, error)
}

// VerifyPlain reads a blob that is kept plain and compares its SHA-256. It returns ErrNotFound and ErrDamaged.
func VerifyPlain(ctx context.Context, blobs Blobs, digest string) error {
	if past, can := Untraced(blobs).(unheld); can {
		content, err := past.openUnheld(ctx, digest)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, content)
		return errors.Join(err, content.Close())
	}
	content, err := blobs.OpenPlain(ctx, digest)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, reader{ctx, io.NewSectionReader(content, 0, content.Size())})
	if err == nil && hex.EncodeToString(sum.Sum(nil)) != digest {
		err = fmt.Errorf("blob %s: %w", digest, ErrDamaged)
	}
	return errors.Join(err, content.Close())
}
