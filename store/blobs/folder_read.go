package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/klauspost/compress/s2"
)

type form string

const (
	packed form = ".s2"
	plain  form = ".plain"
)

func forms() []form { return []form{packed, plain} }

const firstRoom = 64 << 10 // memory of a reader at first; it grows with the blocks it meets

func (as form) unpack(file io.Reader) io.Reader {
	if as == packed {
		return s2.NewReader(file, s2.ReaderMaxBlockSize(compressible), s2.ReaderAllocBlock(firstRoom))
	}
	return file
}

// Open reads a blob and holds it against its digest on the way. It returns errBlobNotFound, and
// ErrDamaged at the latest where the bytes end.
func (f *Folder) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	var file *os.File
	var as form
	var err error
	for _, as = range forms() {
		if file, err = f.open(digest, as); !errors.Is(err, ErrNotFound) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return prove(ctx, digest, as, file), nil
}

func prove(ctx context.Context, digest string, as form, file io.ReadCloser) io.ReadCloser {
	source := &ending{r: reader{ctx, file}}
	return &proven{Closer: file, content: as.unpack(source), source: source, sum: sha256.New(), digest: digest}
}

// proven reads a blob and, at its end, holds what was read against the digest: a compressed file
// that was cut off between two blocks would otherwise pass for a shorter one.
type proven struct {
	io.Closer
	content io.Reader
	source  *ending // of the content
	digest  string
	sum     hash.Hash
}

func (p *proven) Read(b []byte) (int, error) {
	n, err := p.content.Read(b)
	p.sum.Write(b[:n])
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return n, err
	case errors.Is(p.source.err, ErrUnavailable): // which says nothing of what is kept
		return n, p.source.err
	case !errors.Is(err, io.EOF):
		return n, fmt.Errorf("blob %s: %w: %w", p.digest, ErrDamaged, err)
	case hex.EncodeToString(p.sum.Sum(nil)) != p.digest:
		return n, fmt.Errorf("blob %s: %w: its content is another", p.digest, ErrDamaged)
	}
	return n, io.EOF
}

// OpenPlain opens a plain blob where it lies.
func (f *Folder) OpenPlain(_ context.Context, digest string) (Plain, error) {
	file, err := f.open(digest, plain)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the blob %s: %w", digest, err), file.Close())
	}
	return plainFile{file, info.Size()}, nil
}

type plainFile struct {
	*os.File
	size int64
}

// Size is the number of bytes in it.
func (p plainFile) Size() int64 { return p.size }
