package blobs_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"green500/store/blobs"
	"green500/store/storetest"
	"green500/validation/logs/canonical"
)

func folder(t *testing.T) (*blobs.Folder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "blobs")
	opened, err := blobs.OpenFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	return opened, path
}

func wantMissing(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, blobs.ErrNotFound) {
		t.Errorf("got %v, want %v", err, blobs.ErrNotFound)
	}
}

// inBlobs runs a test on every kind of evidence, and tells it where the files of the evidence lie.
func inBlobs(t *testing.T, test func(t *testing.T, evidence blobs.Blobs, kept storetest.Evidence)) {
	t.Helper()
	storetest.EachEvidence(t, func(t *testing.T, kept storetest.Evidence) { test(t, kept.Blobs(t), kept) })
}

func read(t *testing.T, evidence blobs.Blobs, digest string) ([]byte, error) {
	t.Helper()
	blob, err := evidence.Open(t.Context(), digest)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(blob)
	if closed := blob.Close(); closed != nil {
		t.Error(closed)
	}
	return content, err
}

func TestBlobsComeBack(t *testing.T) { inBlobs(t, testBlobsComeBack) }

func testBlobsComeBack(t *testing.T, evidence blobs.Blobs, _ storetest.Evidence) {
	t.Helper()
	for _, size := range []int{0, 1, 1000, 5 << 20} {
		content := storetest.Readings(size)
		sum := sha256.Sum256(content)
		want := blobs.Blob{Digest: hex.EncodeToString(sum[:]), Size: int64(size)}
		if got := storetest.Put(t, evidence, content); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		got, err := read(t, evidence, want.Digest)
		if err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes: %d came back, %v", size, len(got), err)
		}
	}
}

// files lists what is in a folder and the folders in it.
func files(t *testing.T, path string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, strings.TrimPrefix(name, path+string(filepath.Separator)))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a bucket has no folders if nothing is in them
		t.Fatal(err)
	}
	return names
}

func TestTheSameBytesAreKeptOnce(t *testing.T) { inBlobs(t, testTheSameBytesAreKeptOnce) }

func testTheSameBytesAreKeptOnce(t *testing.T, evidence blobs.Blobs, kept storetest.Evidence) {
	t.Helper()
	content := storetest.Readings(1 << 20)
	_, errs := storetest.AtOnce(8, func(int) error {
		_, err := evidence.Put(context.Background(), bytes.NewReader(content))
		return err
	})
	if len(errs) != 0 {
		t.Fatal(errs)
	}
	digest := storetest.Put(t, evidence, content).Digest
	want := filepath.Join(digest[:2], digest[2:]+".s2")
	names := files(t, kept.Path)
	if len(names) != 1 || names[0] != want {
		t.Fatalf("got %q, want %q", names, want)
	}
	info, err := os.Stat(filepath.Join(kept.Path, names[0]))
	if err != nil || info.Size() > int64(len(content))/2 || info.Mode().Perm() != 0o600 {
		t.Errorf("got %d bytes with the mode %v, %v", info.Size(), info.Mode(), err)
	}
}

func TestBadDigestsAreNoPaths(t *testing.T) { inBlobs(t, testBadDigestsAreNoPaths) }

func testBadDigestsAreNoPaths(t *testing.T, evidence blobs.Blobs, kept storetest.Evidence) {
	t.Helper()
	outside := filepath.Join(filepath.Dir(kept.Path), strings.Repeat("a", 62)+".s2")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, digest := range []string{
		"", "abc", ".." + strings.Repeat("a", 62), "../" + strings.Repeat("a", 61), strings.Repeat("A", 64),
		strings.Repeat("g", 64), strings.Repeat("a", 63), strings.Repeat("a", 66), "/etc/passwd",
		strings.Repeat("a", 63) + "\x00",
	} {
		if _, err := evidence.Open(t.Context(), digest); err == nil || errors.Is(err, blobs.ErrNotFound) {
			t.Errorf("%q: got %v", digest, err)
		}
	}
	_, err := evidence.Open(t.Context(), strings.Repeat("a", 64))
	wantMissing(t, err)
}

