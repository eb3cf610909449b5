package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// steady is a pool of connections whose questions stand a change of the schema by a newer version that runs beside this
// one: PostgreSQL refuses a statement once that was prepared when its tables had fewer columns, and the driver prepares it
// anew when it is asked again. Each connection may have prepared it.
type steady struct{ *sql.DB }

// GetDBConn is the pool, for gorm.
func (s steady) GetDBConn() (*sql.DB, error) { return s.DB, nil }

// QueryContext asks, again where the statement had to be prepared anew.
func (s steady) QueryContext(ctx context.Context, query string, values ...any) (*sql.Rows, error) {
	rows, err := s.DB.QueryContext(ctx, query, values...)
	for tries := 0; tries < maxConnections && isStale(err); tries++ {
		rows, err = s.DB.QueryContext(ctx, query, values...)
	}
	return rows, err
}

// isStale recognises a statement that was prepared when its tables had other columns.
func isStale(err error) bool {
	const notSupported = "0A000"
	var coded interface{ SQLState() string }
	return errors.As(err, &coded) && coded.SQLState() == notSupported && strings.Contains(err.Error(), "cached plan")
}
