// Package blobs stores the bytes of evidence under their SHA-256, in a folder or in a bucket of an object store. It
// also keeps the parts of unfinished uploads.
package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"green500/validation/logs/canonical"
)

// Blob names bytes by what they are.
type Blob struct {
	Digest string // SHA-256 in hex
	Size   int64
}

// Blobs keeps bytes under their digest. The same bytes are kept once, and what is kept never changes.
// Originals are kept compressed and are read from their beginning. What carries its own checksums, as
// readings in the canonical form do, is kept plain and is read in place.
type Blobs interface {
	// Put keeps what it reads, compressed. It fails if reading or keeping does; then nothing is kept.
	Put(ctx context.Context, r io.Reader) (Blob, error)
	// Open reads a blob of either kind; the end is only reached if all of it is as it was put. It
	// returns ErrNotFound and ErrDamaged.
	Open(ctx context.Context, digest string) (io.ReadCloser, error)
	// Scratch makes a file near the blobs, which is gone when it is closed. It is a canonical.Scratch.
	Scratch() (canonical.File, error)
	// PutPlain keeps bytes as they are. A file of Scratch that holds just these is taken over.
	PutPlain(ctx context.Context, content *io.SectionReader) (Blob, error)
	// OpenPlain opens a plain blob without reading it. It returns ErrNotFound, also for a blob that is
	// only kept compressed. What is damaged in it has to be told by the checksums inside.
	OpenPlain(ctx context.Context, digest string) (Plain, error)
	// Pieces keeps what is no blob yet because it has not arrived whole.
	Pieces() Pieces
}

// Plain is a blob that can be read from any place, in parallel.
type Plain interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// ErrNotFound says that there is no such blob.
var ErrNotFound = errors.New("not found")

// ErrDamaged says that a blob is not what was put under its digest.
var ErrDamaged = errors.New("damaged")

// CheckDigest fails for all but the 64 digits of a SHA-256, in lower case.
func CheckDigest(digest string) error {
	sum, err := hex.DecodeString(digest)
	if err != nil || len(sum) != sha256.Size || hex.EncodeToString(sum) != digest {
		return fmt.Errorf("%.80q is not a SHA-256 in hex", digest)
	}
	return nil
}

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(b)
}

// WithContext returns a reader that stops reading when its context ends.
func WithContext(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

// DigestOf reads to the end and returns the SHA-256 in hex.
func DigestOf(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
