package filetree_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"green500/store/blobs"
	"green500/store/filetree"
	"green500/store/storetest"
)

func TestFiles(t *testing.T) {
	blobs := storetest.Blobs(t)
	var files []filetree.File
	var names []string
	for i, name := range []string{"submission.yaml", "power/rack1.csv", "power/rack 2.csv",
		"power/deep/er/ü.csv", "empty"} {
		blob := storetest.Put(t, blobs, storetest.Readings(i*70_000%280_000))
		files = append(files, filetree.File{Name: name, Digest: blob.Digest, Size: blob.Size})
		names = append(names, name)
	}
	if err := fstest.TestFS(filetree.New(t.Context(), blobs, files), names...); err != nil {
		t.Error(err)
	}
	if err := fstest.TestFS(filetree.New(t.Context(), blobs, nil)); err != nil {
		t.Error(err)
	}
}

// TestFilesTellsWhatItKnows: size and digest of a file are there before it is opened.
func TestFilesTellsWhatItKnows(t *testing.T) {
	blobs := storetest.Blobs(t)
	content := storetest.Readings(300_000)
	blob := storetest.Put(t, blobs, content)
	file, err := filetree.New(t.Context(), blobs, []filetree.File{{Name: "a", Digest: blob.Digest, Size: blob.Size}}).
		Open("a")
	if err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil || info.Size() != int64(len(content)) || file.(interface{ Digest() string }).Digest() != blob.Digest {
		t.Errorf("got %v, %v", info, err)
	}
	if got, err := io.ReadAll(file); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes in order, %v", len(got), err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	_, err = file.Read(nil)
	for name, err := range map[string]error{"Close": file.Close(), "Read": err} {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s of a closed file: got %v, want %v", name, err, fs.ErrClosed)
		}
	}
}

func TestFilesOpensLazily(t *testing.T) {
	files := filetree.New(t.Context(), storetest.Blobs(t),
		[]filetree.File{{Name: "lost", Digest: strings.Repeat("a", 64), Size: 1}})
	file, err := files.Open("lost")
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Read(make([]byte, 1))
	if !errors.Is(err, blobs.ErrNotFound) {
		t.Errorf("got %v, want %v", err, blobs.ErrNotFound)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]error{"../lost": fs.ErrInvalid, "/lost": fs.ErrInvalid, "": fs.ErrInvalid,
		"other": fs.ErrNotExist} {
		if _, err := files.Open(name); !errors.Is(err, want) {
			t.Errorf("%q: got %v, want %v", name, err, want)
		}
	}
}

func TestFilesEndsWithItsContext(t *testing.T) {
	blobs := storetest.Blobs(t)
	blob := storetest.Put(t, blobs, storetest.Readings(5<<20))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	files := filetree.New(ctx, blobs, []filetree.File{{Name: "a", Digest: blob.Digest, Size: blob.Size}})
	if _, err := fs.ReadFile(files, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestFilesOfImpossibleNames(t *testing.T) {
	blobs := storetest.Blobs(t)
	files := filetree.New(t.Context(), blobs,
		[]filetree.File{{Name: "a", Digest: strings.Repeat("a", 64)}, {Name: "a/b", Digest: strings.Repeat("a", 64)}})
	if _, err := files.Open("a"); err == nil {
		t.Error("a file that is a folder was opened")
	}
}
