// Package sqlite3 stands in for the C database that gorm's SQLite driver imports and that this program never opens: it
// uses modernc.org/sqlite, which needs no C. Without the stand-in, go run would compile a quarter of a million lines of
// C first.
package sqlite3
