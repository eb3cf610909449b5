// Package table is a log as a table: columns with names, how its text is laid out, and the readings that a series selects from it.
package table

import (
	"fmt"
	"time"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/timestamp"
)

// Row is the row a sheet stands on, seen cell by cell. Texts are only good until the next row.
type Row interface {
	Text(column int) ([]byte, *celltext.Error)
	Number(column int) (float64, *celltext.Error)
	Instant(column int, as timestamp.Timing) (int64, *celltext.Error) // nanoseconds since 1970 UTC
	Place(column int, f *celltext.Error) *power.InputError
}

// Sheet is a log seen as a table: columns with names, and a row a reading.
type Sheet interface {
	Row
	Columns() *Table
	// Each stands on every row one after another and calls take there, until it fails. Only cells of the
	// needed columns will be requested.
	Each(needed []int, take func() error) error
}

type bulk interface {
	TakeAll(selections []*Selection) error
}

// MaxRows bounds what one file may ask for: a few kilobytes of Parquet can claim any number of rows.
const MaxRows = 4_000_000_000

// Request is a series and the zone of its times written without one.
type Request struct {
	Series *power.Series
	Zone   *time.Location
}

// Take gives every row of a sheet to the selections.
func Take(s Sheet, selections []*Selection) error {
	if fast, ok := s.(bulk); ok {
		return settling(selections, func() error { return fast.TakeAll(selections) })
	}
	return TakeRows(s, selections)
}

func settling(selections []*Selection, take func() error) error {
	for _, one := range selections {
		one.damage = damage{before: one.Rows, readings: one.Taken, refusal: one.damage.refusal}
	}
	err := take()
	for _, one := range selections {
		one.damage.settle(one)
	}
	return err
}

// TakeRows stands on every row of a sheet one after another.
func TakeRows(s Sheet, selections []*Selection) error {
	return settling(selections, func() error {
		var needed []int
		for _, one := range selections {
			if inputErr := one.Start(s.Columns()); inputErr != nil {
				return inputErr
			}
			needed = append(needed, one.Columns()...)
		}
		rows := 0
		err := s.Each(needed, func() error {
			if rows++; rows > MaxRows {
				return s.Columns().Refuse(0, "", fmt.Sprintf("has more than %d rows", MaxRows), "give the file in parts")
			}
			return TakeRow(selections, s)
		})
		for _, one := range selections {
			one.Notes.AddAll(s.Columns().Notes)
		}
		return err
	})
}
