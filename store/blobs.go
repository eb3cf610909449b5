package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Blob names bytes by what they are.
type Blob struct {
	Digest string // SHA-256 in hex
	Size   int64
}

// Blobs keeps bytes under their digest. The same bytes are kept once, and what is kept never changes.
type Blobs interface {
	// Put keeps what it reads. It fails where reading or keeping does; then nothing is kept.
	Put(ctx context.Context, r io.Reader) (Blob, error)
	// Open reads a blob; the end is only reached where all of it is as it was put. It returns
	// ErrNotFound and ErrDamaged.
	Open(ctx context.Context, digest string) (io.ReadCloser, error)
}

// ErrDamaged says that a blob is not what was put under its digest.
var ErrDamaged = errors.New("damaged")

// Folder keeps blobs as compressed files in a folder of the machine.
type Folder struct{ path string }

const (
	incoming     = "incoming-*"   // files that are being written
	abandoned    = 24 * time.Hour // age of an incoming file whose writer has died
	maxZstdFrame = 64 << 20       // window a blob may ask memory for; what Put writes needs less
)

// OpenFolder returns the blobs in a folder, which it makes where there is none, and removes what a
// writer left that died on the way. It fails where it cannot write there.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("open the blobs: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(path, incoming))
	if err != nil {
		return nil, fmt.Errorf("open the blobs: %w", err)
	}
	for _, name := range left {
		info, err := os.Stat(name)
		if err != nil || time.Since(info.ModTime()) < abandoned {
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("open the blobs: %w", err)
		}
	}
	return &Folder{path}, nil
}

// Put keeps what it reads, compressed, and has it on the disk when it returns. A blob that is there
// already is written anew, which mends one that was damaged.
func (f *Folder) Put(ctx context.Context, r io.Reader) (Blob, error) {
	temp, err := os.CreateTemp(f.path, incoming)
	if err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	defer func() { _ = os.Remove(temp.Name()) }() // gone already where all went well
	blob, err := compress(temp, reader{ctx, r})
	if err == nil {
		err = temp.Sync()
	}
	if err := errors.Join(err, temp.Close()); err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	if err := f.settle(temp.Name(), blob.Digest); err != nil {
		return Blob{}, fmt.Errorf("keep the blob %s: %w", blob.Digest, err)
	}
	return blob, nil
}

// compress writes r to w and says what it read.
func compress(w io.Writer, r io.Reader) (Blob, error) {
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return Blob{}, err
	}
	sum := sha256.New()
	size, err := io.Copy(encoder, io.TeeReader(r, sum))
	if err := errors.Join(err, encoder.Close()); err != nil {
		return Blob{}, err
	}
	return Blob{Digest: hex.EncodeToString(sum.Sum(nil)), Size: size}, nil
}

// settle moves a complete file to its place; the folders are synced too, because a rename that is
// only in memory is lost with the power.
func (f *Folder) settle(temp, digest string) error {
	path, err := f.file(digest)
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return errors.Join(syncFolder(filepath.Dir(path)), syncFolder(f.path))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// file returns where a blob is. It fails for a digest that is none, so that a name from outside
// never becomes part of a path.
func (f *Folder) file(digest string) (string, error) {
	if err := checkDigest(digest); err != nil {
		return "", err
	}
	return filepath.Join(f.path, digest[:2], digest[2:]+".zst"), nil
}

// checkDigest fails for all but the 64 digits of a SHA-256, in lower case.
func checkDigest(digest string) error {
	sum, err := hex.DecodeString(digest)
	if err != nil || len(sum) != sha256.Size || hex.EncodeToString(sum) != digest {
		return fmt.Errorf("%.80q is not a SHA-256 in hex", digest)
	}
	return nil
}

// Open reads a blob and holds it against its digest on the way. It returns ErrNotFound, and
// ErrDamaged at the latest where the bytes end.
func (f *Folder) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	path, err := f.file(digest)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("blob %s: %w", digest, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("open the blob %s: %w", digest, err)
	}
	decoder, err := zstd.NewReader(reader{ctx, file}, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdFrame))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the blob %s: %w", digest, err), file.Close())
	}
	return &proven{decoder: decoder, file: file, sum: sha256.New(), digest: digest}, nil
}

// proven reads a blob and, at its end, holds what was read against the digest: a compressed file
// that was cut off between two blocks would otherwise pass for a shorter one.
type proven struct {
	decoder *zstd.Decoder
	file    *os.File
	sum     hash.Hash
	digest  string
}

// Read reads on. It returns ErrDamaged where the file is not what it was.
func (p *proven) Read(b []byte) (int, error) {
	n, err := p.decoder.Read(b)
	p.sum.Write(b[:n])
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return n, err
	case !errors.Is(err, io.EOF):
		return n, fmt.Errorf("blob %s: %w: %w", p.digest, ErrDamaged, err)
	case hex.EncodeToString(p.sum.Sum(nil)) != p.digest:
		return n, fmt.Errorf("blob %s: %w: its content has another digest", p.digest, ErrDamaged)
	}
	return n, io.EOF
}

// Close ends the reading. It fails only where the file system does.
func (p *proven) Close() error {
	p.decoder.Close()
	return p.file.Close()
}

// reader stops reading when its context ends.
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
