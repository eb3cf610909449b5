// This file owns queries in SQL that every request makes.

package store

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"

	"green500/migrations"
)

// rawQuery reads one row with a statement in SQL. Every request makes these queries, and gorm takes several times as long over
// them as the database. It returns ErrNotFound if there is no row.
func (s *Store) rawQuery(ctx context.Context, text string, values []any, into ...any) error {
	asking, end := s.trace.Begin(ctx, "database query")
	err := s.db.ReadOne(asking, text, values, into)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	end(failure(err))
	return err
}

// forUpdate returns a query that locks the rows of a table until the transaction ends. SQLite has one writer anyway.
func forUpdate(tx *gorm.DB, text, table string) string {
	if tx.Name() == string(migrations.PostgreSQL) {
		text += " FOR UPDATE OF " + table
	}
	return text
}

// rowsOf reads rows with a statement in SQL, within a transaction or outside.
func rowsOf[Row any](tx *gorm.DB, into func(*Row) []any, text string, values ...any) (all []Row, err error) {
	rows, err := tx.Raw(text, values...).Rows()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var row Row
		if err := rows.Scan(into(&row)...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// rowOf is rowsOf where there is one, or ErrNotFound.
func rowOf[Row any](tx *gorm.DB, into func(*Row) []any, text string, values ...any) (row Row, err error) {
	all, err := rowsOf(tx, into, text, values...)
	if err == nil && len(all) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return row, err
	}
	return all[0], nil
}
