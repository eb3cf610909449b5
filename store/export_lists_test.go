package store

import (
	"context"
	"testing"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/lists"
	"green500/store/recorded"
	"green500/validation/lists/listing"
)

// CatalogueElsewhere keeps a list that was published elsewhere, whose machines are known by what its lines say of them.
func CatalogueElsewhere(ctx context.Context, s *Store, kind listing.Kind, edition string, rows []listing.Row) error {
	return s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineSweep), func(tx *gorm.DB) error {
		list := lists.CatalogueRow{Name: string(kind) + "-" + edition, Kind: kind, Edition: edition, Source: "made-up.csv"}
		_, err := lists.catalogue(tx, list, database.Convert(rows, func(row listing.Row) lists.namedLine { return lists.namedLine{Row: row} }))
		return err
	})
}

// ForgetReader has a list be one that a reader of long ago read.
func ForgetReader(t *testing.T, s *Store, list string) {
	t.Helper()
	err := s.db.Transact(recorded.WithRoutine(t.Context(), recorded.RoutineSweep), func(tx *gorm.DB) error {
		return tx.Model(&lists.CatalogueRow{}).Where("name = ?", list).Update("warnings", []byte("{}")).Error
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Corrected is a list once an erratum is in it.
func Corrected(rows []lists.ListRow, e lists.Erratum) []lists.ListRow {
	return lists.corrected(rows, e)
}
