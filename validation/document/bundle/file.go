package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"

	"green500/validation"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

type digested interface {
	Digest() string // SHA-256 in hex
}

type file struct {
	fs.File
	name   string
	size   int64
	digest string // if the folder knows it
	sum    hash.Hash
	failed error // of reading
}

func (r *reader) open(name, field string) (*file, error) {
	if !fs.ValidPath(name) {
		return nil, missing(name, field, "name a file of the bundle, without \"..\" or a leading slash")
	}
	opened, err := r.Folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missing(name, field, "put it beside the document, or correct the name")
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	info, err := opened.Stat()
	if err != nil {
		return nil, errors.Join(unreadable(name, err), opened.Close())
	}
	if info.IsDir() {
		return nil, errors.Join(missing(name, field, "name a file, not a folder"), opened.Close())
	}
	f := &file{File: opened, name: name, size: info.Size(), sum: sha256.New()}
	if known, ok := opened.(digested); ok {
		f.digest = known.Digest()
	}
	return f, nil
}

func missing(name, field, remedy string) power.InputErrors {
	return power.InputErrors{{Field: field, Problem: fmt.Sprintf("%q is not in the bundle", name), Remedy: remedy}}
}

// Read reads on. It fails as the folder does.
func (f *file) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	if f.digest == "" {
		f.sum.Write(b[:n])
	}
	if err != nil && !errors.Is(err, io.EOF) {
		f.failed = err
	}
	return n, err
}

// hashedAtOnce is how many bytes of a file are read at a time only for its digest.
const hashedAtOnce = 256 << 10

func (f *file) finish() (string, error) {
	if f.digest == "" && f.failed == nil {
		buffer := make([]byte, min(f.size+1, hashedAtOnce))
		_, _ = io.CopyBuffer(struct{ io.Writer }{io.Discard}, f, buffer) // failed is the error
	}
	switch {
	case f.failed != nil && f.digest != "":
		return "", fmt.Errorf("read %s: %w", f.name, f.failed)
	case f.failed != nil:
		return "", unreadable(f.name, f.failed)
	case f.digest != "":
		return f.digest, nil
	}
	return hex.EncodeToString(f.sum.Sum(nil)), nil
}

// input is the file for a reader of logs, and how to finish it; of a reader that jumps, the digest is of what it reads.
func (f *file) input() (tracefile.Input, func() (string, error)) {
	at, jumps := f.File.(io.ReaderAt)
	if !jumps {
		return tracefile.Input{Name: f.name, Stream: f}, f.finish
	}
	if f.digest != "" {
		return tracefile.Input{Name: f.name, At: at, Size: f.size}, f.finish
	}
	hashed := tracefile.NewHashed(at, f.size)
	return tracefile.Input{Name: f.name, At: hashed, Size: f.size}, func() (string, error) {
		digest, err := hashed.Digest()
		if err != nil {
			err = unreadable(f.name, err)
		}
		return digest, err
	}
}

func (r *reader) digests() ([]validation.FileDigest, error) {
	var files []validation.FileDigest
	var problems power.InputErrors
	told := map[string]bool{}
	for _, named := range Named(r.Entry) {
		if told[named.Name] {
			continue
		}
		digest, err := r.digest(named)
		if err := gather(&problems, err); err != nil {
			return nil, err
		}
		if err == nil {
			told[named.Name] = true
			files = append(files, validation.FileDigest{Name: named.Name, Digest: digest})
		}
	}
	return files, problems.OrNil()
}

func (r *reader) digest(named NamedFile) (string, error) {
	if digest, known := r.taken[named.Name]; known {
		return digest, nil
	}
	opened, err := r.open(named.Name, named.Field)
	if err != nil {
		return "", err
	}
	defer func() { _ = opened.Close() }()
	return opened.finish()
}
