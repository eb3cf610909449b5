// Package inputfile opens the bundles and files that a command is given, and states what is wrong with them.
package inputfile

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"green500/validation/document/bundle"
	"green500/validation/power"
)

// OpenBundle opens a folder, a zip, or the folder around a document; "-" is a zip on standard input.
func OpenBundle(path string) (folder fs.FS, done func(), err error) {
	if path == "-" {
		return openStream(os.Stdin)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, &power.InputError{File: path, Problem: "there is no such file or folder",
			Remedy: "name a folder or zip with submission.yaml"}
	case err != nil:
		return nil, nil,
			&power.InputError{File: path, Problem: "this cannot be read", Remedy: "check that you may read it"}
	case info.IsDir():
		return os.DirFS(path), func() {}, nil
	case IsDocument(path):
		return bundle.FolderOf{FS: os.DirFS(filepath.Dir(path)), Document: filepath.Base(path)}, func() {}, nil
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, nil, &power.InputError{File: path, Problem: "this is neither a folder nor a readable zip",
			Remedy: "name a folder or zip with submission.yaml"}
	}
	return archive, func() { _ = archive.Close() }, nil
}

// IsDocument reports whether a file that is named as a bundle is its document, with the other files beside it, and no
// zip.
func IsDocument(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path))
}

// openStream opens a zip that arrives as a stream. Its directory stands at its end, so it is copied into a temporary
// file.
func openStream(in io.Reader) (folder fs.FS, done func(), err error) {
	file, err := os.CreateTemp("", "green500-*.zip")
	if err != nil {
		return nil, nil, err
	}
	done = func() { _, _ = file.Close(), os.Remove(file.Name()) } // nothing of it is needed any more
	size, err := io.Copy(file, in)
	if err != nil {
		done()
		return nil, nil, NotReadable("standard input")
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		done()
		return nil, nil, &power.InputError{File: "standard input", Problem: "this is no readable zip",
			Remedy: "send one with submission.yaml, such as that of zip -qr - my-run"}
	}
	return archive, done, nil
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
	return &power.InputError{File: name, Problem: "this cannot be read",
		Remedy: "check its name, and that you may read it"}
}

// Text is a setting that is the address of a page, or the text of a file that @FILE names.
type Text string

const longestText = 256 << 10

// UnmarshalText reads the setting. It returns a *power.InputError.
func (t *Text) UnmarshalText(given []byte) error {
	typed := string(given)
	if typed == "" { // a variable of the environment that is empty
		*t = ""
		return nil
	}
	if name, file := strings.CutPrefix(typed, "@"); file {
		text, err := ReadUpTo(name, longestText+1)
		if err != nil {
			return err
		}
		if len(text) > longestText || !utf8.Valid(text) || strings.TrimSpace(string(text)) == "" {
			return &power.InputError{File: name, Problem: "this is empty, not UTF-8, or longer than 256 KiB",
				Remedy: "write a text of at most 256 KiB in UTF-8"}
		}
		*t = Text(text)
		return nil
	}
	if !strings.HasPrefix(typed, "https://") && !strings.HasPrefix(typed, "http://") ||
		strings.ContainsAny(typed, " \n") {
		return &power.InputError{Problem: typed + " is not the address of a page",
			Remedy: "write an address that begins with https://, or @ and the name of a file that contains the text"}
	}
	*t = Text(typed)
	return nil
}
