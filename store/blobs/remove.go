package blobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

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
