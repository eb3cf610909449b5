package store

import "database/sql/driver"

// KeptStatements bounds what a connection keeps prepared.
const KeptStatements = keptStatements

// SQLiteConn and SQLiteStatement are what the driver of SQLite does.
type (
	SQLiteConn      = sqliteConn
	SQLiteStatement = sqliteStatement
)

// Preparing makes connections that keep statements prepared.
func Preparing(connector driver.Connector) driver.Connector { return preparing{connector} }

// Remembering is something remembered in a room of bytes.
func Remembering(room int) (get func(int) (int, bool), put func(key, value, bytes int)) {
	r := remember[int, int](room)
	return r.get, r.put
}
