package storetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"

	"green500/store/blobs"
)

// Evidence is an empty place for blobs.
type Evidence struct {
	blobs.Location
	Path string // folder in which each blob is a file of its name, to be damaged; the object store has one too
}

// Blobs opens them, or ends the test.
func (e Evidence) Blobs(t testing.TB) blobs.Blobs {
	t.Helper()
	opened, err := e.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// EvidenceInFolder returns a folder of the test.
func EvidenceInFolder(t testing.TB) Evidence {
	t.Helper()
	path := filepath.Join(t.TempDir(), "blobs")
	return Evidence{Location: blobs.Location{At: path}, Path: path}
}

// EvidenceInBucket returns a bucket of the test, as ObjectLocation does.
func EvidenceInBucket(t testing.TB) Evidence {
	t.Helper()
	at := ObjectLocation(t)
	bucket, prefix := inBucket(at)
	return Evidence{Location: at, Path: filepath.Join(objects.folder, bucket, prefix)}
}

func inBucket(at blobs.Location) (bucket, prefix string) {
	name, _, _ := strings.Cut(strings.TrimPrefix(at.At, "s3://"), "?")
	bucket, prefix, _ = strings.Cut(name, "/")
	return bucket, prefix
}

// Copy returns a place of the same kind for this test alone, which holds the same.
func (e Evidence) Copy(t testing.TB) Evidence {
	t.Helper()
	if e.Remote() {
		return e.copyOfBucket(t)
	}
	copied := EvidenceInFolder(t)
	if err := os.CopyFS(copied.Path, os.DirFS(e.Path)); err != nil {
		t.Fatal(err)
	}
	return copied
}

func (e Evidence) copyOfBucket(t testing.TB) Evidence {
	t.Helper()
	copied := EvidenceInBucket(t)
	from, prefix := inBucket(e.Location)
	to, _ := inBucket(copied.Location)
	for object := range objects.client.ListObjectsIter(t.Context(), from,
		minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if object.Err != nil {
			t.Fatal(object.Err)
		}
		_, err := objects.client.CopyObject(t.Context(), minio.CopyDestOptions{Bucket: to, Object: object.Key},
			minio.CopySrcOptions{Bucket: from, Object: object.Key})
		if err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

// EachEvidence runs a test on every kind of blobs.
func EachEvidence(t *testing.T, test func(t *testing.T, kept Evidence)) {
	t.Helper()
	for name, kind := range map[string]func(testing.TB) Evidence{"folder": EvidenceInFolder,
		"bucket": EvidenceInBucket} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, kind(t))
		})
	}
}

// EvidenceBeside returns what people keep beside a kind of database: a folder beside SQLite, and a bucket beside
// PostgreSQL, if there is an object store. So both are tested without testing all four.
func EvidenceBeside(t testing.TB, database string) Evidence {
	t.Helper()
	if !strings.HasPrefix(database, "postgres") {
		return EvidenceInFolder(t)
	}
	objects.once.Do(func() { objects.err = startObjects() })
	if objects.err != nil && !required(objectsName) {
		return EvidenceInFolder(t)
	}
	return EvidenceInBucket(t)
}
