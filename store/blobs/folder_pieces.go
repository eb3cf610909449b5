package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Pieces returns where a folder keeps what is on its way.
func (f *Folder) Pieces() Pieces { return folderPieces{f} }

type folderPieces struct{ folder *Folder }

func (p folderPieces) file(id string) (string, error) {
	if err := CheckPiece(id); err != nil {
		return "", err
	}
	return filepath.Join(p.folder.path, PieceFolder, id), nil
}

func (p folderPieces) Append(ctx context.Context, id string, offset int64, r io.Reader) (int64, error) {
	path, err := p.file(id)
	if err != nil {
		return 0, err
	}
	file, err := p.begin(path)
	if err != nil {
		return 0, fmt.Errorf("add to a piece: %w", err)
	}
	size, err := add(file, offset, reader{ctx, r}, p.folder.writing)
	if err := errors.Join(err, file.Close()); err != nil {
		return size, fmt.Errorf("add to a piece: %w", err)
	}
	return size, nil
}

func (p folderPieces) begin(path string) (*os.File, error) {
	const readable, private = 0o600, 0o700
	file, err := os.OpenFile(path, os.O_WRONLY, readable)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if err := os.MkdirAll(filepath.Dir(path), private); err != nil {
		return nil, err
	}
	file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, readable)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(SyncFolder(filepath.Dir(path)), SyncFolder(p.folder.path)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// inTurn is a file to which only so many write at a time.
type limitedFile struct {
	*os.File
	turns chan struct{}
}

func (f limitedFile) Write(b []byte) (int, error) {
	f.turns <- struct{}{}
	defer func() { <-f.turns }()
	return f.File.Write(b)
}

// add writes to the end of a file, in turn with others. What the disk would not promise to keep is taken off again.
func add(file *os.File, offset int64, r io.Reader, turns chan struct{}) (size int64, err error) {
	if err := lockAlone(file); err != nil {
		return 0, err
	}
	held, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	if held != offset {
		return held, ErrOffset
	}
	added, err := io.Copy(struct{ io.Writer }{limitedFile{file, turns}}, r)
	if failed := file.Sync(); failed != nil {
		return offset, errors.Join(err, failed, file.Truncate(offset))
	}
	return offset + added, err
}

func (p folderPieces) Size(_ context.Context, id string) (int64, error) {
	path, err := p.file(id)
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("look at a piece: %w", err)
	}
	return info.Size(), nil
}

func (p folderPieces) Open(_ context.Context, id string) (Plain, error) {
	path, err := p.file(id)
	if err != nil {
		return nil, err
	}
	file, err := p.begin(path)
	if err != nil {
		return nil, fmt.Errorf("open a piece: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("open a piece: %w", err)
	}
	if file, err = os.Open(path); err != nil {
		return nil, fmt.Errorf("open a piece: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open a piece: %w", err), file.Close())
	}
	return plainFile{file, info.Size()}, nil
}

func (p folderPieces) Remove(_ context.Context, id string) error {
	path, err := p.file(id)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a piece: %w", err)
	}
	return nil
}
