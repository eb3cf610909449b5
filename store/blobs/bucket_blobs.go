package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/minio/minio-go/v7"
)

// Put keeps what it reads, compressed; the object store has acknowledged it when it returns. A blob that is there
// already is written again, which repairs a damaged one.
func (b *Bucket) Put(ctx context.Context, r io.Reader) (Blob, error) {
	file, err := b.layOut()
	if err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	laid := &counting{w: file}
	blob, err := compress(laid, reader{ctx, r})
	if err == nil {
		err = b.putBlob(ctx, blob.Digest, packed, file, laid.written)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	return blob, nil
}

func (b *Bucket) putBlob(ctx context.Context, digest string, as form, content io.ReaderAt, size int64) error {
	key, err := b.key(digest, as)
	if err != nil {
		return err
	}
	return b.put(ctx, key, content, size)
}

type counting struct {
	w       io.Writer
	written int64
}

func (c *counting) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.written += int64(n)
	return n, err
}

// PutPlain keeps bytes as they are; the object store has acknowledged them when it returns.
func (b *Bucket) PutPlain(ctx context.Context, content *io.SectionReader) (Blob, error) {
	sum := sha256.New()
	at, err := content.Seek(0, io.SeekCurrent)
	if err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	size, err := io.Copy(sum, reader{ctx, content})
	blob := Blob{Digest: hex.EncodeToString(sum.Sum(nil)), Size: size}
	if err == nil {
		err = b.putBlob(ctx, blob.Digest, plain, io.NewSectionReader(content, at, size), size)
	}
	if err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	return blob, nil
}

// Open reads a blob and holds it against its digest on the way. It returns errBlobNotFound, ErrUnavailable, and
// ErrDamaged at the latest where the bytes end.
func (b *Bucket) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	for _, as := range forms() {
		key, err := b.key(digest, as)
		if err != nil {
			return nil, err
		}
		stream, err := b.stream(ctx, key, 0, 0)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open the blob %s: %w", digest, err)
		}
		return prove(ctx, digest, as, stream), nil
	}
	return nil, fmt.Errorf("blob %s: %w", digest, ErrNotFound)
}

func (b *Bucket) stream(ctx context.Context, key string, from, to int64) (*objectStream, error) {
	s := &objectStream{bucket: b, ctx: ctx, key: key, at: from, to: to}
	if err := s.open(); err != nil {
		return nil, err
	}
	return s, nil
}

// objectStream reads an object, and goes on where a connection broke off.
type objectStream struct {
	bucket  *Bucket
	ctx     context.Context
	key     string
	at, to  int64
	etag    string // of the object that was opened first
	request *request
	body    io.ReadCloser
	broke   int // times that nothing came
}

func (s *objectStream) open() error {
	var options minio.GetObjectOptions
	var err error
	if s.to > 0 {
		err = options.SetRange(s.at, s.to-1)
	} else if s.at > 0 {
		err = options.SetRange(s.at, 0)
	}
	if err == nil && s.etag != "" {
		err = options.SetMatchETag(s.etag)
	}
	if err != nil {
		return err
	}
	s.request = s.bucket.begin(s.ctx)
	body, info, _, err := s.bucket.core.GetObject(s.request.ctx, s.bucket.name, s.key, options)
	if err != nil {
		defer s.request.end()
		failed := s.request.failure("read an object", err)
		if errors.Is(failed, errTaken) {
			failed = fmt.Errorf("read an object: %w: it was just written again", ErrUnavailable)
		}
		return failed
	}
	s.body, s.etag = body, info.ETag
	if s.to == 0 {
		s.to = s.at + info.Size
	}
	return nil
}

// Read reads on. It returns ErrUnavailable if the object store does not give more.
func (s *objectStream) Read(into []byte) (int, error) {
	for {
		if s.at == s.to {
			return 0, io.EOF
		}
		n, err := s.body.Read(into)
		s.at += int64(n)
		if n > 0 {
			s.request.moved()
			s.broke = 0
			return n, nil
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		failed := s.request.failure("read an object", err)
		s.end()
		if s.broke++; s.broke >= requestTries || s.ctx.Err() != nil {
			s.broke = requestTries
			return 0, failed
		}
		if err := s.open(); err != nil {
			s.broke = requestTries
			return 0, err
		}
	}
}

func (s *objectStream) end() {
	_ = s.body.Close() // it was only read
	s.request.end()
}

func (s *objectStream) Close() error {
	s.end()
	return nil
}
