package input

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// ErrManyMembers says that an archive holds more than is read.
var ErrManyMembers = fmt.Errorf("holds more than %d members", MaxMembers)

// bounds the list of a zip archive, in bytes: 100 a member, as paths are long, and half as much again
const maxDirectory = MaxMembers * 150

// ReadZip reads the list of a zip archive in bounded memory: ErrManyMembers, or what zip.NewReader or reading says.
func ReadZip(file io.ReaderAt, size int64) (*zip.Reader, error) {
	archive, failed, err := ListZip(file, size)
	if failed != nil {
		return nil, failed
	}
	return archive, err
}

// ListZip is ReadZip; failed is why the file itself could not be read.
func ListZip(file io.ReaderAt, size int64) (archive *zip.Reader, failed, err error) {
	if countsMany(file, size) {
		return nil, nil, ErrManyMembers
	}
	list := &bounded{ReaderAt: file, left: maxDirectory}
	archive, err = zip.NewReader(list, size)
	switch {
	case list.left < 0, err == nil && len(archive.File) > MaxMembers:
		return nil, nil, ErrManyMembers
	case list.failed != nil:
		return nil, list.failed, nil
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // names are labels here
		return nil, nil, err
	}
	list.unbound = true
	return archive, nil, nil
}

// zipEnd64 begins what ends a large zip archive.
const (
	zipEnd64   = "PK\x06\x06"
	zipEndMost = 1<<16 + 100 // bytes from the end of the file to look for it
)

// countsMany reports whether a zip archive claims more members than are read. The library would make room for them.
func countsMany(file io.ReaderAt, size int64) bool {
	tail := make([]byte, min(size, zipEndMost))
	n, _ := file.ReadAt(tail, size-int64(len(tail))) // what fails here fails again in the library
	tail = tail[:n]
	if at := bytes.LastIndex(tail, []byte(zipEnd64)); at >= 0 && len(tail) >= at+40 {
		return binary.LittleEndian.Uint64(tail[at+32:]) > MaxMembers
	}
	return false
}

// bounded gives no more than a number of bytes of a file, until the number is changed.
type bounded struct {
	io.ReaderAt
	left    int64
	unbound bool
	failed  error
}

func (b *bounded) ReadAt(into []byte, at int64) (int, error) {
	if b.left -= int64(len(into)); b.left < 0 && !b.unbound {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := b.ReaderAt.ReadAt(into, at)
	if err != nil && !errors.Is(err, io.EOF) {
		b.failed = err
	}
	return n, err
}
