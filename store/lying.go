package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/minio/minio-go/v7"
)

// lying is a blob as it lies where it is kept: its name there is the same in a folder and in a bucket.
type lying struct {
	name   string // with slashes, below where the blobs are
	digest string
	as     form
	size   int64 // of the bytes that lie there
}

// lyingAt reads a name; is is false where it is none of a blob.
func lyingAt(name string) (l lying, is bool) {
	folder, file := path.Split(name)
	for _, as := range forms() {
		rest, ends := strings.CutSuffix(file, string(as))
		digest := strings.TrimSuffix(folder, "/") + rest
		if ends && len(folder) == 3 && checkDigest(digest) == nil {
			return lying{name: name, digest: digest, as: as}, true
		}
	}
	return lying{}, false
}

// isPlain reports whether a blob is kept plain.
func (l lying) isPlain() bool { return l.as == plain }

// repacked returns the name of a blob once it is kept again; old is false if that is the name it has.
func (l lying) repacked() (again lying, old bool) {
	name, old := strings.CutSuffix(l.name, string(zstandard))
	return lying{name: name + string(packed), digest: l.digest, as: packed}, old
}

// site is a place of blobs as those see it who copy all of it.
type site interface {
	Blobs
	// each visits every blob, until visit fails.
	each(ctx context.Context, visit func(lying) error) error
	// lies opens a blob as it lies.
	lies(ctx context.Context, name string) (io.ReadCloser, error)
	// note leaves a note beside the blobs, or takes it away; noted reads whether it is there.
	note(ctx context.Context, name string, leave bool) error
	noted(ctx context.Context, name string) (bool, error)
}

// site opens what a depot names, without trying whether it can be written to.
func (d Depot) site() (site, error) {
	if d.Remote() {
		return newBucket(d)
	}
	return newFolder(d.At), nil
}

func (f *Folder) each(ctx context.Context, visit func(lying) error) error {
	return filepath.WalkDir(f.path, func(at string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // there is nothing yet, or it went meanwhile
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(f.path, at)
		if err != nil {
			return err
		}
		one, is := lyingAt(filepath.ToSlash(relative))
		if !is {
			return ctx.Err()
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		one.size = info.Size()
		return errors.Join(ctx.Err(), visit(one))
	})
}

// Each reads the folder.
func (p folderPieces) Each(_ context.Context, visit func(string) error) error {
	entries, err := os.ReadDir(filepath.Join(p.folder.path, pieceFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if checkPiece(entry.Name()) == nil {
			err = errors.Join(err, visit(entry.Name()))
		}
	}
	return err
}

func (f *Folder) lies(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(f.path, filepath.FromSlash(name)))
}

func (f *Folder) note(_ context.Context, name string, leave bool) error {
	at := filepath.Join(f.path, name)
	if leave {
		return errors.Join(os.WriteFile(at, nil, 0o600), syncFolder(f.path))
	}
	if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(f.path)
}

func (f *Folder) noted(_ context.Context, name string) (bool, error) {
	_, err := os.Stat(filepath.Join(f.path, name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (b *Bucket) each(ctx context.Context, visit func(lying) error) error {
	var failed error
	err := b.list(ctx, "", minio.ListObjectsOptions{Recursive: true}, func(object minio.ObjectInfo) bool {
		if one, is := lyingAt(object.Key); is {
			one.size = object.Size
			failed = visit(one)
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

// Each lists the folders of segments.
func (p bucketPieces) Each(ctx context.Context, visit func(string) error) error {
	var failed error
	err := p.bucket.list(ctx, pieceFolder+"/", minio.ListObjectsOptions{}, func(object minio.ObjectInfo) bool {
		if id := path.Base(object.Key); checkPiece(id) == nil {
			failed = visit(id)
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

func (b *Bucket) lies(ctx context.Context, name string) (io.ReadCloser, error) {
	return b.stream(ctx, b.prefix+name, 0, 0)
}

// lay puts a blob there as it lay elsewhere.
func (b *Bucket) lay(ctx context.Context, name string, content *os.File, size int64) error {
	return b.put(ctx, b.prefix+name, content, size)
}

func (b *Bucket) note(ctx context.Context, name string, leave bool) error {
	if leave {
		return b.put(ctx, b.prefix+name, strings.NewReader(""), 0)
	}
	return b.remove(ctx, b.prefix+name)
}

func (b *Bucket) noted(ctx context.Context, name string) (bool, error) {
	request := b.begin(ctx)
	defer request.end()
	_, err := b.core.StatObject(request.ctx, b.name, b.prefix+name, minio.StatObjectOptions{})
	if err == nil {
		return true, nil
	}
	if err := request.failure("look at an object", err); !errors.Is(err, errBlobNotFound) {
		return false, err
	}
	return false, nil
}
