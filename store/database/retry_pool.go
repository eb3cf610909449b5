package database

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// retryPool is a pool of connections whose questions stand a change of the schema by a newer version that runs beside this
// one: PostgreSQL refuses a statement once that was prepared when its tables had fewer columns, and the driver prepares it
// again when it is used again. Each connection may have prepared it.
type retryPool struct{ *sql.DB }

func (p retryPool) GetDBConn() (*sql.DB, error) { return p.DB, nil }

func (p retryPool) QueryContext(ctx context.Context, query string, values ...any) (*sql.Rows, error) {
	rows, err := p.DB.QueryContext(ctx, query, values...)
	for tries := 0; tries < maxConnections && isStale(err); tries++ {
		rows, err = p.DB.QueryContext(ctx, query, values...)
	}
	return rows, unavailable(err)
}

// isStale recognises a statement that was prepared when its tables had other columns.
func isStale(err error) bool {
	const notSupported = "0A000"
	var coded interface{ SQLState() string }
	return errors.As(err, &coded) && coded.SQLState() == notSupported && strings.Contains(err.Error(), "cached plan")
}

// ReadOne reads the one row that a question finds. It returns sql.ErrNoRows if there is none.
func (d *DB) ReadOne(ctx context.Context, question string, values, into []any) (err error) {
	rows, err := retryPool{d.Pool}.QueryContext(ctx, question, values...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return unavailable(err)
		}
		return sql.ErrNoRows
	}
	return rows.Scan(into...)
}
