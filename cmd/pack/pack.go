// Command pack writes a folder as an archive of a release. The same files give the same bytes on every machine.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// run writes the archive that the arguments name.
func run(arguments []string) error {
	const expected = 3
	if len(arguments) != expected {
		return errors.New("usage: pack FOLDER FILE.tar.gz|FILE.zip SECONDS, the time of all files since 1970")
	}
	seconds, err := strconv.ParseInt(arguments[2], 10, 64)
	if err != nil {
		return fmt.Errorf("read the time: %w", err)
	}
	file, err := os.Create(arguments[1])
	if err != nil {
		return err
	}
	return errors.Join(write(file, arguments[0], time.Unix(seconds, 0).UTC()), file.Close())
}

// archive is a kind of file that holds others.
type archive interface {
	begin(name string, info fs.FileInfo, mode fs.FileMode, at time.Time) (io.Writer, error)
	Close() error
}

// write writes the files of a folder in the order of their names. They belong to nobody of this machine, and everybody may read
// them.
func write(file *os.File, folder string, at time.Time) error {
	var packed archive
	if strings.HasSuffix(file.Name(), ".zip") {
		packed = zipped{zip.NewWriter(file)}
	} else {
		packed = newTarball(file)
	}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return add(packed, folder, name, entry, at)
	})
	return errors.Join(err, packed.Close())
}

// add adds a file by its name in the folder, below the name of the folder.
func add(to archive, folder, name string, entry fs.DirEntry, at time.Time) error {
	const readable, executable, byOwner = 0o644, 0o755, 0o100
	info, err := entry.Info()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", name)
	}
	mode := fs.FileMode(readable)
	if info.Mode()&byOwner != 0 {
		mode = executable
	}
	inside, err := filepath.Rel(folder, name)
	if err != nil {
		return err
	}
	out, err := to.begin(path.Join(filepath.Base(folder), filepath.ToSlash(inside)), info, mode, at)
	if err != nil {
		return err
	}
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // it was only read
	_, err = io.Copy(out, from)
	return err
}

type zipped struct{ *zip.Writer }

func (z zipped) begin(name string, _ fs.FileInfo, mode fs.FileMode, at time.Time) (io.Writer, error) {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
	header.SetMode(mode)
	return z.CreateHeader(header)
}

type tarball struct {
	*tar.Writer
	compressed *gzip.Writer
}

func newTarball(out io.Writer) tarball {
	compressed, _ := gzip.NewWriterLevel(out, gzip.BestCompression) // this level exists
	return tarball{tar.NewWriter(compressed), compressed}
}

func (t tarball) begin(name string, info fs.FileInfo, mode fs.FileMode, at time.Time) (io.Writer, error) {
	return t.Writer, t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: int64(mode), ModTime: at, Format: tar.FormatUSTAR})
}

// Close ends the archive.
func (t tarball) Close() error { return errors.Join(t.Writer.Close(), t.compressed.Close()) }
