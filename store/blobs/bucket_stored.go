package blobs

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
)

// EachStored visits every blob, until visit fails.
func (b *Bucket) EachStored(ctx context.Context, visit func(Stored) error) error {
	var failed error
	err := b.list(ctx, "", minio.ListObjectsOptions{Recursive: true}, func(object minio.ObjectInfo) bool {
		if one, is := ParseStored(object.Key); is {
			one.Size = object.Size
			failed = visit(one)
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

func (p bucketPieces) Each(ctx context.Context, visit func(string) error) error {
	var failed error
	err := p.bucket.list(ctx, PieceFolder+"/", minio.ListObjectsOptions{}, func(object minio.ObjectInfo) bool {
		if id := path.Base(object.Key); CheckPiece(id) == nil {
			failed = visit(id)
		}
		return failed == nil
	})
	return errors.Join(err, failed)
}

// OpenStored opens a blob as it is stored.
func (b *Bucket) OpenStored(ctx context.Context, name string) (io.ReadCloser, error) {
	return b.stream(ctx, b.prefix+name, 0, 0)
}

// PutStored stores a blob as it was stored elsewhere.
func (b *Bucket) PutStored(ctx context.Context, name string, content *os.File, size int64) error {
	return b.put(ctx, b.prefix+name, content, size)
}

// SetNote leaves a note beside the blobs, or removes it.
func (b *Bucket) SetNote(ctx context.Context, name string, leave bool) error {
	if leave {
		return b.put(ctx, b.prefix+name, strings.NewReader(""), 0)
	}
	return b.remove(ctx, b.prefix+name)
}

// HasNote reports whether a note is there.
func (b *Bucket) HasNote(ctx context.Context, name string) (bool, error) {
	request := b.begin(ctx)
	defer request.end()
	_, err := b.core.StatObject(request.ctx, b.name, b.prefix+name, minio.StatObjectOptions{})
	if err == nil {
		return true, nil
	}
	if err := request.failure("look at an object", err); !errors.Is(err, ErrNotFound) {
		return false, err
	}
	return false, nil
}
