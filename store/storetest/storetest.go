// Package storetest gives tests real databases to work on: SQLite files and PostgreSQL; and blobs in folders and in an
// object store. Only tests use it. A package that does calls Main from its TestMain.
//
// Tests that take long run if GREEN500_TEST_LONG is set. Then also PostgreSQL and an object store are used, if they
// are installed. GREEN500_TEST_REQUIRE is a comma list of what must not be skipped: "postgres", "objectstore".
// GREEN500_TEST_POSTGRES is the URL of a server on which databases may be created; without it a server is started from
// the programs of the machine. The object store is versitygw, from the PATH or from where .ci/run installs it.
package storetest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"green500/store"
	"green500/store/blobs"
	"green500/store/secret"
)

// Database is a kind of database that tests run on.
type Database struct {
	Name string
	New  func(testing.TB) string // returns an empty one, as store.Config takes it
}

// Databases lists the kinds of databases. New of one that cannot be had skips the test.
func Databases() []Database {
	return []Database{{"SQLite", SQLite}, {"PostgreSQL", Postgres}}
}

// Each runs a test on every kind of database.
func Each(t *testing.T, test func(t *testing.T, database string)) {
	t.Helper()
	for _, kind := range Databases() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			test(t, kind.New(t))
		})
	}
}

// SQLite returns the path of an SQLite database with the schema and nothing in it, for this test alone.
func SQLite(t testing.TB) string {
	t.Helper()
	database, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	return SQLiteOf(t, database)
}

// CopyOf returns a copy of a database to which nobody is connected, for this test alone.
func CopyOf(t testing.TB, database string) string {
	t.Helper()
	if strings.HasPrefix(database, "postgres") {
		return copyOfPostgres(t, database)
	}
	content, err := contentOf(database)
	if err != nil {
		t.Fatal(err)
	}
	return SQLiteOf(t, content)
}

// contentOf is what an SQLite database to which nobody is connected holds, if none of it stands in a journal yet.
func contentOf(database string) ([]byte, error) {
	if journal, err := os.Stat(database + "-wal"); err == nil && journal.Size() > 0 {
		return nil, fmt.Errorf("the journal of %s is not empty", database)
	}
	return os.ReadFile(database)
}

// SQLiteOf returns the path of an SQLite database that holds what another did, for this test alone.
func SQLiteOf(t testing.TB, database []byte) string {
	t.Helper()
	path := NoSQLite(t)
	if err := os.WriteFile(path, database, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// NoSQLite returns the path of an SQLite database that is not there yet.
func NoSQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "green500.db")
}

// migrated is an SQLite database with the schema, of which each test gets a copy: to migrate each costs more than most
// tests do in it.
var migrated = sync.OnceValues(func() ([]byte, error) { return Prepared(ready) })

func ready(ctx context.Context, s *store.Store) error { return s.Ready(ctx) }

// Prepared returns an SQLite database with the schema and what is put into it, for tests to have copies of (see
// SQLiteOf).
func Prepared(put func(context.Context, *store.Store) error) (database []byte, err error) {
	folder, err := os.MkdirTemp("", "green500-prepared-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "green500.db")
	if err := fill(context.Background(), path, put); err != nil {
		return nil, err
	}
	return contentOf(path)
}

func fill(ctx context.Context, database string, put func(context.Context, *store.Store) error) error {
	opened, err := store.Open(ctx, store.Config{Database: database, Secret: Secret()})
	if err != nil {
		return err
	}
	return errors.Join(put(ctx, opened), opened.Close())
}

// Open opens a store with blobs in a folder of the test, and closes it when the test ends. What
// config leaves out is filled in. It ends the test if it cannot.
func Open(t testing.TB, config store.Config) *store.Store {
	t.Helper()
	if config.Database == "" {
		config.Database = SQLite(t)
	}
	if config.Blobs == nil {
		config.Blobs = Blobs(t)
	}
	if config.Secret == nil {
		config.Secret = Secret()
	}
	opened, err := store.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	return opened
}

// SecretText is the secret key of installations of tests.
const SecretText = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

// Secret returns that key.
func Secret() secret.Source { return secret.Of(SecretText) }

// Blobs returns an empty folder of blobs. It ends the test if it cannot.
func Blobs(t testing.TB) *blobs.Folder {
	t.Helper()
	folder, err := blobs.OpenFolder(filepath.Join(t.TempDir(), "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// AtOnce does the same many times in parallel; it returns how many succeeded and what the others got.
func AtOnce(times int, do func(i int) error) (won int, errs []error) {
	var group sync.WaitGroup
	var mutex sync.Mutex
	start := make(chan struct{})
	for i := range times {
		group.Go(func() {
			<-start
			err := do(i)
			mutex.Lock()
			defer mutex.Unlock()
			if err == nil {
				won++
			} else {
				errs = append(errs, err)
			}
		})
	}
	close(start)
	group.Wait()
	return won, errs
}

// Put keeps a blob. It ends the test if that fails.
func Put(t testing.TB, blobs blobs.Blobs, content []byte) blobs.Blob {
	t.Helper()
	blob, err := blobs.Put(t.Context(), bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return blob
}

// Readings returns bytes as meters write them: they compress, and take more than one block of the compressor.
func Readings(size int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	content := make([]byte, 0, size+10)
	for len(content) < size {
		content = append(content, "2026-10-05T14:30:00Z,"...)
		content = append(content, byte('0'+random.IntN(10)), byte('0'+random.IntN(10)), '\n')
	}
	return content[:size]
}

// Pool opens a database past the store. On SQLite it waits for its turn, since a server may be writing. It ends
// the test if it cannot, and is closed when the test ends.
func Pool(t testing.TB, database string) *sql.DB {
	t.Helper()
	driver, source := "sqlite", "file:"+database+"?_pragma=busy_timeout(10000)&_txlock=immediate"
	if strings.HasPrefix(database, "postgres") {
		driver, source = "pgx", database
	}
	pool, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}
