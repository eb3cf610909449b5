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
	"path/filepath"
	"runtime"
	"time"

	"github.com/klauspost/compress/s2"
)

// Folder keeps blobs as files in a folder of the machine.
type Folder struct {
	path    string
	writing chan struct{} // held while a piece is written
}

// newFolder leaves a core to everything else: hundreds of uploads that write at once would each take as much of
// the machine as somebody who waits for a page.
func newFolder(path string) *Folder {
	return &Folder{path: path, writing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}
}

const (
	incoming  = "incoming-*"   // files that are being written
	abandoned = 24 * time.Hour // age from when on nobody writes to something any more, if nothing else tells
	// before a file without an owner may be deleted: creating and claiming it are two steps
	untouched = 10 * time.Second

	compressors  = 2         // goroutines that compress one blob: several uploads at once share the cores anyway
	compressible = 256 << 10 // bytes that are compressed at a time; more are neither faster nor smaller
)

// OpenFolder returns the blobs in a folder, which it makes if there is none, and removes what a
// writer left that died on the way. It fails if it cannot write there.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("open the blobs: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(path, incoming))
	if err != nil {
		return nil, fmt.Errorf("open the blobs: %w", err)
	}
	for _, name := range left {
		if !isAbandoned(name) {
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("open the blobs: %w", err)
		}
	}
	return newFolder(path), nil
}

// isAbandoned reports whether the writer of an incoming file has died. A living one holds it, whichever process it is;
// if the system does not tell, age does.
func isAbandoned(name string) bool {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // nothing was written
	info, err := file.Stat()
	if err != nil {
		return false
	}
	age := abandoned
	switch err := lockAlone(file); {
	case errors.Is(err, ErrBusy):
		return false
	case err == nil && locksTell:
		age = untouched
	}
	return time.Since(info.ModTime()) > age
}

// Put keeps what it reads, compressed, and has it on the disk when it returns. A blob that is there
// already is written again, which repairs a damaged one.
func (f *Folder) Put(ctx context.Context, r io.Reader) (Blob, error) {
	file, err := f.incoming()
	if err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	blob, err := compress(file, reader{ctx, r})
	if err == nil {
		err = file.settle(blob.Digest, packed)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	return blob, nil
}

// compress writes r to w and says what it read. The digest is taken while the blocks read before are being compressed.
func compress(w io.Writer, r io.Reader) (Blob, error) {
	encoder := s2.NewWriter(w, s2.WriterConcurrency(compressors), s2.WriterBlockSize(compressible))
	sum, end := sha256.New(), &ending{r: r}
	size, err := encoder.ReadFrom(io.TeeReader(end, sum))
	if err := errors.Join(err, end.err, encoder.Close()); err != nil {
		return Blob{}, err
	}
	return Blob{Digest: hex.EncodeToString(sum.Sum(nil)), Size: size}, nil
}

// ending records the read error, because the encoder treats an unexpected EOF as a normal end.
type ending struct {
	r   io.Reader
	err error
}

func (e *ending) Read(b []byte) (int, error) {
	n, err := e.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		e.err = err
	}
	return n, err
}

// file returns where a blob is. It fails for an invalid digest, so that a name from outside
// never becomes part of a path.
func (f *Folder) file(digest string, as form) (string, error) {
	if err := CheckDigest(digest); err != nil {
		return "", err
	}
	return filepath.Join(f.path, digest[:2], digest[2:]+string(as)), nil
}

func (f *Folder) open(digest string, as form) (*os.File, error) {
	path, err := f.file(digest, as)
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
	return file, nil
}
