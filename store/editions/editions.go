// This file owns creating and finding editions.

package editions

import (
	"cmp"
	"context"
	"time"

	"green500/store/database"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// Create creates an edition from name, methodology, opening and closing. It returns
// power.InputErrors for fields that will not do and an error that is ErrTaken if the name is in use.
func (s *Editions) Create(ctx context.Context, e Edition) (Edition, error) {
	if err := e.check(); err != nil {
		return Edition{}, err
	}
	row := EditionRow{
		Name:        e.Name,
		Methodology: string(e.Methodology),
		Opens:       e.OpensAt.UnixMicro(),
		Closes:      e.ClosesAt.UnixMicro(),
		Zone:        cmp.Or(e.Zone, time.UTC.String()),
		Grace:       int64(e.Grace / time.Second),
		ReviewBy:    database.MicroOfDate(e.ReviewBy),
		Embargo:     database.MicroOfDate(e.Embargo),
	}
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		row.ID = 0 // again if the transaction is tried again
		taken := database.Taken(database.InputError("name", "there is an edition "+e.Name+" already",
			"choose another month"))
		if err := database.MetOne(database.UnlessThere(tx).Create(&row), taken); err != nil {
			return err
		}
		recorded.SealRows(tx, recorded.SealedEdition, row.ID)
		return s.db.Record(tx, recorded.AuditEvent{Name: "open edition", Subject: e.Name, Detail: calendarWords(row)})
	})
	return row.Edition(), err
}

// All returns all editions, newest first.
func (s *Editions) All(ctx context.Context) ([]Edition, error) {
	return database.Listed(s.db.Query(ctx).Order("name DESC"), EditionRow.Edition)
}

// ByName returns an edition by its name, or ErrNotFound.
func (s *Editions) ByName(ctx context.Context, name string) (Edition, error) {
	row, err := EditionByName(s.db.Query(ctx), name)
	return row.Edition(), err
}
