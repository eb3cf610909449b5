package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestTheSameFilesGiveTheSameBytes does not depend on who made them, when, and in which order; programs stay programs.
func TestTheSameFilesGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	want := []string{"green500-v1/bin/green500 -rwxr-xr-x", "green500-v1/README.md -rw-r--r--"}
	slices.Sort(want)
	for name, list := range map[string]func(t *testing.T, text []byte) []string{"release.tar.gz": tarred, "release.zip": unzipped} {
		var made [][]byte
		for _, mode := range []os.FileMode{0o700, 0o755} {
			folder := filepath.Join(t.TempDir(), "green500-v1")
			out := filepath.Join(t.TempDir(), name)
			must(t, os.MkdirAll(filepath.Join(folder, "bin"), 0o755))
			must(t, os.WriteFile(filepath.Join(folder, "bin", "green500"), []byte("program"), mode))
			must(t, os.WriteFile(filepath.Join(folder, "README.md"), []byte("text"), mode&0o644))
			must(t, os.Chtimes(filepath.Join(folder, "README.md"), time.Time{}, time.Unix(int64(mode), 0)))
			must(t, run([]string{folder, out, "1795000000"}))
			text, err := os.ReadFile(out)
			must(t, err)
			made = append(made, text)
		}
		if !bytes.Equal(made[0], made[1]) {
			t.Errorf("%s differs by who made it", name)
		}
		got := list(t, made[0])
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
}

// TestAFileIsNeverLeftOut: a release without one would be found by those who use it.
func TestAFileIsNeverLeftOut(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	must(t, os.Symlink("nowhere", filepath.Join(folder, "green500")))
	for name, arguments := range map[string][]string{
		"a link":         {folder, filepath.Join(t.TempDir(), "a.zip"), "0"},
		"no folder":      {filepath.Join(folder, "missing"), filepath.Join(t.TempDir(), "a.zip"), "0"},
		"no time":        {t.TempDir(), filepath.Join(t.TempDir(), "a.zip"), "today"},
		"few arguments":  {folder},
		"no such target": {t.TempDir(), filepath.Join(folder, "missing", "a.zip"), "0"},
	} {
		if err := run(arguments); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func tarred(t *testing.T, text []byte) (names []string) {
	t.Helper()
	plain, err := gzip.NewReader(bytes.NewReader(text))
	must(t, err)
	for files := tar.NewReader(plain); ; {
		file, err := files.Next()
		if err == io.EOF {
			return names
		}
		must(t, err)
		names = append(names, file.Name+" "+file.FileInfo().Mode().String())
		if file.Uid != 0 || file.Uname != "" || file.ModTime.Unix() != 1795000000 {
			t.Errorf("%s is of %d at %s", file.Name, file.Uid, file.ModTime)
		}
	}
}

func unzipped(t *testing.T, text []byte) (names []string) {
	t.Helper()
	files, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	must(t, err)
	for _, file := range files.File {
		names = append(names, file.Name+" "+file.Mode().String())
		if file.Modified.Unix() != 1795000000 {
			t.Errorf("%s is of %s", file.Name, file.Modified)
		}
	}
	return names
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
