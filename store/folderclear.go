package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Each visits the blobs folder by folder; one that is kept in two forms twice.
func (f *Folder) Each(ctx context.Context, visit func(digest string, size int64) error) error {
	err := filepath.WalkDir(f.path, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist): // it went meanwhile
			return nil
		case err != nil || entry.IsDir():
			return err
		}
		digest, ours := digestAt(path)
		if !ours {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return visit(digest, info.Size())
	})
	if err != nil {
		return fmt.Errorf("look through the blobs: %w", err)
	}
	return nil
}

// digestAt is the digest of the blob that a file is.
func digestAt(path string) (digest string, ours bool) {
	as := form(filepath.Ext(path))
	digest = filepath.Base(filepath.Dir(path)) + strings.TrimSuffix(filepath.Base(path), string(as))
	return digest, slices.Contains(forms(), as) && checkDigest(digest) == nil
}

// Remove forgets a blob, in whichever forms it is kept.
func (f *Folder) Remove(_ context.Context, digest string) error {
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
