package secret

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"green500/store/blobs"
	"green500/validation/power"
)

// FileName is the file of the key in the folder of an installation. No backup contains it.
const FileName = "secret.key"

// Source returns the key of an installation. If it is not there, it is made if mayMake, and else is ErrMissing.
type Source func(mayMake bool) (*Key, error)

// ErrMissing is returned if the key of an installation is not there.
var ErrMissing = errors.New("the secret key is missing")

// Of returns the key that somebody set: its text, or @ and the name of its file. A file is made if it may be.
func Of(setting string) Source {
	return func(mayMake bool) (*Key, error) {
		if name, isFile := strings.CutPrefix(setting, "@"); isFile {
			return fromFile(name, mayMake)
		}
		return Parse(setting)
	}
}

// InFolder returns the key in the folder of an installation, which is made there if it may be.
func InFolder(folder string) Source { return Of("@" + filepath.Join(folder, FileName)) }

// longest is how much of a file is read, in bytes.
const longest = 4 << 10

func fromFile(name string, mayMake bool) (*Key, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !mayMake:
		return nil, fmt.Errorf("%w: %w", ErrMissing, &power.InputError{
			File: name, Problem: "the secret key of this installation is not here",
			Remedy: "copy it from where it is kept, or name it with --secret-key @FILE; " +
				"if it is lost: green500 key reset",
		})
	case errors.Is(err, fs.ErrNotExist):
		if err := create(name); err != nil {
			return nil, fmt.Errorf("make the secret key: %w", err)
		}
	case err == nil && info.Size() > longest:
		return nil, &power.InputError{File: name, Problem: ErrText.Error(), Remedy: "name the file of the key"}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, &power.InputError{File: name, Problem: "the secret key cannot be read",
			Remedy: "let the user that runs the program read it"}
	}
	key, err := Parse(string(text))
	if err != nil {
		return nil, &power.InputError{File: name, Problem: ErrText.Error(), Remedy: "name the file of the key"}
	}
	return key, nil
}

// create makes the file of a key, which appears whole. If another process is faster, its file stays.
func create(name string) (err error) {
	folder := filepath.Dir(name)
	made, err := os.CreateTemp(folder, FileName+"-*") // for its owner alone
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(made.Name())) }()
	_, err = made.WriteString(NewText() + "\n")
	if err := errors.Join(err, made.Sync(), made.Close()); err != nil {
		return err
	}
	if err := os.Link(made.Name(), name); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return blobs.SyncFolder(folder)
}

// ReadableByOthers reports whether everybody on the machine may read the file of a setting.
func ReadableByOthers(setting string) bool {
	name, isFile := strings.CutPrefix(setting, "@")
	if !isFile {
		return false
	}
	const others = 0o007
	info, err := os.Stat(name)
	return err == nil && info.Mode().Perm()&others != 0
}
