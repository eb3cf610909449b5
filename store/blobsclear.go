package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// clearable are blobs that can be cleared away.
type clearable interface {
	// each visits every blob as it lies, until visit fails; one that comes or goes meanwhile perhaps.
	each(ctx context.Context, visit func(lying) error) error
	// forgetBlob forgets a blob in all its forms; one that is not there is no error.
	forgetBlob(ctx context.Context, digest string) error
}

func (f *Folder) forgetBlob(_ context.Context, digest string) error {
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

func (b *Bucket) forgetBlob(ctx context.Context, digest string) error {
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
