// This file owns reading, inserting and updating rows in a transaction.

package store

import (
	"errors"

	"gorm.io/gorm"
)

// missing is a row that is not there: ErrNotFound, and gorm's word for it, which its log leaves out.
type missing struct{ error }

func (m missing) Is(target error) bool { return target == gorm.ErrRecordNotFound }

func (m missing) Unwrap() error { return m.error }

func isNotFound(err error) bool { return errors.Is(err, ErrNotFound) }

// updatedOne is ErrNotFound where an update met no row.
func updatedOne(updated *gorm.DB) error {
	if updated.Error == nil && updated.RowsAffected == 0 {
		return ErrNotFound
	}
	return updated.Error
}

// freshSession returns a transaction without the conditions of an earlier statement.
func freshSession(tx *gorm.DB) *gorm.DB { return tx.Session(&gorm.Session{NewDB: true}) }

// batch is how many rows one statement inserts: both databases bound its variables.
const batch = 500

// insert writes rows in batches; gorm takes no empty list.
func insert[Row any](tx *gorm.DB, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.CreateInBatches(rows, batch).Error
}

// convert maps rows to what the package exports.
func convert[Row, Exported any](rows []Row, one func(Row) Exported) []Exported {
	all := make([]Exported, len(rows))
	for i, row := range rows {
		all[i] = one(row)
	}
	return all
}
