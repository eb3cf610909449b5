package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

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
