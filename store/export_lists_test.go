package store

import (
	"context"
	"testing"

	"gorm.io/gorm"

	"green500/validation/listing"
)

// CatalogueElsewhere keeps a list that was published elsewhere, whose machines are known by what its lines say of them.
func CatalogueElsewhere(ctx context.Context, s *Store, kind listing.Kind, edition string, rows []listing.Row) error {
	return s.transact(withRoutine(ctx, routineSweep), func(tx *gorm.DB) error {
		list := catalogueRow{Name: string(kind) + "-" + edition, Kind: kind, Edition: edition, Source: "made-up.csv"}
		_, err := catalogue(tx, list, convert(rows, func(row listing.Row) namedLine { return namedLine{Row: row} }))
		return err
	})
}

// FirstLines are the keys from one place to before another, where all of them are in order.
func FirstLines(keys []uint64, from, to int) []uint64 {
	v := &viewed{asked: to}
	for i, key := range keys {
		v.note(viewedLine{key: key, rank: uint32(i)})
	}
	to = min(to, len(v.first))
	from = min(from, to)
	sortWithin(v.first, from, to)
	return convert(v.first[from:to], func(l viewedLine) uint64 { return l.key })
}

// ForgetReader has a list be one that a reader of long ago read.
func ForgetReader(t *testing.T, s *Store, list string) {
	t.Helper()
	err := s.transact(withRoutine(t.Context(), routineSweep), func(tx *gorm.DB) error {
		return tx.Model(&catalogueRow{}).Where("name = ?", list).Update("remarks", []byte("{}")).Error
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Corrected is a list once an erratum is in it.
func Corrected(rows []ListRow, e Erratum) []ListRow { return corrected(rows, e) }
