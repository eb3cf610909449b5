// This file owns reading, inserting and updating rows in a transaction.

package database

import (
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// missing is a row that is not there: ErrNotFound, and gorm's word for it, which its log leaves out.
type missing struct{ error }

func (m missing) Is(target error) bool { return target == gorm.ErrRecordNotFound }
func (m missing) Unwrap() error        { return m.error }

// ErrNoRow is the error of a query that finds no row.
var ErrNoRow error = missing{ErrNotFound}

// IsNotFound reports whether an error is that a row does not exist.
func IsNotFound(err error) bool { return errors.Is(err, ErrNotFound) }

// MetOne is why a change failed, or another error if it met no row.
func MetOne(changed *gorm.DB, none error) error {
	if changed.Error == nil && changed.RowsAffected == 0 {
		return none
	}
	return changed.Error
}

// UpdatedOne is why an update failed, or ErrNotFound if it changed no row.
func UpdatedOne(updated *gorm.DB) error { return MetOne(updated, ErrNotFound) }

// Find returns the rows of a query.
func Find[Row any](query *gorm.DB) (rows []Row, err error) {
	err = query.Find(&rows).Error
	return rows, err
}

// Listed are rows as the package exports them.
func Listed[Row, Exported any](query *gorm.DB, one func(Row) Exported) ([]Exported, error) {
	rows, err := Find[Row](query)
	return Convert(rows, one), err
}

// Take returns one row, or ErrNotFound.
func Take[Row any](query *gorm.DB) (row Row, err error) {
	err = query.Take(&row).Error
	return row, err
}

// Pluck returns one column of the rows of a query.
func Pluck[Value any](query *gorm.DB, column string) (values []Value, err error) {
	err = query.Pluck(column, &values).Error
	return values, err
}

// CountOf returns how many rows a query has.
func CountOf(query *gorm.DB) (count int64, err error) {
	err = query.Count(&count).Error
	return count, err
}

// Locking keeps others from changing the rows that are read until the transaction ends.
func Locking(tx *gorm.DB) *gorm.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}

// UnlessThere creates nothing on a conflict, which keeps an everyday event from being logged as a failure.
func UnlessThere(tx *gorm.DB) *gorm.DB { return tx.Clauses(clause.OnConflict{DoNothing: true}) }

// Batch is how many rows one statement inserts: both databases bound its variables.
const Batch = 500

// Insert writes rows in batches; gorm takes no empty list.
func Insert[Row any](tx *gorm.DB, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.CreateInBatches(rows, Batch).Error
}

// Convert returns rows as their package exports them.
func Convert[Row, Exported any](rows []Row, one func(Row) Exported) []Exported {
	all := make([]Exported, len(rows))
	for i, row := range rows {
		all[i] = one(row)
	}
	return all
}
