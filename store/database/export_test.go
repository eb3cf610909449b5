package database

import "database/sql/driver"

// KeptStatements bounds what a connection keeps prepared.
const KeptStatements = keptStatements

// SQLiteConn and SQLiteStatement are what the driver of SQLite does.
type (
	SQLiteConn      = sqliteConn
	SQLiteStatement = sqliteStatement
)

// LongestOf is how many bytes a column of text may hold.
func LongestOf(table, column string) int { return max(mostText, longColumns()[table+"."+column]) }

// Preparing makes connections that keep statements prepared.
func Preparing(connector driver.Connector) driver.Connector { return preparing{connector} }
