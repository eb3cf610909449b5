package storetest

import (
	"database/sql"
	"strings"
	"testing"
)

// Pool opens a database past the store. On SQLite it waits for its turn, since a server may be writing. It ends
// the test where it cannot, and is closed when the test ends.
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
