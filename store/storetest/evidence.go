package storetest

import (
	"path/filepath"
	"strings"
	"testing"

	"green500/store"
)

// Evidence is an empty place for blobs.
type Evidence struct {
	store.Depot
	Path string // folder in which each blob is a file of its name, to be damaged; the object store has one too
}

// Blobs opens them, or ends the test.
func (e Evidence) Blobs(t testing.TB) store.Blobs {
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
	return Evidence{Depot: store.Depot{At: path}, Path: path}
}

// EvidenceInBucket returns a bucket of the test, as ObjectDepot does.
func EvidenceInBucket(t testing.TB) Evidence {
	t.Helper()
	at := ObjectDepot(t)
	name, _, _ := strings.Cut(strings.TrimPrefix(at.At, "s3://"), "?")
	return Evidence{Depot: at, Path: filepath.Join(objects.folder, filepath.FromSlash(name))}
}

// EachEvidence runs a test on every kind of blobs.
func EachEvidence(t *testing.T, test func(t *testing.T, kept Evidence)) {
	t.Helper()
	for name, kind := range map[string]func(testing.TB) Evidence{"folder": EvidenceInFolder, "bucket": EvidenceInBucket} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, kind(t))
		})
	}
}

// EvidenceBeside returns what people keep beside a kind of database: a folder beside SQLite, and a bucket beside
// PostgreSQL, where there is an object store. So both are tested without testing all four.
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
