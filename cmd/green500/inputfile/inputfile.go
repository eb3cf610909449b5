// Package inputfile opens the bundles and files that a command is given, and says what is wrong where it cannot.
package inputfile

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"green500/validation/bundle"
	"green500/validation/power"
)

// OpenBundle opens a folder, a zip, or the folder around a document, whatever its name. It returns a *power.InputError.
func OpenBundle(path string) (folder fs.FS, done func(), err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, &power.InputError{File: path, Problem: "there is no such file or folder", Remedy: "name a folder or zip with submission.yaml"}
	case err != nil:
		return nil, nil, &power.InputError{File: path, Problem: "this cannot be read", Remedy: "check that you may read it"}
	case info.IsDir():
		return os.DirFS(path), func() {}, nil
	case slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)):
		return bundle.FolderOf{FS: os.DirFS(filepath.Dir(path)), Document: filepath.Base(path)}, func() {}, nil
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, nil, &power.InputError{File: path, Problem: "this is neither a folder nor a readable zip", Remedy: "name a folder or zip with submission.yaml"}
	}
	return archive, func() { _ = archive.Close() }, nil
}

// Unreadable says why a file could not be opened.
func Unreadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &power.InputError{File: path, Problem: "there is no such file", Remedy: "check its name"}
	}
	return &power.InputError{File: path, Problem: "this cannot be read", Remedy: "check that you may read it"}
}

// ReadUpTo reads a file of a bounded size, in bytes. It returns a *power.InputError.
func ReadUpTo(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, NotReadable(name)
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return nil, NotReadable(name)
	}
	return text, nil
}

// NotReadable says that a file cannot be read.
func NotReadable(name string) error {
	return &power.InputError{File: name, Problem: "this cannot be read", Remedy: "check its name, and that you may read it"}
}
