// This file owns creating and finding editions.

package store

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"
)

// CreateEdition creates an edition from name, methodology, opening and closing. It returns
// power.InputErrors for fields that will not do and an error that is ErrTaken where the name is in use.
func (s *Store) CreateEdition(ctx context.Context, e Edition) (Edition, error) {
	if err := e.check(); err != nil {
		return Edition{}, err
	}
	row := editionRow{
		Name:        e.Name,
		Methodology: string(e.Methodology),
		Opens:       e.OpensAt.UnixMicro(),
		Closes:      e.ClosesAt.UnixMicro(),
		Zone:        cmp.Or(e.Zone, time.UTC.String()),
		Grace:       int64(e.Grace / time.Second),
		ReviewBy:    microOfDate(e.ReviewBy),
		Embargo:     microOfDate(e.Embargo),
	}
	err := s.transact(ctx, func(tx *gorm.DB) error {
		row.ID = 0 // again where the transaction is tried again
		taken := takenError{fault("name", "there is an edition "+e.Name+" already", "choose another month")}
		if err := metOne(unlessThere(tx).Create(&row), taken); err != nil {
			return err
		}
		sealRows(tx, sealedEdition, row.ID)
		return s.record(tx, AuditEvent{Name: "open edition", Subject: e.Name, Detail: calendarWords(row)})
	})
	return row.edition(), err
}

// Editions returns all editions, newest first.
func (s *Store) Editions(ctx context.Context) ([]Edition, error) {
	return listed(s.query(ctx).Order("name DESC"), editionRow.edition)
}

// Edition returns an edition by its name, or ErrNotFound.
func (s *Store) Edition(ctx context.Context, name string) (Edition, error) {
	row, err := editionByName(s.query(ctx), name)
	return row.edition(), err
}
