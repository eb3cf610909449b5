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

func isStale(err error) bool {
	const notSupported = "0A000"
	var coded interface{ SQLState() string }
	return errors.As(err, &coded) && coded.SQLState() == notSupported && strings.Contains(err.Error(), "cached plan")
}
