package database

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
