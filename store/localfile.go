package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// LocalFile is a blob laid out on the disk, uncompressed, for readers that jump about in it, as
// those of Parquet do. It has no name and is gone when it is closed.
type LocalFile struct {
	file *os.File
	size int64
}

// OpenFile lays a blob out on the disk. It returns ErrNotFound and ErrDamaged, and fails where
// there is no room.
func OpenFile(ctx context.Context, blobs Blobs, digest string) (*LocalFile, error) {
	blob, err := blobs.Open(ctx, digest)
	if err != nil {
		return nil, err
	}
	local, err := layOut(blob)
	if err := errors.Join(err, blob.Close()); err != nil {
		if local != nil {
			err = errors.Join(err, local.Close())
		}
		return nil, fmt.Errorf("lay out the blob %s: %w", digest, err)
	}
	return local, nil
}

// layOut takes the file's name away before there is anything in it: however the process ends,
// nothing is left behind.
func layOut(r io.Reader) (*LocalFile, error) {
	file, err := os.CreateTemp("", "green500-")
	if err != nil {
		return nil, err
	}
	local := &LocalFile{file: file}
	if err := os.Remove(file.Name()); err != nil {
		return local, err
	}
	if local.size, err = io.Copy(file, r); err != nil {
		return local, err
	}
	_, err = file.Seek(0, io.SeekStart)
	return local, err
}

// Read reads on from where the last Read ended. It fails as a file does.
func (l *LocalFile) Read(b []byte) (int, error) { return l.file.Read(b) }

// ReadAt reads from an offset. It fails as a file does, and may be called in parallel.
func (l *LocalFile) ReadAt(b []byte, offset int64) (int, error) { return l.file.ReadAt(b, offset) }

// Seek sets where the next Read begins. It fails as a file does.
func (l *LocalFile) Seek(offset int64, whence int) (int64, error) {
	return l.file.Seek(offset, whence)
}

// Size is the number of bytes in it.
func (l *LocalFile) Size() int64 { return l.size }

// Close gives the room back. It fails where it was closed before.
func (l *LocalFile) Close() error { return l.file.Close() }
