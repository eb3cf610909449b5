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

	"green500/validation/logs/canonical"
)

// writebackStep is how many bytes are written before the disk starts to write them: at the
// end there is then little left to wait for.
const writebackStep = 16 << 20

// incomingFile is a file of a folder that is no blob yet, and is gone when it is closed unless it became one.
type incomingFile struct {
	*os.File
	folder         *Folder
	written, begun int64
	settled        bool
}

func (f *Folder) incoming() (*incomingFile, error) {
	file, err := os.CreateTemp(f.path, incoming)
	if err != nil {
		return nil, err
	}
	_ = lockAlone(file) // if that cannot be, age tells when it is abandoned
	return &incomingFile{File: file, folder: f}, nil
}

// Scratch makes a file beside the blobs, since the folder for temporary files may lie in memory. What
// a process leaves that dies is removed when the folder is opened.
func (f *Folder) Scratch() (canonical.File, error) {
	file, err := f.incoming()
	if err != nil {
		return nil, fmt.Errorf("make a file for what does not fit into memory: %w", err)
	}
	return file, nil
}

func (f *incomingFile) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	if f.written += int64(n); f.written-f.begun >= writebackStep {
		writeback(f.File, f.begun, f.written-f.begun)
		f.begun = f.written
	}
	return n, err
}

// ReadFrom writes what it reads, and counts it. It fails as reading and writing do.
func (f *incomingFile) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{f}, r)
}

func (f *incomingFile) Close() error {
	err := f.File.Close()
	if f.settled {
		return err
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// settle makes a complete file a blob, on the disk; the folders are synced too, because a rename
// that is only in memory is lost with the power.
func (f *incomingFile) settle(digest string, as form) error {
	path, err := f.folder.file(digest, as)
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	f.settled = true
	return errors.Join(SyncFolder(filepath.Dir(path)), SyncFolder(f.folder.path))
}

// SyncFolder returns once the names in a folder are on the disk.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// PutPlain keeps bytes as they are, and has them on the disk when it returns. A file that Scratch
// made becomes the blob where it lies, and can be read further until it is closed.
func (f *Folder) PutPlain(ctx context.Context, content *io.SectionReader) (Blob, error) {
	blob, err := f.putPlain(ctx, content)
	if err != nil {
		return Blob{}, fmt.Errorf("keep a blob: %w", err)
	}
	return blob, nil
}

func (f *Folder) putPlain(ctx context.Context, content *io.SectionReader) (Blob, error) {
	sum := sha256.New()
	if file := f.whole(content); file != nil {
		size, err := io.Copy(sum, reader{ctx, content})
		if err != nil {
			return Blob{}, err
		}
		blob := Blob{Digest: hex.EncodeToString(sum.Sum(nil)), Size: size}
		return blob, file.settle(blob.Digest, plain)
	}
	file, err := f.incoming()
	if err != nil {
		return Blob{}, err
	}
	size, err := io.Copy(io.MultiWriter(file, sum), reader{ctx, content})
	blob := Blob{Digest: hex.EncodeToString(sum.Sum(nil)), Size: size}
	if err == nil {
		err = file.settle(blob.Digest, plain)
	}
	return blob, errors.Join(err, file.Close())
}

func (f *Folder) whole(content *io.SectionReader) *incomingFile {
	outer, from, length := content.Outer()
	file, ours := outer.(*incomingFile)
	if !ours || file.folder != f || file.settled || from != 0 || length != file.written {
		return nil
	}
	return file
}
