// This file owns reading, inserting and updating rows in a transaction.

package store

import (
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// missing is a row that is not there: ErrNotFound, and gorm's word for it, which its log leaves out.
type missing struct{ error }

func (m missing) Is(target error) bool { return target == gorm.ErrRecordNotFound }
func (m missing) Unwrap() error        { return m.error }
func isNotFound(err error) bool        { return errors.Is(err, ErrNotFound) }

// metOne is why a change failed, or another error where it met no row.
func metOne(changed *gorm.DB, none error) error {
	if changed.Error == nil && changed.RowsAffected == 0 {
		return none
	}
	return changed.Error
}

func updatedOne(updated *gorm.DB) error { return metOne(updated, ErrNotFound) }

func find[Row any](query *gorm.DB) (rows []Row, err error) {
	err = query.Find(&rows).Error
	return rows, err
}

// listed are rows as the package exports them.
func listed[Row, Exported any](query *gorm.DB, one func(Row) Exported) ([]Exported, error) {
	rows, err := find[Row](query)
	return convert(rows, one), err
}

func take[Row any](query *gorm.DB) (row Row, err error) {
	err = query.Take(&row).Error
	return row, err
}

func pluck[Value any](query *gorm.DB, column string) (values []Value, err error) {
	err = query.Pluck(column, &values).Error
	return values, err
}

func countOf(query *gorm.DB) (count int64, err error) {
	err = query.Count(&count).Error
	return count, err
}

// locking keeps others from changing the rows that are read until the transaction ends.
func locking(tx *gorm.DB) *gorm.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}

// unlessThere creates nothing on a conflict, which keeps an everyday event from being logged as a failure.
func unlessThere(tx *gorm.DB) *gorm.DB { return tx.Clauses(clause.OnConflict{DoNothing: true}) }

// batch is how many rows one statement inserts: both databases bound its variables.
const batch = 500

// insert writes rows in batches; gorm takes no empty list.
func insert[Row any](tx *gorm.DB, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.CreateInBatches(rows, batch).Error
}

func convert[Row, Exported any](rows []Row, one func(Row) Exported) []Exported {
	all := make([]Exported, len(rows))
	for i, row := range rows {
		all[i] = one(row)
	}
	return all
}
