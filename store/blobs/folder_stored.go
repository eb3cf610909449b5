package blobs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// EachStored visits every blob, until visit fails.
func (f *Folder) EachStored(ctx context.Context, visit func(Stored) error) error {
	return filepath.WalkDir(f.path, func(at string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // there is nothing yet, or it was removed in between
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(f.path, at)
		if err != nil {
			return err
		}
		one, is := ParseStored(filepath.ToSlash(relative))
		if !is {
			return ctx.Err()
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		one.Size = info.Size()
		return errors.Join(ctx.Err(), visit(one))
	})
}

func (p folderPieces) Each(_ context.Context, visit func(string) error) error {
	entries, err := os.ReadDir(filepath.Join(p.folder.path, PieceFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if CheckPiece(entry.Name()) == nil {
			err = errors.Join(err, visit(entry.Name()))
		}
	}
	return err
}

// OpenStored opens a blob as it is stored.
func (f *Folder) OpenStored(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(f.path, filepath.FromSlash(name)))
}

// SetNote leaves a note beside the blobs, or removes it.
func (f *Folder) SetNote(_ context.Context, name string, leave bool) error {
	at := filepath.Join(f.path, name)
	if leave {
		return errors.Join(os.WriteFile(at, nil, 0o600), SyncFolder(f.path))
	}
	if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return SyncFolder(f.path)
}

// HasNote reports whether a note is there.
func (f *Folder) HasNote(_ context.Context, name string) (bool, error) {
	_, err := os.Stat(filepath.Join(f.path, name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
