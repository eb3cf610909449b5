// Package storetest gives tests real databases to work on: SQLite files, and PostgreSQL where it
// can be had; and blobs in folders, and in an object store where one can be had. Only tests use it. A package that does calls Main from its TestMain.
//
// GREEN500_TEST_POSTGRES is the URL of a server on which databases may be created; without it a
// server is started from the programs of the machine. GREEN500_TEST_REQUIRE is a comma list of
// what must not be skipped: "postgres", "objectstore". The object store is versitygw, from the PATH or from
// where .ci/run installs it.
package storetest

import (
	"path/filepath"
	"testing"

	"green500/store"
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

// SQLite returns the path of an SQLite database that is not there yet.
func SQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "green500.db")
}

// Open opens a store with blobs in a folder of the test, and closes it when the test ends. What
// config leaves out is filled in. It ends the test where it cannot.
func Open(t testing.TB, config store.Config) *store.Store {
	t.Helper()
	if config.Database == "" {
		config.Database = SQLite(t)
	}
	if config.Blobs == nil {
		config.Blobs = Blobs(t)
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

// Blobs returns an empty folder of blobs. It ends the test where it cannot.
func Blobs(t testing.TB) *store.Folder {
	t.Helper()
	folder, err := store.OpenFolder(filepath.Join(t.TempDir(), "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	return folder
}
