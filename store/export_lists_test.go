package store

import (
	"context"
	"testing"

	"gorm.io/gorm"

	"green500/validation/lists/listing"
)

// CatalogueElsewhere keeps a list that was published elsewhere, whose machines are known by what its lines say of them.
func CatalogueElsewhere(ctx context.Context, s *Store, kind listing.Kind, edition string, rows []listing.Row) error {
	return s.transact(withRoutine(ctx, routineSweep), func(tx *gorm.DB) error {
		list := catalogueRow{Name: string(kind) + "-" + edition, Kind: kind, Edition: edition, Source: "made-up.csv"}
		_, err := catalogue(tx, list, convert(rows, func(row listing.Row) namedLine { return namedLine{Row: row} }))
		return err
	})
}

// ForgetReader has a list be one that a reader of long ago read.
func ForgetReader(t *testing.T, s *Store, list string) {
	t.Helper()
	err := s.transact(withRoutine(t.Context(), routineSweep), func(tx *gorm.DB) error {
		return tx.Model(&catalogueRow{}).Where("name = ?", list).Update("warnings", []byte("{}")).Error
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Corrected is a list once an erratum is in it.
func Corrected(rows []ListRow, e Erratum) []ListRow { return corrected(rows, e) }
