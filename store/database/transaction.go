package database

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// Attempts is how often a transaction is tried if the database asks to try again.
const Attempts = 5

// Retry runs one attempt of a transaction, and another one if the database gave up on it in favour of another
// transaction; so an attempt keeps nothing from the one before.
func (d *DB) Retry(ctx context.Context, attempt func() error) error {
	// Writers queue up here: SQLite itself has those who find it busy try again after ever longer pauses, and
	// lets in a writer that comes by at the right moment.
	if d.writing != nil {
		select {
		case d.writing <- struct{}{}:
			defer func() { <-d.writing }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var err error
	for conflicts, stale := 0, 0; conflicts < Attempts && stale <= maxConnections; {
		switch err = attempt(); {
		case isConflict(err):
			conflicts++
		case isStale(err):
			stale++
		default:
			return err
		}
	}
	return err
}

// isConflict recognises serialization failures and deadlocks, which PostgreSQL and the databases
// that speak its protocol resolve by ending one of the transactions.
func isConflict(err error) bool {
	const serializationFailure, deadlock = "40001", "40P01"
	var coded interface{ SQLState() string }
	return errors.As(err, &coded) && (coded.SQLState() == serializationFailure || coded.SQLState() == deadlock)
}

// retryPool is a pool of connections whose questions stand a change of the schema by a newer version that runs beside
// this one: PostgreSQL refuses a statement once that was prepared when its tables had fewer columns, and the driver
// prepares it again when it is used again. Each connection may have prepared it.
type retryPool struct{ *sql.DB }

func (p retryPool) GetDBConn() (*sql.DB, error) { return p.DB, nil }

func (p retryPool) QueryContext(ctx context.Context, query string, values ...any) (*sql.Rows, error) {
	rows, err := p.DB.QueryContext(ctx, query, values...)
	for tries := 0; tries < maxConnections && isStale(err); tries++ {
		rows, err = p.DB.QueryContext(ctx, query, values...)
	}
	return rows, unavailable(err)
}

func isStale(err error) bool {
	const notSupported = "0A000"
	var coded interface{ SQLState() string }
	return errors.As(err, &coded) && coded.SQLState() == notSupported && strings.Contains(err.Error(), "cached plan")
}