func TestAFailedPutLeavesNothing(t *testing.T) { inBlobs(t, testAFailedPutLeavesNothing) }

func testAFailedPutLeavesNothing(t *testing.T, evidence blobs.Blobs, kept storetest.Evidence) {
	t.Helper()
	broken := errors.New("the connection broke")
	_, err := evidence.Put(t.Context(),
		io.MultiReader(bytes.NewReader(storetest.Readings(1<<20)), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evidence.Put(ctx, bytes.NewReader(storetest.Readings(10))); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if names := files(t, kept.Path); len(names) != 0 {
		t.Errorf("there is %q", names)
	}
}

// However a file was cut off or changed, its reader gets an error, and storing it again repairs it.
func TestDamagedBlobs(t *testing.T) { inBlobs(t, testDamagedBlobs) }

func testDamagedBlobs(t *testing.T, evidence blobs.Blobs, kept storetest.Evidence) {
	t.Helper()
	content := storetest.Readings(1 << 20)
	blob := storetest.Put(t, evidence, content)
	file := filepath.Join(kept.Path, blob.Digest[:2], blob.Digest[2:]+".s2")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again := kept.Blobs(t)
	other := storetest.Put(t, evidence, storetest.Readings(1000))
	exchanged, err := os.ReadFile(filepath.Join(kept.Path, other.Digest[:2], other.Digest[2:]+".s2"))
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	damages := map[string][]byte{"emptied": {}, "flipped": flipped, "exchanged": exchanged,
		"not compressed": []byte("plain text")}
	for _, cut := range []int{1, 4, 5, 9, len(whole) / 3, len(whole) / 2, len(whole) - 5, len(whole) - 4,
		len(whole) - 1} {
		damages[time.Duration(cut).String()] = whole[:cut]
	}
	for name, damaged := range damages {
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		for how, opened := range map[string]blobs.Blobs{"where it was put": evidence, "again": again} {
			if _, err := read(t, opened, blob.Digest); !errors.Is(err, blobs.ErrDamaged) {
				t.Errorf("%s, read %s: got %v, want %v", name, how, err, blobs.ErrDamaged)
			}
		}
	}
	storetest.Put(t, evidence, content)
	if got, err := read(t, evidence, blob.Digest); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes came back, %v", len(got), err)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) { inBlobs(t, testReadingEndsWithItsContext) }

func testReadingEndsWithItsContext(t *testing.T, evidence blobs.Blobs, _ storetest.Evidence) {
	t.Helper()
	blob := storetest.Put(t, evidence, storetest.Readings(5<<20))
	ctx, cancel := context.WithCancel(t.Context())
	opened, err := evidence.Open(ctx, blob.Digest)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	cancel()
	_, err = io.Copy(io.Discard, opened)
	if !errors.Is(err, context.Canceled) || errors.Is(err, blobs.ErrDamaged) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestOpenFolderSweepsWhatWasAbandoned(t *testing.T) {
	evidence, path := folder(t)
	held := scratch(t, evidence, []byte("somebody writes this"))
	writing := files(t, path)
	for name, age := range map[string]time.Duration{writing[0]: 48 * time.Hour, "incoming-old": time.Minute,
		"incoming-new": time.Second} {
		file := filepath.Join(path, name)
		if name != writing[0] {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(file, then, then); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := blobs.OpenFolder(path); err != nil {
		t.Fatal(err)
	}
	want := append(writing, "incoming-new")
	if names := files(t, path); !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
		t.Errorf("there is %q, want %q", names, want)
	}
	if err := held.Close(); err != nil {
		t.Error(err)
	}
}

// scratch fills a file beside evidence.
func scratch(t *testing.T, evidence blobs.Blobs, content []byte) canonical.File {
	t.Helper()
	file, err := evidence.Scratch()
	if err != nil {
		t.Fatal(err)
	}
	for part := range slices.Chunk(content, 1000) {
		if _, err := file.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// TestPlainBlobs: bytes are kept as they are; a file that holds just them is taken over, and others are copied.
func TestPlainBlobs(t *testing.T) {
	content := storetest.Readings(40 << 20)
	for name, c := range map[string]struct {
		content func(canonical.File) *io.SectionReader
		want    []byte
		taken   bool
	}{
		"all of a file": {
			func(f canonical.File) *io.SectionReader { return io.NewSectionReader(f, 0, int64(len(content))) },
			content, true},
		"part of a file": {func(f canonical.File) *io.SectionReader { return io.NewSectionReader(f, 10, 100) },
			content[10:110], false},
		"its beginning": {func(f canonical.File) *io.SectionReader { return io.NewSectionReader(f, 0, 100) },
			content[:100], false},
		"bytes": {
			func(canonical.File) *io.SectionReader { return io.NewSectionReader(bytes.NewReader(content), 0, 7) },
			content[:7], false},
		"nothing": {func(canonical.File) *io.SectionReader { return io.NewSectionReader(bytes.NewReader(nil), 0, 0) },
			nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			evidence, path := folder(t)
			file := scratch(t, evidence, content)
			blob, err := evidence.PutPlain(t.Context(), c.content(file))
			sum := sha256.Sum256(c.want)
			if err != nil || blob != (blobs.Blob{Digest: hex.EncodeToString(sum[:]), Size: int64(len(c.want))}) {
				t.Fatalf("got %+v, %v", blob, err)
			}
			if left, err := filepath.Glob(filepath.Join(path, "incoming-*")); err != nil ||
				(len(left) == 0) != c.taken {
				t.Errorf("there is %q, %v", left, err)
			}
			if _, err := file.ReadAt(make([]byte, 1), int64(len(content)-1)); err != nil {
				t.Errorf("the file cannot be read any more: %v", err)
			}
			if err := file.Close(); err != nil {
				t.Error(err)
			}
			if names := files(t, path); len(names) != 1 {
				t.Errorf("there is %q", names)
			}
			wantPlain(t, evidence, blob, c.want)
		})
	}
}

func wantPlain(t *testing.T, evidence blobs.Blobs, blob blobs.Blob, want []byte) {
	t.Helper()
	opened, err := evidence.OpenPlain(t.Context(), blob.Digest)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	got := make([]byte, len(want))
	if _, err := opened.ReadAt(got, 0); (err != nil && len(want) > 0) || !bytes.Equal(got, want) ||
		opened.Size() != blob.Size {
		t.Errorf("it is another, %v", err)
	}
	if streamed, err := read(t, evidence, blob.Digest); err != nil || !bytes.Equal(streamed, want) {
		t.Errorf("it streams as another, %v", err)
	}
}

// TestPlainAndCompressedAreApart: what is only kept compressed cannot be read in place.
func TestPlainAndCompressedAreApart(t *testing.T) { inBlobs(t, testPlainAndCompressedAreApart) }

func testPlainAndCompressedAreApart(t *testing.T, evidence blobs.Blobs, kept storetest.Evidence) {
	t.Helper()
	content := storetest.Readings(1000)
	blob := storetest.Put(t, evidence, content)
	_, err := evidence.OpenPlain(t.Context(), blob.Digest)
	wantMissing(t, err)
	if _, err := evidence.OpenPlain(t.Context(), "../x"); err == nil || errors.Is(err, blobs.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	file := scratch(t, evidence, content)
	whole := io.NewSectionReader(file, 0, int64(len(content)))
	for range 2 { // the second time it is a blob already, and copied
		if _, err := evidence.PutPlain(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		if _, err := whole.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	wantPlain(t, evidence, blob, content)
	if names := files(t, kept.Path); len(names) != 2 {
		t.Errorf("there is %q", names)
	}
}
